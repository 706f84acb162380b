import type { DatabaseSync } from "node:sqlite";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { Author, SettingsStore } from "#ports/settings-store.ts";
import { erase } from "./erasure.ts";

/** The version before anything was saved. */
export const BEFORE_ANY = "0";

/** The row, as far as it is read. */
type Row = { content: string; version: string; updated_at: string | null; updated_by: string | null };

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openDatabase` gave it
 */
export function createSettingsStore(db: DatabaseSync): SettingsStore {
  const reading = db.prepare("SELECT content, CAST(revision AS TEXT) AS version, updated_at, updated_by FROM settings");
  const saving = db.prepare(
    `UPDATE settings SET content = ?, revision = revision + 1, updated_at = ?, updated_by = ?
     WHERE CAST(revision AS TEXT) = ?`,
  );
  const savingFirst = db.prepare(
    `INSERT INTO settings (only_row, content, updated_at, updated_by) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  return {
    async get() {
      const row = reading.get() as Row | undefined;
      const saved = row ? (JSON.parse(row.content) as Partial<Settings>) : {};
      return {
        ...structuredClone(INITIAL_SETTINGS),
        ...saved,
        version: row?.version ?? BEFORE_ANY,
        lastSave: row ? authorOf(row) : null,
      };
    },

    async save(settings, version, { email, at }) {
      const values = [JSON.stringify(onlySettings(settings)), at.toISOString(), email] as const;
      const { changes } = erase(db, () =>
        version === BEFORE_ANY ? savingFirst.run(...values) : saving.run(...values, version),
      );
      return changes === 1 ? "saved" : "outdated";
    },
  };
}

const authorOf = ({ updated_at, updated_by }: Row): Author | null =>
  updated_at && updated_by ? { email: updated_by, at: new Date(updated_at) } : null;

/** Without the version and the author of what was read, should they come along. */
const onlySettings = (settings: Settings): Settings =>
  Object.fromEntries(
    (Object.keys(INITIAL_SETTINGS) as (keyof Settings)[]).map((field) => [field, settings[field]]),
  ) as Settings;
