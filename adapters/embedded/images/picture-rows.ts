/** The table `images`: every statement on it. */
import type { DatabaseSync } from "node:sqlite";
import type { Focus } from "#domain/pictures/focus.ts";
import type { Collection } from "#domain/pictures/stored-image.ts";
import { tintIn } from "#domain/pictures/tints.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import { erase } from "../erasure.ts";
import { transaction } from "../transaction.ts";

/** A row as the table has it. */
export type PictureRow = {
  readonly number: number;
  readonly path: string;
  readonly collection: Collection;
  readonly id: string;
  readonly key: string;
  /** Of the largest variant. */
  readonly width: number;
  readonly height: number;
  readonly tint: string;
  readonly focus: Focus;
  readonly set_aside: 0 | 1;
  readonly added_at: string;
};

type Rows = Pick<PictureStore, "list" | "find" | "claim" | "update" | "remove"> & {
  /** Whether this database has ever held a picture, or was about to. */
  everUsed: () => boolean;
  /** @param file a name of a picture's file @returns whether that picture is hidden */
  isHidden: (file: string) => boolean;
  /** Records, before the first file of the first picture is written, that the files are this database's. */
  begin: () => Promise<void>;
};

/** Prepares the statements. @param db as `openDatabase` gave it */
export function createPictureRows(db: DatabaseSync): Rows {
  const countingEver = db.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'images' AND seq > 0");
  const beginning = db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('images', 1)");
  const listing = db.prepare("SELECT * FROM images WHERE collection = ? AND id = ifnull(?, id) ORDER BY number");
  const finding = db.prepare("SELECT * FROM images WHERE path = ?");
  const adding = db.prepare(
    `INSERT INTO images (path, collection, id, key, width, height, tint, focus, set_aside, added_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO NOTHING RETURNING *`,
  );
  const updating = db.prepare("UPDATE images SET set_aside = ifnull(?, set_aside) WHERE number = ? RETURNING *");
  const removing = db.prepare("DELETE FROM images WHERE number = ?");
  const findingHidden = db.prepare("SELECT 1 FROM images WHERE key = ? AND set_aside = 1");
  const everUsed = () => countingEver.get() !== undefined;
  const one = (row: unknown) => (row ? pictureOf(row as PictureRow) : null);
  return {
    list: async (collection, id) => listing.all(collection, id ?? null).map((row) => pictureOf(row as PictureRow)),
    find: async (path) => one(finding.get(path)),
    async claim({ path, folder, made, setAside, addedAt }) {
      const { key, width, height, tint, focus } = made;
      const place = [path, folder.collection, folder.id];
      const values = [...place, key, width, height, tint ?? "", focus, Number(setAside), addedAt.toISOString()];
      return one(await transaction(db, () => adding.get(...values)));
    },
    async update({ version }, { setAside }) {
      const flag = setAside === undefined ? null : Number(setAside);
      return one(await transaction(db, () => updating.get(flag, Number(version))));
    },
    async remove({ version }) {
      await erase(db, () => removing.run(Number(version)));
    },
    isHidden: (file) => findingHidden.get(file.split("-", 1)[0] ?? "") !== undefined,
    everUsed,
    async begin() {
      if (!everUsed()) await transaction(db, () => everUsed() || beginning.run());
    },
  };
}

const pictureOf = (row: PictureRow): Picture => ({
  path: row.path,
  folder: { collection: row.collection, id: row.id },
  version: String(row.number),
  addedAt: new Date(row.added_at),
  setAside: row.set_aside === 1,
  made: {
    ...{ key: row.key, width: row.width, height: row.height, tint: tintIn(row.tint), focus: row.focus },
    old: false,
  },
  refusal: null,
});
