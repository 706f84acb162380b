import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { documentHistoryContract } from "./document-history.contract.ts";
import { documentPicturesContract } from "./document-pictures.contract.ts";
import { documentStoreContract } from "./document-store.contract.ts";
import { embeddedFile } from "./embedded-file.ts";
import { evenementStoreContract } from "./evenement-store.contract.ts";
import { EVENEMENTS, MEMBRES } from "./samples.ts";

const ana = MEMBRES.example;

const makeMembres = async (now?: () => Date) => {
  const { open } = embeddedFile();
  return async () => createMembreStore(open(), now);
};
const makeEvenements = async (now?: () => Date) => {
  const { open } = embeddedFile();
  return async () => createEvenementStore(open(), now);
};
documentStoreContract("membres in SQLite", makeMembres, MEMBRES);
documentStoreContract("evenements in SQLite", makeEvenements, EVENEMENTS);
documentHistoryContract("membres in SQLite", makeMembres, MEMBRES);
documentHistoryContract("evenements in SQLite", makeEvenements, EVENEMENTS);
documentPicturesContract("membres in SQLite", makeMembres, MEMBRES);
documentPicturesContract("evenements in SQLite", makeEvenements, EVENEMENTS);

evenementStoreContract("the calendar's side of evenements in SQLite", async (now) =>
  createEvenementStore(embeddedFile().open(), now),
);

it("keeps what it said it has written when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const before = open();
  await createMembreStore(before).create("DupontMembre", ana);
  const document = await createMembreStore(before).get("DupontMembre");
  before.close();
  expect(await createMembreStore(open()).get("DupontMembre")).toEqual(document);
});

it("keeps the two collections apart", async () => {
  const db = embeddedFile().open();
  await createMembreStore(db).create("A", ana);
  expect(await createEvenementStore(db).list()).toEqual([]);
});

it("throws when the store does not answer", async () => {
  const db = embeddedFile().open();
  const membres = createMembreStore(db);
  db.close();
  await expect(membres.list()).rejects.toThrow();
  await expect(membres.get("A")).rejects.toThrow();
  await expect(membres.create("A", ana)).rejects.toThrow();
  await expect(membres.update("A", ana, "1")).rejects.toThrow();
  await expect(membres.listStates("A")).rejects.toThrow();
  await expect(membres.moveToBin("A", "1", aDeletion())).rejects.toThrow();
  await expect(membres.restore("clef", "A", null)).rejects.toThrow();
  await expect(membres.pruneStates(new Date())).rejects.toThrow();
});
