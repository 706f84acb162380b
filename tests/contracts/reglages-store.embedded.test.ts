import { expect, it } from "vitest";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { embeddedFile } from "./embedded-file.ts";
import { ANNE, reglagesStoreContract } from "./reglages-store.contract.ts";

reglagesStoreContract("settings in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createReglagesStore(open());
});

it("has the settings again when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const avant = open();
  const store = createReglagesStore(avant);
  await store.save({ ...REGLAGES_DE_DEPART, annee: 2031 }, (await store.get()).version, ANNE);
  avant.close();
  expect(await createReglagesStore(open()).get()).toMatchObject({ annee: 2031, modifies: ANNE });
});

it("fills in a setting that did not exist yet when the others were saved, and lets it be saved", async () => {
  const db = embeddedFile().open();
  db.prepare("INSERT INTO reglages (ligne, contenu) VALUES (1, ?)").run(JSON.stringify({ annee: 2024, lieu: "Sion" }));
  const store = createReglagesStore(db);
  const lus = await store.get();
  expect(lus).toMatchObject({ ...REGLAGES_DE_DEPART, annee: 2024, lieu: "Sion", modifies: null });
  expect(lus).toMatchObject({ hebergement: "", messagerie: "" });
  expect(await store.save(lus, lus.version, ANNE)).toBe("enregistre");
});
