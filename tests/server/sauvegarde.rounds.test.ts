/** Backup and restore of a site that runs: what was there is there, whatever went on meanwhile. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { imagesOf } from "#adapters/embedded/backup/contents.ts";
import { stateOf } from "#tests/backup/site.ts";
import { noter } from "#tests/figures.ts";
import { commande } from "./commande.ts";
import { demarrer, demarrerEnVain, dossierDeDonnees } from "./process.ts";
import { annoncer, dossierDuComite, ecrire, sante, seConnecter, supprimer } from "./visite.ts";

// Each of these starts several processes.
vi.setConfig({ testTimeout: 120_000 });

/** Backups taken one after the other while the site is used. */
const SAUVEGARDES = 3;
/** People who use it at the same time, and what each does at most. */
const CLIENTS = 3;
const TOURS = 15;

type Trace = { nom: string; cree: number; suppression?: number; supprime?: number };

/** Uploads, writes and deletes until told to stop. */
function charge(url: string, cookie: string) {
  const evenements: Trace[] = [];
  const messages: { sujet: string; recu: number }[] = [];
  let fini = false;
  async function client(qui: number): Promise<void> {
    for (let tour = 0; tour < TOURS && !fini; tour++) {
      const nom = `Fete${"abc"[qui]}${"abcdefghijklmnopqrst"[tour]}`;
      expect((await annoncer(url, nom, cookie)).status).toBe(302);
      const trace: Trace = { nom, cree: performance.now() };
      evenements.push(trace);
      expect((await ecrire(url, nom)).status).toBe(200);
      messages.push({ sujet: nom, recu: performance.now() });
      if (tour % 2 === 0) continue;
      trace.suppression = performance.now();
      expect((await supprimer(url, nom, cookie)).status).toBe(302);
      trace.supprime = performance.now();
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, qui) => client(qui)));
  return {
    evenements,
    messages,
    cesser: async () => {
      fini = true;
      await clients;
    },
  };
}

/** @returns the names of the events and the subjects of the messages in a data folder */
function contenuDe(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, "site.db"));
  try {
    return {
      evenements: db
        .prepare("SELECT Nom FROM evenements")
        .all()
        .map(({ Nom }) => String(Nom)),
      sujets: db
        .prepare("SELECT contenu ->> 'sujet' AS sujet FROM inbox")
        .all()
        .map(({ sujet }) => String(sujet)),
      images: imagesOf(db),
    };
  } finally {
    db.close();
  }
}

describe("a backup taken while visitors write and the committee uploads and deletes", () => {
  it("holds everything that was confirmed before, nothing by half, and the site starts from it", {
    timeout: 120_000,
  }, async () => {
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    const cookie = await seConnecter(site.url);
    const { evenements, messages, cesser } = charge(site.url, cookie);
    const dossier = dossierDeDonnees();
    const fenetres: { de: number; a: number; fichier: string }[] = [];
    for (let n = 0; n < SAUVEGARDES; n++) {
      const fichier = join(dossier, `${n}.tar`);
      const de = performance.now();
      expect(await commande("backup", { DATA_DIR }, fichier)).toMatchObject({ code: 0, erreur: "" });
      fenetres.push({ de, a: performance.now(), fichier });
    }
    await cesser();

    let images = 0;
    for (const { de, a, fichier } of fenetres) {
      const neuf = join(dossierDeDonnees(), "neuf");
      expect(await commande("restore", { DATA_DIR: neuf }, fichier)).toMatchObject({ code: 0, erreur: "" });
      const restaure = contenuDe(neuf);
      const attendus = evenements.filter(({ cree, suppression }) => cree < de && !(suppression && suppression < a));
      for (const { nom } of attendus) expect(restaure.evenements).toContain(nom);
      for (const { nom, supprime } of evenements)
        if (supprime && supprime < de) expect(restaure.evenements).not.toContain(nom);
      for (const { sujet, recu } of messages)
        if (recu < de) expect(restaure.sujets.filter((un) => un === sujet)).toHaveLength(1);
      expect(new Set(restaure.sujets).size).toBe(restaure.sujets.length);
      for (const { path } of restaure.images) {
        const octets = readFileSync(join(neuf, path));
        await sharp(octets).stats();
        if (existsSync(join(DATA_DIR, path))) expect(octets.equals(readFileSync(join(DATA_DIR, path)))).toBe(true);
        images++;
      }
    }

    // In a quiet moment, a backup is the site to the last row.
    expect(await site.arreter("SIGTERM")).toBe(0);
    const derniere = join(dossier, "derniere.tar");
    expect((await commande("backup", { DATA_DIR }, derniere)).code).toBe(0);
    const neuf = join(dossierDeDonnees(), "neuf");
    expect((await commande("restore", { DATA_DIR: neuf }, derniere)).code).toBe(0);
    expect(stateOf(neuf)).toEqual(stateOf(DATA_DIR));

    const second = await demarrer({ DATA_DIR: neuf });
    await seConnecter(second.url);
    const planning = await (await fetch(`${second.url}/planning`)).text();
    for (const { nom, supprime } of evenements) expect(planning.includes(`>${nom}<`)).toBe(supprime === undefined);
    noter("r4-sauvegarde-en-service", {
      promesse: "A backup of a site in use is complete and restores to it",
      chiffres: `${SAUVEGARDES} backups during ${evenements.length} uploads and ${messages.length} messages: ${images} picture files compared, nothing missing`,
    });
  });
});

describe("npm run backup and npm run restore", () => {
  it("say what they did, refuse a running site, and bring the old state back", async () => {
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    expect((await ecrire(site.url, "Avant")).status).toBe(200);
    const faite = await commande("backup", { DATA_DIR });
    const fichier = faite.sortie.split("\n", 1)[0] ?? "";
    expect(fichier).toMatch(/sauvegardes\/jeunesse-\d{8}-\d{6}Z\.tar$/);
    expect((await ecrire(site.url, "Après")).status).toBe(200);
    expect(await commande("restore", { DATA_DIR }, fichier)).toEqual({
      code: 1,
      sortie: "",
      erreur: `A site is running on ${DATA_DIR}: stop it first. Nothing was changed.\n`,
    });
    await site.arreter("SIGKILL");
    const retour = await commande("restore", { DATA_DIR }, fichier);
    expect([retour.code, retour.erreur]).toEqual([0, ""]);
    expect(contenuDe(DATA_DIR).sujets).toEqual(["Avant"]);
    const avant = /previous state is in (\S+):/.exec(retour.sortie)?.[1] ?? "";
    expect(contenuDe(avant).sujets).toEqual(["Avant", "Après"]);
    const encore = await demarrer({ DATA_DIR });
    await seConnecter(encore.url);
    expect((await sante(encore.url)).sauvegarde).toMatchObject({ etat: "ok" });
  });

  it.each([
    ["backup", ["a", "b"]],
    ["backup", ["--vite"]],
    ["restore", []],
    ["restore", ["a", "b"]],
  ] as const)("%s does not understand %j, and shows how it is used", async (nom, args) => {
    const { code, erreur } = await commande(nom, { DATA_DIR: dossierDeDonnees() }, ...args);
    expect([code, erreur.split("\n", 1)[0]]).toEqual([2, expect.stringContaining(`Usage: npm run ${nom}`)]);
  });

  it("never write over a file", async () => {
    const DATA_DIR = dossierDeDonnees();
    const { code, erreur } = await commande("backup", { DATA_DIR }, join(import.meta.dirname, "../../README.md"));
    expect([code, erreur]).toEqual([1, expect.stringContaining("exists already")]);
  });
});

describe("a second site on the same folder", () => {
  it("does not start: two would delete each other’s pictures", async () => {
    const DATA_DIR = dossierDeDonnees();
    await demarrer({ DATA_DIR });
    const { code, sortie } = await demarrerEnVain({ DATA_DIR });
    expect([code, sortie.trim()]).toEqual([
      1,
      `Another site is already running on the data folder ${DATA_DIR}, or it is being restored.`,
    ]);
  });
});

describe("a restore that a power cut interrupted", () => {
  it("is ended by the next start of the site", async () => {
    const DATA_DIR = await dossierDuComite();
    const site = await demarrer({ DATA_DIR });
    expect((await ecrire(site.url, "Avant")).status).toBe(200);
    await site.arreter("SIGTERM");
    const fichier = join(dossierDeDonnees(), "b.tar");
    await commande("backup", { DATA_DIR }, fichier);
    // What a crash right after the decision leaves: the old state in place, the new one ready.
    const neuf = dossierDeDonnees();
    await commande("restore", { DATA_DIR: neuf }, fichier);
    const pret = join(DATA_DIR, "restauration-prete");
    mkdirSync(pret);
    for (const nom of ["site.db", "images", "outbox", "secret"]) renameSync(join(neuf, nom), join(pret, nom));
    writeFileSync(join(pret, "ancien-etat"), "avant-restauration-2026-11-21T000000Z");
    rmSync(join(DATA_DIR, "outbox"), { recursive: true, force: true });

    expect((await commande("backup", { DATA_DIR }, join(dossierDeDonnees(), "c.tar"))).code).toBe(1);
    const second = await demarrer({ DATA_DIR });
    await seConnecter(second.url);
    expect(readdirSync(DATA_DIR)).not.toContain("restauration-prete");
    expect(readdirSync(join(DATA_DIR, "avant-restauration-2026-11-21T000000Z"))).toContain("site.db");
  });
});
