import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import type { Envoi } from "#ports/inbox.ts";
import { embeddedFile } from "./embedded-file.ts";
import { inboxContract } from "./inbox.contract.ts";

inboxContract("inbox in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createInbox(open());
});

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

it("throws when the store does not answer", async () => {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  db.close();
  await expect(inbox.add(ENVOI, MIDI)).rejects.toThrow();
  await expect(inbox.get("x")).rejects.toThrow();
  await expect(inbox.claimDue(MIDI, 60_000, 10)).rejects.toThrow();
  await expect(inbox.nextDue()).rejects.toThrow();
  await expect(inbox.markSent("x", MIDI)).rejects.toThrow();
});
