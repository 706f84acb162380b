import { type Announcement, NO_ANNOUNCEMENT } from "#domain/announcement.ts";
import { changedFields, keptRevisions, type Revision } from "#domain/history.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
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

type Read<Fields> = Fields & {
  /** Opaque version, which changes with every save. */
  readonly version: string;
  readonly lastSave: SettingsAuthor | null;
  /** Key of the group photo; null for no photo, undefined if a photo was never set or removed. */
  readonly photo: string | null | undefined;
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;
export type AnnouncementStore = ReturnType<typeof createAnnouncementStore>;

const SETTINGS = "settings";

const BEFORE_ANY = "0";

/** A document of the collection `settings`. */
type Kind<Fields> = {
  readonly id: string;
  readonly subject: JournalSubject;
  /** Fields until the first save. */
  readonly initial: Fields;
  /** Fields that a saved document may lack and that are not as in `initial`. */
  readonly older?: Partial<Fields>;
};

/** The settings; until the first save, the examples of `INITIAL_SETTINGS`. The year that an older document names stays. */
export const createSettingsStore = (documents: Documents) =>
  createSingle<Settings>(documents, {
    ...{ id: "current", subject: "settings", initial: INITIAL_SETTINGS, older: { planningYearAutomatic: false } },
  });

export const createAnnouncementStore = (documents: Documents) =>
  createSingle<Announcement>(documents, { id: "announcement", subject: "announcement", initial: NO_ANNOUNCEMENT });

/** A single document; its revisions are in the journal. Methods throw if the store is unavailable. */
function createSingle<Fields extends object>(documents: Documents, kind: Kind<Fields>) {
  const { id, subject } = kind;
  const completed = (value: Json | undefined) => completedOf(kind, value);
  const revisionOfLine = (line: StoredDocument): Revision<Fields> => revisionOf(line, completed);
  return {
    get: async (): Promise<Read<Fields>> => readOf(kind, await documents.get(SETTINGS, id)),

    /**
     * Replaces all fields, records a revision (`revisionsAfter`) and writes the journal.
     * @param photo absent: no change. The key of a deleted picture counts as null
     * @returns `outdated`, without a write, if the version has changed
     */
    save: (
      fields: Fields,
      version: string,
      author: SettingsAuthor,
      photo?: PictureChange,
      actions: readonly JournalAction[] = [],
    ): Promise<"saved" | "outdated"> =>
      documents.transaction(
        async (transaction) => {
          const found = await transaction.get(SETTINGS, id);
          const before = readOf(kind, found);
          if (before.version !== version) return "outdated";
          const lines = await listRevisions(transaction, subject, "");
          const { key, record } = await claimPicture(transaction, photo?.is);
          const named = photo && { was: photo.was, is: key ?? null };
          const change = { before, after: only(kind, fields), ...(named && { photo: named }), ...author };
          const added = found && addRevision(transaction, kind, lines, change);
          transaction.put(SETTINGS, id, contentOf(change));
          record();
          const line = { ...author, action: "changed", subject, subjectId: "" } as const;
          const isPictured = named && named.was !== named.is;
          const names = [...changedFields(only(kind, before), change.after), ...(isPictured ? ["picture"] : [])];
          recordAction(transaction, { ...line, fields: names }, added);
          for (const action of actions) recordAction(transaction, { ...line, action });
          return "saved";
        },
        { erases: true },
      ),

    /** @returns the revisions, newest first, with the key of the group photo */
    listRevisions: async (): Promise<Revision<Fields>[]> =>
      (await listRevisions(documents, subject, "")).map(revisionOfLine),

    /** Erases expired revisions (`keptRevisions`). */
    pruneRevisions: (now: Date): Promise<void> =>
      documents.transaction(
        async (transaction) => {
          const lines = await listRevisions(transaction, subject, "");
          const retained = keptRevisions(lines.map(revisionOfLine), now);
          for (const line of lines.slice(retained.length)) deleteRevisionsBefore(transaction, line);
        },
        { erases: true },
      ),
  };
}

type Change<Fields> = SettingsAuthor & {
  before: Read<Fields>;
  after: Fields;
  photo?: { was: string | null; is: string | null };
};

function addRevision<Fields extends object>(
  transaction: Transaction,
  kind: Kind<Fields>,
  lines: readonly StoredDocument[],
  change: Change<Fields>,
): PreviousRevision<Fields> | null {
  const { before, after, photo, by, at } = change;
  const was = before.photo === undefined ? photo?.was : before.photo;
  const is = photo ? photo.is : was;
  const earlier: PreviousRevision<Fields> = {
    content: only(kind, before),
    ...(was !== undefined && { picture: was }),
    ...{ at: before.lastSave?.at.toISOString() ?? at.toISOString(), by: before.lastSave?.by ?? null },
  };
  const save = { before: earlier, after: { content: after, ...(is !== undefined && { picture: is }) }, by, at };
  return writeRevision(transaction, lines, (value) => completedOf(kind, value), save) ? earlier : null;
}

function contentOf<Fields>({ before, after, photo, by, at }: Change<Fields>): Content {
  const is = photo ? photo.is : before.photo;
  return {
    content: after as Json,
    ...{ updatedAt: at.toISOString(), updatedBy: { id: by.id, name: by.name } },
    ...(is !== undefined && { photo: is }),
  };
}

function readOf<Fields extends object>(kind: Kind<Fields>, document: StoredDocument | null): Read<Fields> {
  const { content, updatedAt, updatedBy, photo } = document?.content ?? {};
  const { id, name } = (updatedBy ?? {}) as { id?: Json; name?: Json };
  return {
    ...completedOf(kind, content),
    version: document?.version ?? BEFORE_ANY,
    lastSave:
      updatedAt && name ? { by: { id: String(id), name: String(name) }, at: new Date(String(updatedAt)) } : null,
    photo: photo === null || typeof photo === "string" ? photo : undefined,
  };
}

const namesOf = <Fields extends object>({ initial }: Kind<Fields>) => Object.keys(initial) as (keyof Fields & string)[];

const only = <Fields extends object>(kind: Kind<Fields>, fields: Fields): Fields =>
  Object.fromEntries(namesOf(kind).map((name) => [name, fields[name]])) as Fields;

/** @returns the saved fields; those that are missing or have a wrong type get the value of `older`, else of `initial` */
function completedOf<Fields extends object>(kind: Kind<Fields>, value: Json | undefined): Fields {
  const content = (value ?? {}) as Content;
  const saved = namesOf(kind).filter((name) => fits(kind.initial[name], content[name]));
  const missing = { ...structuredClone(kind.initial), ...(value !== undefined && kind.older) };
  return { ...missing, ...Object.fromEntries(saved.map((name) => [name, content[name]])) };
}

const fits = (initial: unknown, value: Json | undefined): boolean =>
  Array.isArray(initial)
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === typeof initial;
