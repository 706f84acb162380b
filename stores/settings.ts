/** The committee's settings: one document, and its earlier states as lines of the journal. */

import { keptStates, type State, statesAfter } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { Content, Documents, Json, StoredDocument, Transaction } from "#ports/documents.ts";
import { type Before, forgetBefore, listRevisions, recordAction, revisionOf } from "./journal.ts";
import { claimPicture } from "./pictures/picture.ts";

/** Who saved the settings, and when. */
export type Author = { readonly by: Person; readonly at: Date };

/** The settings as they were read. */
type ReadSettings = Settings & {
  /** What a save must name; opaque, changes with every save. */
  readonly version: string;
  /** The last save; null until there was one. */
  readonly lastSave: Author | null;
  /** Key of the group photo; null: none. Undefined: nobody has said. */
  readonly photo: string | null | undefined;
};

/** Where the committee's settings are kept. Throws when the store does not answer. */
export interface SettingsStore {
  /** @returns the settings; the examples of a first start until something was saved */
  get(): Promise<ReadSettings>;

  /**
   * Replaces all settings, if they are still as they were read, keeps what they were (`statesAfter`), and writes the line
   * of the journal. A save that has returned survives a crash.
   * @param version the version that was read
   * @param photo the group photo until now and from now on; null: none, also for one that is gone. Absent: it stays as it is
   * @param actions what else the journal is to say was done to the settings
   * @returns 'outdated' when somebody else has saved since; nothing is written then
   */
  save(
    settings: Settings,
    version: string,
    author: Author,
    photo?: PictureChange,
    actions?: readonly JournalAction[],
  ): Promise<"saved" | "outdated">;

  /** @returns what the settings were before, with the key of the group photo of then, newest first */
  listStates(): Promise<State<Settings>[]>;

  /** Forgets the earlier states whose time is over (`keptStates`), for good. */
  pruneStates(now: Date): Promise<void>;
}

const SETTINGS = "settings";
const CURRENT = "current";

/** The version before anything was saved. */
const BEFORE_ANY = "0";

const FIELDS = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/** @param documents where the settings are kept */
export function createSettingsStore(documents: Documents): SettingsStore {
  return {
    get: async () => readSettings(await documents.get(SETTINGS, CURRENT)),

    save: (settings, version, author, photo, actions = []) =>
      documents.transaction(
        async (transaction) => {
          const found = await transaction.get(SETTINGS, CURRENT);
          const before = readSettings(found);
          if (before.version !== version) return "outdated";
          const lines = await listRevisions(transaction, "settings", "");
          const { key, record } = await claimPicture(transaction, photo?.is);
          const named = photo && { was: photo.was, is: key ?? null };
          const change = { before, after: only(settings), ...(named && { photo: named }), ...author };
          const added = forgetOlder(transaction, lines, found ? change : null);
          const content = contentOf(change);
          if (found) transaction.replace(SETTINGS, CURRENT, content);
          else transaction.create(SETTINGS, CURRENT, content);
          record();
          const line = { ...author, action: "changed", subject: "settings", thing: "" } as const;
          recordAction(transaction, line, added);
          for (const action of actions) recordAction(transaction, { ...line, action });
          return "saved";
        },
        { erases: true },
      ),

    listStates: async () => (await listRevisions(documents, "settings", "")).map(stateOf),

    pruneStates: (now) =>
      documents.transaction(
        async (transaction) => {
          const lines = await listRevisions(transaction, "settings", "");
          const kept = keptStates(lines.map(stateOf), now);
          for (const line of lines.slice(kept.length)) forgetBefore(transaction, line);
        },
        { erases: true },
      ),
  };
}

type Change = Author & { before: ReadSettings; after: Settings; photo?: { was: string | null; is: string | null } };

/**
 * Forgets the states that a change pushes out.
 * @param lines of the earlier states, newest first
 * @param change null: nobody has saved what is there until now
 * @returns what the line of the change keeps; null: nothing
 */
function forgetOlder(
  transaction: Transaction,
  lines: readonly StoredDocument[],
  change: Change | null,
): Before<Settings> | null {
  if (!change) return null;
  const { before, after, photo, by, at } = change;
  const was = before.photo === undefined ? photo?.was : before.photo;
  const is = photo ? photo.is : was;
  const earlier: Before<Settings> = {
    content: only(before),
    ...(was !== undefined && { picture: was }),
    ...{ at: before.lastSave?.at.toISOString() ?? at.toISOString(), by: before.lastSave?.by ?? null },
  };
  const states = lines.map(stateOf);
  const next = statesAfter(states, {
    ...{ before: earlier, after: { content: after, ...(is !== undefined && { picture: is }) }, by, at },
  });
  const isAdded = next.length > 0 && !states.includes(next[0] as State<Settings>);
  const keptCount = next.length - (isAdded ? 1 : 0);
  for (const line of lines.slice(keptCount)) forgetBefore(transaction, line);
  return isAdded ? earlier : null;
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

const stateOf = (line: StoredDocument): State<Settings> => revisionOf(line, completed);

/** Without the version and the author of what was read, should they come along. */
const only = (settings: Settings): Settings =>
  Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as Settings;

/**
 * @returns settings that were saved, and as on a first start those that were unknown then, or that were made by hand and
 * do not have the shape of one
 */
function completed(value: Json | undefined): Settings {
  const content = (value ?? {}) as Content;
  const saved = FIELDS.filter((field) => fits(field, content[field])).map((field) => [field, content[field]]);
  return { ...structuredClone(INITIAL_SETTINGS), ...Object.fromEntries(saved) };
}

const fits = (field: keyof Settings, value: Json | undefined): boolean =>
  Array.isArray(INITIAL_SETTINGS[field])
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof INITIAL_SETTINGS[field];
