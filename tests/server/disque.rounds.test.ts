/** Disks that are full, read-only or broken: a clear sentence, no half-written state, and back to work when mended. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { imagesOf } from "#adapters/embedded/backup/contents.ts";
import { noter } from "#tests/figures.ts";
import { commande } from "./commande.ts";
import { demarrer, demarrerEnVain, dossierDeDonnees } from "./process.ts";
import { annoncer, COMITE, champsDuMessage, dossierDuComite, ecrire, poster, sante, seConnecter } from "./visite.ts";

// Each of these starts several processes.
vi.setConfig({ testTimeout: 120_000 });

const TAILLE_MO = 32;
/** Messages sent to a disk that is full. */
const ESSAIS = 10;

const monter = (dossier: string) =>
  spawnSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${TAILLE_MO}m`, "tmpfs", dossier]).status === 0;

function demonter(dossier: string): void {
  spawnSync("/bin/umount", ["-l", dossier]);
  rmSync(dossier, { recursive: true, force: true });
}

/** @returns a folder that is a disk of its own, which goes away when the test ends */
function petitDisque(): string {
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-disque-"));
  expect(monter(dossier)).toBe(true);
  onTestFinished(() => demonter(dossier));
  return dossier;
}

/** A small disk takes the right to mount one: root, or a container that grants it. */
function peutMonter(): boolean {
  if (process.platform !== "linux") return false;
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-disque-"));
  const monte = monter(dossier);
  demonter(dossier);
  return monte;
}
const PEUT_MONTER = peutMonter();

/** Takes all that is left of a disk. @returns what gives it back */
function remplir(dossier: string): () => void {
  const fichier = join(dossier, "remplissage");
  const fd = openSync(fichier, "w");
  for (const taille of [1024 * 1024, 4096, 1])
    try {
      for (;;) writeSync(fd, Buffer.alloc(taille));
    } catch (panne) {
      expect((panne as NodeJS.ErrnoException).code).toBe("ENOSPC");
    }
  closeSync(fd);
  return () => rmSync(fichier);
}

const enPanne = (url: string) => vi.waitUntil(async () => (await sante(url)).status === 503, { timeout: 20_000 });
const enForme = (url: string) => vi.waitUntil(async () => (await sante(url)).status === 200, { timeout: 20_000 });

describe.skipIf(!PEUT_MONTER)("a full disk (needs the right to mount a small one)", () => {
  it("is told to visitors beside what they typed, keeps nothing by half, and is over when there is room again", async () => {
    const DATA_DIR = petitDisque();
    const site = await demarrer({ DATA_DIR, ...COMITE });
    const cookie = await seConnecter(site.url);
    expect((await annoncer(site.url, "Bal", cookie)).status).toBe(302);
    const confirmes = ["Premier"];
    expect((await ecrire(site.url, "Premier")).status).toBe(200);

    const vider = remplir(DATA_DIR);
    const refuses: string[] = [];
    for (let n = 0; n < ESSAIS; n++) {
      const champs = { ...champsDuMessage(`Sujet${n}`), message: "Long ".repeat(400) };
      const reponse = await poster(site.url, "/contact", new URLSearchParams(champs));
      expect([200, 503]).toContain(reponse.status);
      if (reponse.status === 200) confirmes.push(champs.sujet);
      else {
        const html = await reponse.text();
        expect(html).toContain("Le message n’est pas parti.");
        expect(html).toContain(`value="${champs.sujet}"`);
        expect(html).toContain(">Long Long Long ");
        refuses.push(champs.sujet);
      }
    }
    expect(refuses.length).toBeGreaterThan(0);
    const affiche = await annoncer(site.url, "Trop", cookie);
    expect(affiche.status).toBe(503);
    expect(await affiche.text()).toContain('value="Trop"');
    await enPanne(site.url);
    expect((await fetch(`${site.url}/planning`)).status).toBe(200);
    const sauvegarde = await commande("backup", { DATA_DIR });
    expect([sauvegarde.code, sauvegarde.erreur]).toEqual([1, expect.stringMatching(/Not enough room|full/)]);

    vider();
    await enForme(site.url);
    for (const sujet of refuses) expect((await ecrire(site.url, sujet)).status).toBe(200);
    expect((await annoncer(site.url, "Apres", cookie)).status).toBe(302);
    expect(await site.arreter("SIGTERM")).toBe(0);

    await (await demarrer({ DATA_DIR })).arreter("SIGTERM");
    const db = new DatabaseSync(join(DATA_DIR, "site.db"));
    const sujets = db
      .prepare("SELECT contenu ->> 'sujet' AS s FROM inbox ORDER BY numero")
      .all()
      .map(({ s }) => String(s));
    const noms = db
      .prepare("SELECT Nom FROM evenements ORDER BY Nom")
      .all()
      .map(({ Nom }) => Nom);
    const attendus = imagesOf(db).map(({ path }) => path);
    db.close();
    expect(sujets.sort()).toEqual([...confirmes, ...refuses].sort());
    expect(noms).toEqual(["Apres", "Bal"]);
    const surLeDisque = readdirSync(join(DATA_DIR, "images"), { recursive: true, withFileTypes: true })
      .filter((entree) => entree.isFile())
      .map((entree) => join(entree.parentPath, entree.name).slice(DATA_DIR.length + 1));
    expect(surLeDisque.sort()).toEqual(attendus.sort());
    noter("r3-disque-plein", {
      promesse: "A full disk loses nothing that was confirmed and keeps nothing by half; the site recovers by itself",
      chiffres: `${ESSAIS + 1} writes to a full disk: ${refuses.length + 1} refused with 503, ${confirmes.length + refuses.length} messages in the end, each once`,
    });
  });

  it("stops the start with one line", async () => {
    const DATA_DIR = petitDisque();
    remplir(DATA_DIR);
    const { code, sortie } = await demarrerEnVain({ DATA_DIR });
    expect(code).toBe(1);
    expect(sortie.trim()).toMatch(/^The (?:data folder|database) \S+ cannot be (?:used|written) \(.*\).*$/);
  });
});

describe.skipIf(!PEUT_MONTER)("a read-only data folder (needs the right to mount one)", () => {
  it.each(["one that is empty", "one with a site in it"])(
    "stops the start with one line that names it: %s",
    async (quoi) => {
      const DATA_DIR = petitDisque();
      if (quoi !== "one that is empty") await (await demarrer({ DATA_DIR })).arreter("SIGTERM");
      expect(spawnSync("/bin/mount", ["-o", "remount,ro", DATA_DIR]).status).toBe(0);
      const { code, sortie } = await demarrerEnVain({ DATA_DIR });
      expect(code).toBe(1);
      expect(sortie.trim()).toMatch(new RegExp(`^The data folder ${DATA_DIR} cannot be written \\(.*\\)\\.$`));
    },
  );
});

describe("a damaged database", () => {
  it("stops the start with one line that names the file and the way back, which works", async () => {
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    await ecrire(site.url, "Avant");
    await site.arreter("SIGTERM");
    const fichier = join(dossierDeDonnees(), "b.tar");
    expect((await commande("backup", { DATA_DIR }, fichier)).code).toBe(0);
    const base = join(DATA_DIR, "site.db");
    writeFileSync(base, readFileSync(base).fill("abîmé", 8192, 40_960));
    const { code, sortie } = await demarrerEnVain({ DATA_DIR });
    expect([code, sortie.trim()]).toEqual([
      1,
      expect.stringMatching(/^The database \S+site\.db is damaged \(.*npm run restore.*$/),
    ]);
    expect((await commande("backup", { DATA_DIR })).erreur).toContain("damaged");
    expect((await commande("restore", { DATA_DIR }, fichier)).code).toBe(0);
    const encore = await demarrer({ DATA_DIR });
    await seConnecter(encore.url);
  });

  it.each([
    ["deleted", (base: string) => rmSync(base)],
    ["emptied", (base: string) => truncateSync(base, 0)],
    ["overwritten", (base: string) => writeFileSync(base, Buffer.alloc(statSync(base).size, "x"))],
  ])("is noticed while the site runs: %s", async (_, abimer) => {
    // What was written into it has left the database's log.
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    expect((await sante(site.url)).status).toBe(200);
    abimer(join(DATA_DIR, "site.db"));
    await enPanne(site.url);
  });
});

describe("a damaged picture", () => {
  it("takes no page down, and is made again at the next start where that can be", async () => {
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    const cookie = await seConnecter(site.url);
    await annoncer(site.url, "Bal", cookie);
    const dossier = join(DATA_DIR, "images/evenements/Bal0825");
    const avifs = () => readdirSync(dossier).filter((nom) => nom.endsWith(".avif"));
    await vi.waitUntil(() => avifs().length === 2 && !readdirSync(dossier).some((nom) => nom.includes("master")), {
      timeout: 20_000,
    });
    const avif = join(dossier, avifs()[0] ?? "");
    const taille = statSync(avif).size;
    truncateSync(avif, 10);
    expect((await fetch(`${site.url}/planning`)).status).toBe(200);
    expect((await fetch(`${site.url}/images/evenements/Bal0825/${avifs()[0]}`)).status).toBe(200);
    await site.arreter("SIGTERM");
    await demarrer({ DATA_DIR });
    await vi.waitUntil(() => existsSync(avif) && statSync(avif).size > 10, { timeout: 20_000 });
    expect(statSync(avif).size).toBeGreaterThan(taille / 2);
  });
});
