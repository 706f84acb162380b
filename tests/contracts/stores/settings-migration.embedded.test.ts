import { expect, it } from "vitest";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { olderDatabase } from "./older-database.ts";

it("settings and pictures from before versions and group photos are all there afterwards", async () => {
  const { db, upgrade } = olderDatabase("0004");
  db.exec(`INSERT INTO reglages VALUES (1, '{"annee":2024}')`);
  const add = db.prepare(
    `INSERT INTO images (path, collection, id, cle, largeur, hauteur, webp, mis_de_cote, ajoutee_le)
     VALUES (?, 'evenements', 'Fête0825', 'abc', 3, 2, 1, 0, '2025-08-01T00:00:00.000Z')`,
  );
  for (const path of ["a.jpg", "b.jpg", "c.jpg"]) add.run(path);
  db.exec("DELETE FROM images WHERE path = 'b.jpg'");
  const images = db.prepare("SELECT * FROM images ORDER BY numero").all();

  upgrade();
  expect(db.prepare("SELECT * FROM images ORDER BY number").all()).toMatchObject(
    images.map(({ path, collection, id, webp, numero: number, cle: key, largeur: width, mis_de_cote: set_aside }) => ({
      ...{ path, collection, id, webp, number, key, width, set_aside },
    })),
  );
  const store = createSettingsStore(db);
  const stored = await store.get();
  expect(stored).toMatchObject({ planningYear: 2024, lastSave: null });
  expect(await store.save(stored, stored.version, { by: { id: "", name: "a@exemple.ch" }, at: new Date() })).toBe(
    "saved",
  );
});
