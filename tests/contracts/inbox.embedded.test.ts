import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import type { Envoi } from "#domain/submission.ts";
import type { Inbox, Recherche } from "#ports/inbox.ts";
import { embeddedFile } from "./embedded-file.ts";
import { inboxContract } from "./inbox.contract.ts";
import { inboxDeskContract } from "./inbox-desk.contract.ts";

const make = async () => {
  const { open } = embeddedFile();
  return async () => createInbox(open());
};
inboxContract("inbox in SQLite", make);
inboxDeskContract("inbox in SQLite", make);

const MIDI = new Date("2025-08-01T12:00:00.000Z");
const UNE_HEURE_PLUS_TARD = new Date("2025-08-01T13:00:00.000Z");

const ENVOI: Envoi = {
  type: "message",
  contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" },
};

const worker = (...args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "inbox.worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });

/** Runs another process to its end. @returns what it said */
async function lignesDe(...args: string[]): Promise<string[]> {
  const process = worker(...args);
  const fin = once(process, "exit");
  const lignes: string[] = [];
  for await (const ligne of createInterface({ input: process.stdout })) lignes.push(ligne);
  expect((await fin)[0]).toBe(0);
  return lignes;
}

it("keeps entries, claims and the state of mail when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const avant = open();
  const { entree } = await createInbox(avant).add(ENVOI, MIDI);
  await createInbox(avant).claimDue(MIDI, 60_000, 10);
  avant.close();

  const entre = open();
  expect(await createInbox(entre).get(entree.id)).toStrictEqual(entree);
  expect(await createInbox(entre).claimDue(new Date(MIDI.getTime() + 59_999), 60_000, 10)).toEqual([]);
  expect(await createInbox(entre).claimDue(new Date(MIDI.getTime() + 60_000), 60_000, 10)).toHaveLength(1);
  await createInbox(entre).markSent(entree.id, MIDI);
  entre.close();

  const apres = createInbox(open());
  expect((await apres.get(entree.id))?.courrier).toEqual({ etat: "envoye", le: MIDI });
  expect(await apres.claimDue(UNE_HEURE_PLUS_TARD, 60_000, 10)).toEqual([]);
  expect(await apres.add(ENVOI, UNE_HEURE_PLUS_TARD)).toMatchObject({ nouvelle: false, entree: { id: entree.id } });
});

it("loses nothing that it acknowledged when the process is killed in the middle of its work", async () => {
  const { file, open } = embeddedFile();
  open();
  const process = worker(file, "deposer", "100000");
  const fin = once(process, "exit");
  const acquittes: string[] = [];
  for await (const ligne of createInterface({ input: process.stdout })) {
    acquittes.push(ligne.split(" ")[1] ?? "");
    if (acquittes.length === 50) process.kill("SIGKILL");
  }
  expect((await fin)[1]).toBe("SIGKILL");

  const inbox = createInbox(open());
  const retrouves = await Promise.all(acquittes.map(async (id) => (await inbox.get(id))?.id));
  expect(retrouves).toEqual(acquittes);
  expect(acquittes.length).toBeGreaterThanOrEqual(50);
});

it("makes one entry of each message and one claim of each entry when several processes work at once", async () => {
  const { file, open } = embeddedFile();
  open();
  const depots = await Promise.all(Array.from({ length: 3 }, () => lignesDe(file, "deposer", "60")));
  const nouvelles = depots.flat().filter((ligne) => ligne.startsWith("nouvelle"));
  expect(nouvelles).toHaveLength(60);
  expect(new Set(depots.flat().map((ligne) => ligne.split(" ")[1])).size).toBe(60);

  const prises = await Promise.all(Array.from({ length: 3 }, () => lignesDe(file, "livrer")));
  expect(prises.flat().sort()).toEqual(nouvelles.map((ligne) => ligne.replace("nouvelle", "prise")).sort());
});

it("answers from an index with 10,000 entries", () => {
  const db = embeddedFile().open();
  const plan = (sql: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join();
  expect(plan("SELECT * FROM inbox WHERE type = 'message' ORDER BY recu_le DESC, numero DESC LIMIT 50")).toBe(
    "SEARCH inbox USING INDEX inbox_par_type (type=?)",
  );
  expect(
    plan("SELECT * FROM inbox WHERE type = 'message' AND etat = 'nouveau' ORDER BY recu_le DESC, numero DESC LIMIT 50"),
  ).toBe("SEARCH inbox USING INDEX inbox_par_etat (type=? AND etat=?)");
});

/** A file with 10,000 sign-ups, 500 of them of people who are not 18 yet, and 10,000 messages of 600 characters. */
function dixMille(db: DatabaseSync): Inbox {
  const commun = { charte: "Validé par la personne", charteMineur: "Majeur" } as const;
  const insert = db.prepare(
    `INSERT INTO inbox (id, type, contenu, empreinte, recu_le, prochaine, courrier, envoye_le)
     VALUES (:type || :i, :type, :contenu, :type || :i, :recuLe, :recuLe, 'envoye', :recuLe)`,
  );
  db.exec("BEGIN");
  for (let i = 0; i < 10_000; i++) {
    const recuLe = new Date(MIDI.getTime() + i * 1000);
    const contenu = {
      ...commun,
      nom: `Héritier n${i}`,
      prenom: "Zoé",
      adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
      tel: String(791_234_567 + i).padStart(10, "0"),
      dateAnniv: i % 20 === 0 ? "05.08.2008" : "05.08.1999",
    };
    insert.run({ type: "inscription", i, contenu: JSON.stringify(contenu), recuLe: recuLe.toISOString() });
    const texte = `Bonjour le comité, ${"la brisolée est-elle ouverte à tous ? ".repeat(15)}`;
    const message = { nom: `Léo ${i}`, email: "leo@exemple.ch", sujet: `Brisolée ${i}`, message: texte };
    insert.run({ type: "message", i, contenu: JSON.stringify(message), recuLe: recuLe.toISOString() });
  }
  db.exec("COMMIT");
  return createInbox(db);
}

it("finds a page among 10,000 entries, also those that an older version wrote", async () => {
  const inbox = dixMille(embeddedFile().open());
  const portion = { debut: 0, nombre: 50 };
  const commun = { type: "inscription", texte: "", filtre: "tout", jour: "2025-08-01" } as const;
  const recherches: [Recherche, number][] = [
    [commun, 10_000],
    [{ ...commun, texte: "ZOE heritier N999" }, 11],
    [{ ...commun, texte: "personne de ce nom" }, 0],
    [{ ...commun, filtre: "mineur" }, 500],
    [{ ...commun, filtre: "traite" }, 0],
    [{ ...commun, filtre: "echec" }, 0],
    [{ ...commun, type: "message", texte: "brisolee 9999" }, 1],
  ];
  for (const [recherche, attendu] of recherches) {
    const { total, fiches } = await inbox.search(recherche, portion);
    expect([total, fiches.length]).toEqual([attendu, Math.min(attendu, portion.nombre)]);
  }
  const { fiches } = await inbox.search(commun, { debut: 9950, nombre: 50 });
  expect(fiches.at(-1)?.contenu.nom).toBe("Héritier n0");
});

it("throws when the store does not answer", async () => {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  db.close();
  await expect(inbox.add(ENVOI, MIDI)).rejects.toThrow();
  await expect(inbox.get("x")).rejects.toThrow();
  await expect(inbox.claimDue(MIDI, 60_000, 10)).rejects.toThrow();
  await expect(inbox.nextDue()).rejects.toThrow();
  await expect(inbox.markSent("x", MIDI)).rejects.toThrow();
  await expect(inbox.count("message")).rejects.toThrow();
  await expect(inbox.setTreated("x", MIDI)).rejects.toThrow();
  await expect(inbox.delete("x")).rejects.toThrow();
  await expect(inbox.purge("message", MIDI)).rejects.toThrow();
});
