/** Two families of stores that things move between: data folders and projects of their own, and what is in them. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openFirestore } from "#adapters/firebase/client.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Demenagement } from "#ports/demenagement.ts";
import type { Services } from "#ports/services.ts";
import { openMove } from "#server/backends/moves.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { EMULATEUR, hostedBucket } from "#tests/contracts/hosted-bucket.ts";
import { ENV_EMULATEURS } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { demenager, type Rapport } from "#usecases/demenager.ts";

/** Settings of a family, as the environment has them. */
export type Env = Record<string, string>;

/** @returns settings of a data folder that does not exist yet, and goes away when the test ends */
export function dossierNeuf(): Env & { DATA_DIR: string } {
  const parent = mkdtempSync(join(tmpdir(), "jeunesse-transfer-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return { BACKEND: "embedded", DATA_DIR: join(parent, "data") };
}

/** A project of its own in the emulators. */
export function projetDEssai() {
  const seau = hostedBucket();
  const projectId = seau.bucket.split(".", 1)[0] ?? "";
  const firestore = openFirestore({ projectId });
  onTestFinished(() => firestore.terminate());
  const env: Env = {
    ...ENV_EMULATEURS,
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: `cle-de-${projectId}`,
    FIREBASE_STORAGE_BUCKET: seau.bucket,
  };
  return {
    ...seau,
    env,
    firestore,

    /** @returns when each document and each object was written last: equal when nothing was */
    async ecritures(): Promise<Record<string, string>> {
      const collections = await firestore.listCollections();
      const documents = (await Promise.all(collections.map((une) => une.get()))).flatMap(({ docs }) => docs);
      const reponse = await fetch(`${EMULATEUR}/b/${seau.bucket}/o`);
      const { items = [] } = (await reponse.json()) as { items?: Record<string, string>[] };
      return Object.fromEntries([
        ...documents.map((un) => [un.ref.path, String(un.updateTime?.toDate().toISOString())]),
        ...items.map(({ name, generation, metageneration }) => [name, `${generation}.${metageneration}`]),
      ]);
    },
  };
}

/** Opens a site's stores, and closes them when the work is done, of which nothing may fail. */
export async function avecServices<T>(
  env: Env,
  travail: (services: Services, reprendre: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const pannes: unknown[] = [];
  const { services, reprendre, close } = await openServices(readConfig(env), {
    onChange: () => {},
    onMail: () => {},
    signaler: (panne) => pannes.push(panne),
  });
  const fini = await travail(services, reprendre);
  await close();
  expect(pannes).toEqual([]);
  return fini;
}

/** Moves as the command does. @param passer stands between the work and its target */
export async function transferer(
  de: Env,
  vers: Env,
  passer: (vers: Demenagement) => Demenagement = (porte) => porte,
): Promise<Rapport> {
  const source = openMove(readConfig(de), false);
  const cible = openMove(readConfig(vers), true);
  try {
    return await demenager(source, passer(cible));
  } finally {
    await source.close();
    await cible.close();
  }
}

export const MIDI = new Date("2025-08-01T12:00:00.000Z");
const plusTard = (minutes: number) => new Date(MIDI.getTime() + minutes * 60_000);

export const ANA = { Prenom: "Ana", Nom: "Dupont", Poste: "Caissier" };
export const message = (texte: string) =>
  ({ type: "message", contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: texte } }) as const;

type Envois = Awaited<ReturnType<typeof fill>>;
let filled: Promise<{ DATA_DIR: string; ids: Envois }> | undefined;

/** @returns a data folder that `fill` has filled once for the process */
async function filledFolder() {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  process.once("exit", () => rmSync(DATA_DIR, { recursive: true, force: true }));
  return { DATA_DIR, ids: await fill({ BACKEND: "embedded", DATA_DIR }) };
}

/** Fills a site with something of everything that it keeps. @returns identifiers of what visitors sent */
export async function remplir(env: Env): Promise<Envois> {
  if (env.BACKEND !== "embedded") return fill(env);
  filled ??= filledFolder();
  const { DATA_DIR, ids } = await filled;
  cpSync(DATA_DIR, env.DATA_DIR ?? "", { recursive: true, preserveTimestamps: true });
  return ids;
}

const fill = (env: Env) =>
  avecServices(env, async ({ membres, evenements, reglages, inbox, images }) => {
    await membres.create("DupontCaissier", ANA);
    await membres.create("ReyMembre", { Prenom: "Léo", Nom: "Rey", Poste: "Membre" });
    await evenements.create("Loto1125", unEvenement({ Nom: "Loto", Date: "2025-11", Du: "2025-11-08" }));
    await evenements.create("Annulé0925", unEvenement({ Nom: "Annulé", Date: "2025-09" }));
    await evenements.delete("Annulé0925");
    const bal = unEvenement({ Nom: "Bal d’été", Etat: "annule" });
    await evenements.create("Bal0825", bal);
    await evenements.update("Bal0825", { ...bal, Lieu: "Halle" }, (await evenements.get("Bal0825"))?.version ?? "");
    const { version } = await reglages.get();
    await reglages.save({ ...REGLAGES_DE_DEPART, annee: 2026 }, version, { email: "anne@exemple.ch", le: MIDI });

    const affiche = { collection: "evenements", id: "Bal0825" } as const;
    for (const [i, largeur] of [500, 300].entries())
      await images.save(affiche, { nom: "affiche.jpg", octets: await jpeg(largeur, 400, i) });
    await images.save(PHOTO_DE_GROUPE, { nom: "groupe.jpg", octets: await jpeg(1000, 300, 3) });
    const portrait = { collection: "membres", id: "ReyMembre" } as const;
    await images.save(portrait, { nom: "léo rey.jpg", octets: await jpeg(320, 300, 4) });
    await images.setAside(portrait);
    await images.save(portrait, { nom: "léo rey.jpg", octets: await jpeg(320, 300, 5) });

    const ids: string[] = [];
    for (const [i, texte] of ["parti", "refusé", "essayé", "traité"].entries())
      ids.push((await inbox.add(message(texte), plusTard(i))).entree.id);
    const contenu = {
      ...{ nom: "Rey", prenom: "Eva", adresse: "Rue 1", tel: "0791234567", dateAnniv: "05.08.2008" },
      ...({ charte: "Validé par la personne", charteMineur: "Validé par la personne" } as const),
    };
    ids.push((await inbox.add({ type: "inscription", contenu, birthDateToVerify: true }, plusTard(0))).entree.id);
    const [parti = "", refuse = "", essaye = "", traite = "", inscription = ""] = ids;
    for (const id of [parti, inscription]) await inbox.markSent(id, plusTard(9));
    await inbox.markKept(traite, plusTard(9));
    await inbox.markFailed(refuse, "550 refused");
    await inbox.markRetry(essaye, "no connection", plusTard(30));
    await inbox.setTreated(traite, plusTard(60));
    await inbox.setAuthorised(inscription, plusTard(61));
    return { parti, refuse, essaye, traite, inscription };
  });
