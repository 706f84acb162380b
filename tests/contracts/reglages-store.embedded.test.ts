import { expect, it } from "vitest";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { embeddedFile } from "./embedded-file.ts";
import { reglagesStoreContract } from "./reglages-store.contract.ts";

reglagesStoreContract("settings in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createReglagesStore(open());
});

it("has the settings again when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const avant = open();
  await createReglagesStore(avant).save({ ...REGLAGES_DE_DEPART, annee: 2031 });
  avant.close();
  expect((await createReglagesStore(open()).get()).annee).toBe(2031);
});

it("fills in a setting that did not exist yet when the others were saved", async () => {
  const db = embeddedFile().open();
  db.prepare("INSERT INTO reglages (ligne, contenu) VALUES (1, ?)").run(JSON.stringify({ annee: 2024, lieu: "Sion" }));
  expect(await createReglagesStore(db).get()).toEqual({ ...REGLAGES_DE_DEPART, annee: 2024, lieu: "Sion" });
});
