import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "#adapters/embedded/migrate.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";

const MIGRATIONS = join(import.meta.dirname, "../../adapters/embedded/migrations");

it("settings and pictures from before versions and group photos are all there afterwards", async () => {
  const avant = mkdtempSync(join(tmpdir(), "jeunesse-migrations-"));
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => {
    db.close();
    rmSync(avant, { recursive: true });
  });
  for (const nom of readdirSync(MIGRATIONS).filter((un) => un < "0004"))
    copyFileSync(join(MIGRATIONS, nom), join(avant, nom));
  migrate(db, avant);
  db.exec(`INSERT INTO reglages VALUES (1, '{"annee":2024}')`);
  const ajouter = db.prepare(
    `INSERT INTO images (path, collection, id, cle, largeur, hauteur, webp, mis_de_cote, ajoutee_le)
     VALUES (?, 'evenements', 'Fête0825', 'abc', 3, 2, 1, 0, '2025-08-01T00:00:00.000Z')`,
  );
  for (const path of ["a.jpg", "b.jpg", "c.jpg"]) ajouter.run(path);
  db.exec("DELETE FROM images WHERE path = 'b.jpg'");
  const images = db.prepare("SELECT * FROM images ORDER BY numero").all();

  migrate(db, MIGRATIONS);
  expect(db.prepare("SELECT * FROM images ORDER BY numero").all()).toMatchObject(images);
  const store = createReglagesStore(db);
  const lus = await store.get();
  expect(lus).toMatchObject({ annee: 2024, modifies: null });
  expect(await store.save(lus, lus.version, { email: "a@exemple.ch", le: new Date() })).toBe("enregistre");
});
