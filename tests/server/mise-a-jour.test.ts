/** Upgrades: a backup first, each migration once, and no way back by accident. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { MIGRATIONS } from "#adapters/embedded/database.ts";
import { migrate } from "#adapters/embedded/migrate.ts";
import { tablesOf } from "#tests/backup/site.ts";
import { commande } from "./commande.ts";
import { demarrer, demarrerEnVain, dossierDeDonnees } from "./process.ts";

// Each of these starts several processes.
vi.setConfig({ testTimeout: 120_000 });

const TOUTES = readdirSync(MIGRATIONS).sort();

/** A folder of migrations that the test may add to. @param nombre how many of this version's are in it */
function anciennes(nombre: number): string {
  const dossier = dossierDeDonnees();
  for (const nom of TOUTES.slice(0, nombre)) cpSync(join(MIGRATIONS, nom), join(dossier, nom));
  return dossier;
}

/** The data folder of a version that had so many migrations, with a setting in it. */
function ancienSite(nombre: number): string {
  const DATA_DIR = dossierDeDonnees();
  const db = new DatabaseSync(join(DATA_DIR, "site.db"));
  migrate(db, anciennes(nombre));
  db.exec(`INSERT INTO reglages (ligne, contenu) VALUES (1, '{"annee":2031}')`);
  db.close();
  writeFileSync(join(DATA_DIR, "secret"), "s".repeat(43));
  return DATA_DIR;
}

describe("the first start of a newer version", () => {
  it("backs everything up, upgrades once, keeps what was there; and the backup leads back", async () => {
    const DATA_DIR = ancienSite(3);
    const avant = tablesOf(join(DATA_DIR, "site.db"));
    const site = await demarrer({ DATA_DIR });
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Planning 2031");
    await site.arreter("SIGTERM");
    const appliquees = () => tablesOf(join(DATA_DIR, "site.db")).migrations;
    const apres = appliquees();
    expect(apres).toHaveLength(TOUTES.length);

    const encore = await demarrer({ DATA_DIR });
    await encore.arreter("SIGTERM");
    expect(appliquees()).toEqual(apres);
    const faites = readdirSync(join(DATA_DIR, "sauvegardes"));
    expect(faites).toHaveLength(1);

    const neuf = join(dossierDeDonnees(), "neuf");
    const fichier = join(DATA_DIR, "sauvegardes", faites[0] ?? "");
    expect((await commande("restore", { DATA_DIR: neuf }, fichier)).code).toBe(0);
    expect(tablesOf(join(neuf, "site.db"))).toEqual(avant);
  });

  it("makes no backup where there is nothing to lose", async () => {
    const DATA_DIR = dossierDeDonnees();
    await (await demarrer({ DATA_DIR })).arreter("SIGTERM");
    expect(readdirSync(DATA_DIR)).not.toContain("sauvegardes");
  });

  it("changes nothing when that backup fails", async () => {
    const DATA_DIR = ancienSite(3);
    const avant = tablesOf(join(DATA_DIR, "site.db"));
    const BACKUP_DIR = join(DATA_DIR, "secret", "impossible");
    const { code, sortie } = await demarrerEnVain({ DATA_DIR, BACKUP_DIR });
    expect([code, sortie.trim()]).toEqual([
      1,
      expect.stringMatching(/^Nothing was upgraded, because the backup before it failed: .*$/),
    ]);
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(avant);
  });
});

describe("an older version on a newer database", () => {
  it("is refused in one clear line, and changes nothing", async () => {
    const DATA_DIR = ancienSite(TOUTES.length);
    const db = new DatabaseSync(join(DATA_DIR, "site.db"));
    db.exec("INSERT INTO migrations VALUES ('9999-plus-tard.sql', '2030-01-01T00:00:00.000Z')");
    db.close();
    const avant = tablesOf(join(DATA_DIR, "site.db"));
    const { code, sortie } = await demarrerEnVain({ DATA_DIR });
    expect(code).toBe(1);
    expect(sortie.trim()).toMatch(
      /^The database \S+ was written by a newer version of this site \(it has 9999-plus-tard\.sql\): .*$/,
    );
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(avant);
  });
});

describe("a migration that fails", () => {
  it("leaves the database as it was, and the backup made before it", () => {
    const DATA_DIR = ancienSite(3);
    const file = join(DATA_DIR, "site.db");
    const avant = tablesOf(file);
    const dossier = anciennes(3);
    writeFileSync(
      join(dossier, "0004-casse.sql"),
      "ALTER TABLE reglages ADD COLUMN x TEXT; DELETE FROM reglages; INSERT INTO nulle_part VALUES (1);",
    );
    let copie: Buffer | undefined;
    const db = new DatabaseSync(file);
    expect(() =>
      migrate(db, dossier, () => {
        copie = readFileSync(file);
      }),
    ).toThrow("The migration 0004-casse.sql failed: no such table: nulle_part");
    db.close();
    expect(copie).toBeDefined();
    expect(tablesOf(file)).toEqual(avant);
  });
});
