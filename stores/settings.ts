import { changedFields, keptRevisions, type Revision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { Content, Documents, Json, StoredDocument, Transaction } from "#ports/documents.ts";
import {
  deleteRevisionsBefore,
  listRevisions,
  type PreviousRevision,
  recordAction,
  revisionOf,
  writeRevision,
} from "./journal.ts";
import { claimPicture } from "./pictures/picture.ts";

export type SettingsAuthor = { readonly by: Person; readonly at: Date };

type ReadSettings = Settings & {
  /** Opaque version, which changes with every save. */
  readonly version: string;
  readonly lastSave: SettingsAuthor | null;
  /** Key of the group photo; null for no photo, undefined if a photo was never set or removed. */
  readonly photo: string | null | undefined;
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;

const SETTINGS = "settings";
const CURRENT = "current";

const BEFORE_ANY = "0";

const FIELDS = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/** The settings document; its revisions are in the journal. Methods throw if the store is unavailable. */
export function createSettingsStore(documents: Documents) {
  return {
    /** @returns the settings; until the first save, the examples of `INITIAL_SETTINGS` */
    get: async (): Promise<ReadSettings> => readSettings(await documents.get(SETTINGS, CURRENT)),

    /**
     * Replaces all settings, records a revision (`revisionsAfter`) and writes the journal.
     * @param photo absent: no change. The key of a deleted picture counts as null
     * @returns `outdated`, without a write, if the version has changed
     */
    save: (
      settings: Settings,
      version: string,
      author: SettingsAuthor,
      photo?: PictureChange,
      actions: readonly JournalAction[] = [],
    ): Promise<"saved" | "outdated"> =>
      documents.transaction(
        async (transaction) => {
          const found = await transaction.get(SETTINGS, CURRENT);
          const before = readSettings(found);
          if (before.version !== version) return "outdated";
          const lines = await listRevisions(transaction, "settings", "");
          const { key, record } = await claimPicture(transaction, photo?.is);
          const named = photo && { was: photo.was, is: key ?? null };
          const change = { before, after: only(settings), ...(named && { photo: named }), ...author };
          const added = found && addRevision(transaction, lines, change);
          transaction.put(SETTINGS, CURRENT, contentOf(change));
          record();
          const line = { ...author, action: "changed", subject: "settings", subjectId: "" } as const;
          const isPictured = named && named.was !== named.is;
          const fields = [...changedFields(only(before), change.after), ...(isPictured ? ["picture"] : [])];
          recordAction(transaction, { ...line, fields }, added);
          for (const action of actions) recordAction(transaction, { ...line, action });
          return "saved";
        },
        { erases: true },
      ),

    /** @returns the revisions, newest first, with the key of the group photo */
    listRevisions: async (): Promise<Revision<Settings>[]> =>
      (await listRevisions(documents, "settings", "")).map(revisionOfLine),

    /** Erases expired revisions (`keptRevisions`). */
    pruneRevisions: (now: Date): Promise<void> =>
      documents.transaction(
        async (transaction) => {
          const lines = await listRevisions(transaction, "settings", "");
          const retained = keptRevisions(lines.map(revisionOfLine), now);
          for (const line of lines.slice(retained.length)) deleteRevisionsBefore(transaction, line);
        },
        { erases: true },
      ),
  };
}

type Change = SettingsAuthor & {
  before: ReadSettings;
  after: Settings;
  photo?: { was: string | null; is: string | null };
};

function addRevision(
  transaction: Transaction,
  lines: readonly StoredDocument[],
  change: Change,
): PreviousRevision<Settings> | null {
  const { before, after, photo, by, at } = change;
  const was = before.photo === undefined ? photo?.was : before.photo;
  const is = photo ? photo.is : was;
  const earlier: PreviousRevision<Settings> = {
    content: only(before),
    ...(was !== undefined && { picture: was }),
    ...{ at: before.lastSave?.at.toISOString() ?? at.toISOString(), by: before.lastSave?.by ?? null },
  };
  const save = { before: earlier, after: { content: after, ...(is !== undefined && { picture: is }) }, by, at };
  return writeRevision(transaction, lines, completed, save) ? earlier : null;
}

function contentOf({ before, after, photo, by, at }: Change): Content {
  const is = photo ? photo.is : before.photo;
  return {
    content: after,
    ...{ updatedAt: at.toISOString(), updatedBy: { id: by.id, name: by.name } },
    ...(is !== undefined && { photo: is }),
  };
}

function readSettings(document: StoredDocument | null): ReadSettings {
  const { content, updatedAt, updatedBy, photo } = document?.content ?? {};
  const { id, name } = (updatedBy ?? {}) as { id?: Json; name?: Json };
  return {
    ...completed(content),
    version: document?.version ?? BEFORE_ANY,
    lastSave:
      updatedAt && name ? { by: { id: String(id), name: String(name) }, at: new Date(String(updatedAt)) } : null,
    photo: photo === null || typeof photo === "string" ? photo : undefined,
  };
}

const revisionOfLine = (line: StoredDocument): Revision<Settings> => revisionOf(line, completed);

const only = (settings: Settings): Settings =>
  Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as Settings;

/**
 * @returns the saved settings. Missing fields, and fields with a wrong type, have the value of `INITIAL_SETTINGS`, but the
 * year that an older document names stays
 */
function completed(value: Json | undefined): Settings {
  const content = (value ?? {}) as Content;
  const saved = FIELDS.filter((field) => fits(field, content[field])).map((field) => [field, content[field]]);
  const year = value === undefined ? {} : { planningYearAutomatic: false };
  return { ...structuredClone(INITIAL_SETTINGS), ...year, ...Object.fromEntries(saved) };
}

const fits = (field: keyof Settings, value: Json | undefined): boolean =>
  Array.isArray(INITIAL_SETTINGS[field])
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === typeof INITIAL_SETTINGS[field];
