/**
 * The site killed again and again while people use it. Acknowledged is what its client has read a complete answer
 * to: the thanks of a form, the redirect or the success of a card. What has no answer may be there whole or not at
 * all; who sent it tries again, and it counts once.
 */

import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { noter } from "#tests/figures.ts";
import { rounds } from "#tests/rounds.ts";
import { mailIdOf } from "#usecases/mail-id.ts";
import { membreDuComite } from "./crash/comite.ts";
import { hasard } from "./crash/hasard.ts";
import { demander, type Instance, poster, repeter } from "./crash/navigateur.ts";
import { lireCartes, photoDe } from "./crash/pages.ts";
import { visiteur } from "./crash/visiteur.ts";
import { demarrer, dossierDeDonnees, type Processus } from "./process.ts";

const TOURS = rounds(3, 32);
const VISITEURS = 3;
const COMITE = 3;
/** What each client does at most in a round, so that the mail keeps up. */
const ENVOIS_PAR_TOUR = 5;
const ACTES_PAR_TOUR = 20;
/** A round is killed this many confirmed cards, edits or deletions after its begin, and so many milliseconds later. */
const CARTES_PAR_TOUR = { min: rounds(1, 0), max: 3 };
const PUIS_MS = { min: 0, max: 150 };
const ADMIN = { username: "comite@exemple.ch", password: "tracteur-violon-nuage" };
/** Two widths in three formats. */
const VARIANTES = 6;

const graine = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

it("loses nothing that was confirmed, doubles nothing and leaves nothing behind, however often it is killed", async () => {
  process.stdout.write(`crash test: CRASH_SEED=${graine}\n`);
  const alea = hasard(graine);
  const DATA_DIR = dossierDeDonnees();
  const base = join(DATA_DIR, "site.db");

  /** How often each mail has arrived, by its Message-ID. */
  const arrives = new Map<string, number>();
  const { url: SMTP_URL } = await serveurSmtp({
    async onData(flux, _, fini) {
      const brut = await buffer(flux).catch(() => null);
      // The sender died in the middle.
      if (!brut) return;
      const id = /^Message-ID: <(?:inscription|message)-(.+)@/im.exec(brut.toString())?.[1] ?? "";
      arrives.set(id, (arrives.get(id) ?? 0) + 1);
      fini();
    },
  });
  const env = {
    DATA_DIR,
    SMTP_URL,
    MAIL: "smtp",
    MAIL_FROM: "site@exemple.ch",
    MAIL_TO: "comite@exemple.ch",
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: "1",
  };

  async function lever(): Promise<{ processus: Processus; instance: Instance }> {
    const processus = await demarrer(env);
    return { processus, instance: { url: processus.url, vivant: true } };
  }
  const lirePages = async (instance: Instance) => ({
    evenement: await lireCartes(instance, "evenement", cookie),
    membre: await lireCartes(instance, "membre", cookie),
  });
  /** How often mails had arrived when a dead site was found to have recorded them as sent. */
  const notes = new Map<string, number>();

  let { processus, instance } = await lever();
  const connexion = await poster(instance, "/login", new URLSearchParams(ADMIN));
  const cookie = connexion.cookies.find((un) => un.includes("session="))?.split(";", 1)[0] ?? "";
  const visiteurs = Array.from({ length: VISITEURS }, (_, i) => visiteur(`Visiteur${"ABC"[i]}`));
  const comite = Array.from({ length: COMITE }, (_, i) =>
    membreDuComite({ nom: `Carte${"ABC"[i]}`, premier: i, pas: COMITE, cookie }, alea, photoDe),
  );

  const total = (nombre: (un: (typeof comite)[number]) => number) =>
    comite.reduce((somme, un) => somme + nombre(un), 0);
  const confirmesDuComite = () =>
    total(({ confirmes: { creations, modifications, suppressions } }) => creations + modifications + suppressions);

  for (let tour = 0; tour < TOURS; tour++) {
    if (tour > 0) ({ processus, instance } = await lever());
    const ici = instance;
    const pages = await lirePages(ici);
    for (const un of comite) un.constater(pages);
    const connus = [...pages.evenement, ...pages.membre];
    expectFilesOf(DATA_DIR, connus);

    const travail = Promise.all([
      ...visiteurs.map((un) => repeter(ici, ENVOIS_PAR_TOUR, () => un.envoyer(ici))),
      ...comite.map((un) => repeter(ici, ACTES_PAR_TOUR, () => un.agir(ici))),
    ]);
    const but = confirmesDuComite() + alea.entier(CARTES_PAR_TOUR.min, CARTES_PAR_TOUR.max);
    await Promise.race([travail, vi.waitUntil(() => confirmesDuComite() >= but, { timeout: 30_000, interval: 2 })]);
    await Promise.race([travail, new Promise((fin) => setTimeout(fin, alea.entier(PUIS_MS.min, PUIS_MS.max)))]);
    ici.vivant = false;
    await processus.arreter("SIGKILL");
    await travail;
    for (const id of await mailIdsOf(recordedAsSent(base))) if (!notes.has(id)) notes.set(id, arrives.get(id) ?? 0);
  }

  // A dead site's claims on mails end after two minutes. They pass here.
  const db = openDatabase(base);
  onTestFinished(() => db.close());
  db.exec("UPDATE inbox SET reservee_jusqu_a = prochaine WHERE reservee_jusqu_a IS NOT NULL");
  const dernier = await lever();
  const finale = await lirePages(dernier.instance);
  for (const un of comite) un.constater(finale);
  // Chance may have had the committee delete all that it made.
  if (finale.evenement.length + finale.membre.length === 0) await comite[0]?.agir(dernier.instance);
  for (const un of visiteurs) if (un.enSuspens()) await un.envoyer(dernier.instance);

  const inbox = createInbox(db);
  await vi.waitUntil(async () => (await inbox.nextDue()) === null, { timeout: 60_000, interval: 100 });
  const toutes = async () => {
    const { evenement, membre } = await lirePages(dernier.instance);
    return [...evenement, ...membre];
  };
  expect(await toutes()).not.toEqual([]);
  await vi.waitUntil(async () => (await toutes()).every(({ images }) => images.length === VARIANTES), {
    timeout: 60_000,
    interval: 200,
  });
  const cartes = await toutes();
  expect((await demander(dernier.instance, "/healthz")).status).toBe(200);
  expect(await dernier.processus.arreter("SIGTERM")).toBe(0);

  const jour = "2026-01-01";
  const inscriptions = await inbox.search({ type: "inscription", texte: "", filtre: "tout", jour });
  const messages = await inbox.search({ type: "message", texte: "", filtre: "tout", jour });
  const recus = [
    ...inscriptions.fiches.map(({ contenu }) => contenu.nom),
    ...messages.fiches.map(({ contenu }) => contenu.sujet),
  ];
  const confirmes = visiteurs.flatMap(({ merci }) => [...merci.keys()]);
  expect(recus.toSorted()).toEqual(confirmes.toSorted());

  const entrees = [...inscriptions.fiches, ...messages.fiches];
  expect([...arrives.keys()].toSorted()).toEqual((await mailIdsOf(entrees.map(({ id }) => id))).toSorted());
  for (const [id, nombre] of notes) expect([id, arrives.get(id)]).toEqual([id, nombre]);
  for (const { courrier } of entrees) expect(courrier.etat).toBe("envoye");

  const fichiers = filesOf(DATA_DIR);
  expect(fichiers.toSorted()).toEqual(
    cartes.flatMap(({ images, partage }) => [...images, ...partage].map(pathOf)).toSorted(),
  );

  const repetes = visiteurs.flatMap(({ merci }) => [...merci.values()]).filter((essais) => essais > 1).length;
  const doubles = [...arrives.values()].filter((n) => n > 1).length;
  expect(confirmes.length).toBeGreaterThan(TOURS);
  expect(total((un) => un.confirmes.creations)).toBeGreaterThan(0);
  noter("1-crash", {
    promesse: "Killed at any moment, the site loses nothing it confirmed, doubles nothing and leaves no stray file",
    chiffres:
      `${TOURS} SIGKILLs under ${VISITEURS + COMITE} clients: ${confirmes.length} sign-ups and messages ` +
      `(${repetes} sent again after a lost answer, each there once), ${total((un) => un.confirmes.creations)} cards with pictures, ` +
      `${total((un) => un.confirmes.modifications)} edits, ${total((un) => un.confirmes.suppressions)} deletions, ` +
      `${total((un) => un.doutes.nombre)} left in doubt (${total((un) => un.doutes.faits)} of them done, whole); ` +
      `${arrives.size} mails, all delivered, ${doubles} twice, none of the ${notes.size} seen as sent came again`,
  });
}, 600_000);

const mailIdsOf = (ids: readonly string[]) => Promise.all(ids.map(mailIdOf));

/** What the database of a dead site says of its mail, read from a copy: recovering it is left to the site. */
function recordedAsSent(base: string): string[] {
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-copie-"));
  try {
    for (const suite of ["", "-wal"])
      if (existsSync(base + suite)) copyFileSync(base + suite, join(dossier, `site.db${suite}`));
    const copie = openDatabase(join(dossier, "site.db"));
    const lignes = copie.prepare("SELECT id FROM inbox WHERE courrier = 'envoye'").all();
    copie.close();
    return lignes.map(({ id }) => String(id));
  } finally {
    rmSync(dossier, { recursive: true });
  }
}

const pathOf = (url: string) => decodeURIComponent(url.replace("/images/", ""));

/** @returns every file of the pictures' folder, below it */
function filesOf(DATA_DIR: string): string[] {
  const images = join(DATA_DIR, "images");
  if (!existsSync(images)) return [];
  return readdirSync(images, { recursive: true, withFileTypes: true })
    .filter((entree) => entree.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(images.length + 1));
}

/** After a restart: no file that belongs to none of the cards. Variants may be on their way. */
function expectFilesOf(DATA_DIR: string, cartes: readonly { images: string[] }[]): void {
  const cle = (chemin: string) => /^(.*\/[0-9a-f]{20})-/.exec(chemin)?.[1] ?? chemin;
  const connues = new Set(cartes.flatMap(({ images }) => images.map((url) => cle(pathOf(url)))));
  expect(filesOf(DATA_DIR).filter((fichier) => !connues.has(cle(fichier)))).toEqual([]);
}
