import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "#adapters/embedded/migrate.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../adapters/embedded/migrations");

it("settings and pictures from before versions and group photos are all there afterwards", async () => {
  const before = mkdtempSync(join(tmpdir(), "jeunesse-migrations-"));
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => {
    db.close();
    rmSync(before, { recursive: true });
  });
  for (const name of readdirSync(MIGRATIONS).filter((one) => one < "0004"))
    copyFileSync(join(MIGRATIONS, name), join(before, name));
  migrate(db, before);
  db.exec(`INSERT INTO reglages VALUES (1, '{"annee":2024}')`);
  const add = db.prepare(
    `INSERT INTO images (path, collection, id, cle, largeur, hauteur, webp, mis_de_cote, ajoutee_le)
     VALUES (?, 'evenements', 'Fête0825', 'abc', 3, 2, 1, 0, '2025-08-01T00:00:00.000Z')`,
  );
  for (const path of ["a.jpg", "b.jpg", "c.jpg"]) add.run(path);
  db.exec("DELETE FROM images WHERE path = 'b.jpg'");
  const images = db.prepare("SELECT * FROM images ORDER BY numero").all();

  migrate(db, MIGRATIONS);
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
