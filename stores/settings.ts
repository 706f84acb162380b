/** The settings, the announcement and the texts: documents with fixed ids, which have initial values until a save. */
import type { Announcement } from "#domain/announcement.ts";
import type { StoredRevision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { RoundKind } from "#domain/rounds/round.ts";
import type { RoundTextsByAudience } from "#domain/rounds/round-words.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import { type TextId, type TextWords, textFields } from "#domain/texts/texts.ts";
import type { Documents } from "#ports/documents.ts";
import { recordAction } from "./journal.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "./kinds.ts";
import { type NewLetter, queueLetters } from "./mail-document.ts";
import { currentFromDocument, listRevisions, readForChange, writeChange } from "./revisions.ts";

export type CommitteeAuthor = { readonly by: Person; readonly at: Date };

/** State of a document besides its fields. */
type SaveState = {
  /** Version of the document: changes with every save. */
  readonly version: string;
  readonly lastSave: CommitteeAuthor | null;
  /** Key of the picture; null: no picture. Undefined: no save has ever set or removed a picture. */
  readonly picture: string | null | undefined;
};

export type SettingsStore = ReturnType<typeof createSettingsStore>;
export type AnnouncementStore = ReturnType<typeof createAnnouncementStore>;
export type RoundTextStore = ReturnType<typeof createRoundTextStore>;
export type TextStore = ReturnType<typeof createTextStore>;

export const createSettingsStore = (documents: Documents) =>
  createSingle<Settings>(documents, DOCUMENT_KINDS.settings, "current");

export const createAnnouncementStore = (documents: Documents) =>
  createSingle<Announcement>(documents, DOCUMENT_KINDS.announcement, "announcement");

/** Methods throw if the store is unavailable. */
const createSingle = <Fields extends object>(documents: Documents, kind: DocumentKind<Fields>, id: string) => ({
  async get(): Promise<Fields & SaveState> {
    const { content, ...state } = await read(documents, kind, id);
    return { ...content, ...state };
  },

  /**
   * Ignores unknown properties.
   * @param picture absent: keep the picture
   * @param actions further journal entries
   * @param letters queued in the same transaction
   * @returns `outdated` if the version has changed and nothing was written
   */
  save: (
    fields: Fields,
    version: string,
    author: CommitteeAuthor,
    picture?: PictureChange,
    actions: readonly JournalAction[] = [],
    letters: readonly NewLetter[] = [],
  ) => save(documents, kind, id, { fields, version, author, picture, actions, letters }),

  /** @returns the revisions, newest first, with the key of the picture */
  listRevisions: (): Promise<StoredRevision<Fields>[]> => listRevisions(documents, kind, id),
});

/** The texts that the committee edits. Methods throw if the store is unavailable. */
export const createTextStore = (documents: Documents) => ({
  /** @returns the words of all fields. An unchanged field has its default words. */
  get: (id: TextId): Promise<{ readonly content: TextWords } & SaveState> => read(documents, DOCUMENT_KINDS.text, id),

  /** An empty field gets its default words. @returns `outdated` if the version has changed and nothing was written */
  save(id: TextId, words: TextWords, version: string, author: CommitteeAuthor) {
    // Store unchanged words as empty, so that they follow later versions of the site.
    const stored = (name: string, initial: string) => (words[name] === initial ? "" : (words[name] ?? ""));
    const fields = Object.entries(textFields(id)).map(([name, { initial }]) => [name, stored(name, initial)]);
    return save(documents, DOCUMENT_KINDS.text, id, { fields: Object.fromEntries(fields), version, author });
  },

  /** @returns the revisions, newest first */
  listRevisions: (id: TextId): Promise<StoredRevision<TextWords>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.text, id),
});

/** The id of the document and of the journal's subject. */
export const roundTextId = (kind: RoundKind): string => `round-${kind}`;

/** The texts of rounds (domain/rounds). Methods throw if the store is unavailable. */
export const createRoundTextStore = (documents: Documents) => ({
  /** @returns the texts that the committee saved; an empty text means the default text */
  async get(kind: RoundKind): Promise<RoundTextsByAudience & SaveState> {
    const { content, ...state } = await read(documents, DOCUMENT_KINDS.roundWords, roundTextId(kind));
    return { ...content, ...state };
  },

  /** @returns `outdated` if the version has changed and nothing was written */
  save: (kind: RoundKind, fields: RoundTextsByAudience, version: string, author: CommitteeAuthor) =>
    save(documents, DOCUMENT_KINDS.roundWords, roundTextId(kind), { fields, version, author }),
});

async function read<Fields>(documents: Documents, kind: DocumentKind<Fields>, id: string) {
  const document = await documents.get(kind.collection, id);
  const { fields: content, version, updatedAt, updatedBy, picture } = currentFromDocument(kind, id, document);
  return { content, version, lastSave: updatedBy && { by: updatedBy, at: new Date(updatedAt) }, picture };
}

type Save<Fields> = {
  readonly fields: Fields;
  readonly version: string;
  readonly author: CommitteeAuthor;
  readonly picture?: PictureChange | undefined;
  readonly actions?: readonly JournalAction[];
  readonly letters?: readonly NewLetter[];
};

const save = <Fields extends object>(
  documents: Documents,
  kind: DocumentKind<Fields>,
  id: string,
  { fields, version, author, picture, actions = [], letters = [] }: Save<Fields>,
): Promise<"saved" | "outdated"> =>
  documents.transaction(
    async (transaction) => {
      const before = await readForChange(transaction, kind, id, { version, picture });
      if (before.isOutdated) return "outdated";
      writeChange(transaction, kind, before, { ...author, fields });
      const { subject } = kind;
      for (const action of actions)
        recordAction(transaction, { ...author, action, subject, subjectId: before.current.subjectId });
      queueLetters(transaction, letters, author.at);
      return "saved";
    },
    { erases: true },
  );
