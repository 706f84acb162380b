import type { DatabaseSync } from "node:sqlite";
import { type State, statesAfter } from "#domain/history.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { Author, ReadSettings, SettingsStore } from "#ports/settings-store.ts";
import { erase } from "./erasure.ts";
import { pruneStates, statesIn } from "./states.ts";

/** The version before anything was saved. */
export const BEFORE_ANY = "0";

/** The row, as far as it is read. */
type Row = {
  content: string;
  version: string;
  updated_at: string | null;
  updated_by: string | null;
  updated_by_id: string;
  photo: string | null;
  photo_known: 0 | 1;
};

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openDatabase` gave it
 */
export function createSettingsStore(db: DatabaseSync): SettingsStore {
  const reading = db.prepare(
    `SELECT content, CAST(revision AS TEXT) AS version, updated_at, updated_by, updated_by_id, photo, photo_known
     FROM settings`,
  );
  const states = statesIn<Settings>(db, "settings", completed);
  const find = () => readSettings(reading.get() as Row | undefined);

  return {
    get: async () => find(),

    async save(settings, version, author, photo) {
      return erase(db, () => {
        const before = find();
        if (before.version !== version) return "outdated";
        write(db, statesOf(before, states.of("settings"), settings, author, photo), {
          ...{ settings, author, before, photo: photo ? photo.is : before.photo },
        });
        return "saved";
      });
    },

    listStates: async () => states.of("settings"),
    pruneStates: async (now) => pruneStates(db, "settings", now),
  };
}

function readSettings(row: Row | undefined): ReadSettings {
  const saved = row ? (JSON.parse(row.content) as Partial<Settings>) : {};
  return {
    ...completed(saved),
    version: row?.version ?? BEFORE_ANY,
    lastSave: row ? authorOf(row) : null,
    photo: row?.photo_known ? row.photo : undefined,
  };
}

/** @returns settings that were saved, and as on a first start those that were unknown then */
const completed = (saved: Partial<Settings>): Settings => ({ ...structuredClone(INITIAL_SETTINGS), ...saved });

const authorOf = ({ updated_at, updated_by, updated_by_id }: Row): Author | null =>
  updated_at && updated_by ? { by: { id: updated_by_id, name: updated_by }, at: new Date(updated_at) } : null;

/** @returns the earlier states after a save; examples that nobody has saved are none */
function statesOf(
  before: ReadSettings,
  states: readonly State<Settings>[],
  settings: Settings,
  { by, at }: Author,
  photo: { was: string | null; is: string | null } | undefined,
): State<Settings>[] {
  if (before.version === BEFORE_ANY) return [];
  const was = before.photo === undefined ? photo?.was : before.photo;
  const { lastSave } = before;
  return statesAfter(states, {
    before: {
      content: onlySettings(before),
      ...(was !== undefined && { picture: was }),
      ...{ at: lastSave?.at.toISOString() ?? at.toISOString(), by: lastSave?.by ?? null },
    },
    after: { content: onlySettings(settings), picture: photo ? photo.is : (was ?? null) },
    ...{ by, at },
  });
}

type Save = { settings: Settings; author: Author; before: ReadSettings; photo: string | null | undefined };

function write(db: DatabaseSync, states: readonly State<Settings>[], { settings, author, before, photo }: Save): void {
  const { by, at } = author;
  const row = {
    ...{ content: JSON.stringify(onlySettings(settings)), at: at.toISOString(), name: by.name, id: by.id },
    ...{ states: JSON.stringify(states), photo: photo ?? null, known: photo === undefined ? 0 : 1 },
  };
  const sql =
    before.version === BEFORE_ANY
      ? `INSERT INTO settings (only_row, content, updated_at, updated_by, updated_by_id, states, photo, photo_known)
         VALUES (1, :content, :at, :name, :id, :states, :photo, :known)`
      : `UPDATE settings SET content = :content, revision = revision + 1, updated_at = :at, updated_by = :name,
         updated_by_id = :id, states = :states, photo = :photo, photo_known = :known`;
  db.prepare(sql).run(row);
}

/** Without the version and the author of what was read, should they come along. */
const onlySettings = (settings: Settings): Settings =>
  Object.fromEntries(
    (Object.keys(INITIAL_SETTINGS) as (keyof Settings)[]).map((field) => [field, settings[field]]),
  ) as Settings;
