/** The table `images`: every statement on it. */
import type { DatabaseSync } from "node:sqlite";
import type { Teinte } from "#domain/teintes.ts";
import type { Collection, Dossier } from "#ports/image-store.ts";
import { erase } from "../erasure.ts";

/** What is known of one picture. */
export type Ligne = {
  readonly numero: number;
  readonly path: string;
  readonly collection: Collection;
  readonly id: string;
  readonly cle: string;
  /** Of the largest variant. */
  readonly largeur: number;
  readonly hauteur: number;
  /** 1 once these variants are on the disk. */
  readonly webp: 0 | 1;
  readonly avif: 0 | 1;
  /** 1 once the share picture is on the disk. */
  readonly partage: 0 | 1;
  readonly teinte: Teinte | "";
};

type NouvelleLigne = Omit<Ligne, "numero" | "webp" | "avif">;

/** Prepares the statements. @param db as `openDatabase` gave it */
export function createRows(db: DatabaseSync) {
  const ligne = "numero, path, collection, id, cle, largeur, hauteur, webp, avif, partage, teinte";
  const adding = db.prepare(
    `INSERT INTO images (path, collection, id, cle, largeur, hauteur, partage, teinte, ajoutee_le)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${ligne}`,
  );
  const getting = db.prepare(`SELECT ${ligne} FROM images WHERE numero = ?`);
  const findingPath = db.prepare("SELECT 1 FROM images WHERE path = ?");
  const countingEver = db.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'images' AND seq > 0");
  const beginning = db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('images', 1)");
  const listing = db.prepare(`SELECT ${ligne} FROM images ORDER BY numero`);
  const findingLast = db.prepare(
    `SELECT ${ligne} FROM images WHERE collection = ? AND id = ? AND mis_de_cote = 0 ORDER BY numero DESC LIMIT 1`,
  );
  const findingLastOfEach = db.prepare(
    `SELECT ${ligne} FROM images WHERE numero IN
       (SELECT max(numero) FROM images WHERE collection = ? AND mis_de_cote = 0 GROUP BY id)`,
  );
  const listingFolders = db.prepare(
    "SELECT id, min(mis_de_cote) AS misDeCote, max(ajoutee_le) AS depuis FROM images WHERE collection = ? GROUP BY id",
  );
  const finishing = {
    webp: db.prepare(`UPDATE images SET webp = 1 WHERE numero = ? RETURNING ${ligne}`),
    avif: db.prepare(`UPDATE images SET avif = 1 WHERE numero = ? RETURNING ${ligne}`),
    partage: db.prepare(`UPDATE images SET partage = 1 WHERE numero = ? RETURNING ${ligne}`),
  };
  const redoing = {
    webp: db.prepare(`UPDATE images SET webp = 0 WHERE numero = ? RETURNING ${ligne}`),
    avif: db.prepare(`UPDATE images SET avif = 0 WHERE numero = ? RETURNING ${ligne}`),
    partage: db.prepare(`UPDATE images SET partage = 0 WHERE numero = ? RETURNING ${ligne}`),
  };
  const hiding = db.prepare("UPDATE images SET mis_de_cote = ? WHERE collection = ? AND id = ?");
  const removing = db.prepare(`DELETE FROM images WHERE path = ? RETURNING ${ligne}`);
  const discarding = db.prepare(
    `DELETE FROM images WHERE collection = ? AND id = ? AND mis_de_cote = 1 RETURNING ${ligne}`,
  );

  return {
    add: ({ path, collection, id, cle, largeur, hauteur, partage, teinte }: NouvelleLigne) =>
      adding.get(path, collection, id, cle, largeur, hauteur, partage, teinte, new Date().toISOString()) as Ligne,
    get: (numero: number) => getting.get(numero) as Ligne | undefined,
    /** Whether a picture has this path, also one that is set aside. */
    has: (path: string) => findingPath.get(path) !== undefined,
    /** Whether this database has ever held a picture, or was about to. */
    everUsed: () => countingEver.get() !== undefined,
    /** Records, before the first file of the first picture is written, that the files are this database's. */
    begin: () => {
      if (countingEver.get() === undefined) beginning.run();
    },
    /** All of them, those set aside included, oldest first. */
    all: () => listing.all() as Ligne[],
    last: ({ collection, id }: Dossier) => findingLast.get(collection, id) as Ligne | undefined,
    lastOfEach: (collection: Collection) => findingLastOfEach.all(collection) as Ligne[],
    folders: (collection: Collection) =>
      listingFolders.all(collection) as { id: string; misDeCote: 0 | 1; depuis: string }[],
    /** Records that the variants of a format, or the share picture, are on the disk. */
    finish: (numero: number, format: "webp" | "avif" | "partage") => finishing[format].get(numero) as Ligne,
    /** Records that they have to be made again: no page offers them until then. */
    redo: (numero: number, format: "webp" | "avif" | "partage") => redoing[format].get(numero) as Ligne,
    hide: ({ collection, id }: Dossier, misDeCote: boolean) => {
      hiding.run(misDeCote ? 1 : 0, collection, id);
    },
    /** @returns what was deleted */
    remove: (path: string) => erase(db, () => removing.all(path)) as Ligne[],
    /** Deletes what is set aside in a folder. @returns what was deleted */
    discard: ({ collection, id }: Dossier) => erase(db, () => discarding.all(collection, id)) as Ligne[],
  };
}
