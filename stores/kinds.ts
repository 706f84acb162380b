/**
 * The kinds of documents that have revisions (stores/revisions.ts). A codec reads and writes the fields that this
 * version knows. All other fields of a document stay.
 */
import { createHash } from "node:crypto";
import { type Announcement, NO_ANNOUNCEMENT } from "#domain/announcement.ts";
import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import { type ResultFields, resultLinesIn } from "#domain/dossier/result.ts";
import { EMPTY_TASK, type Task } from "#domain/dossier/task.ts";
import { EVENT_FIELDS } from "#domain/events/event-fields.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import { QUICK_CHANGE_FIELDS } from "#domain/events/quick-change.ts";
import { EMPTY_HANDOVER_ITEM, type HandoverItemFields } from "#domain/handover/handover-item.ts";
import type { JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { MemberData } from "#domain/register/member.ts";
import type { RoundTextsByAudience } from "#domain/rounds/round-words.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import { EMPTY_SLOT, type Slot, type SlotFields } from "#domain/slots/slot.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { type TextId, type TextWords, textFields } from "#domain/texts/texts.ts";
import type { DocumentContent, JsonValue, StoredDocument } from "#ports/documents.ts";
import { memberDataIn, memberVersion, REGISTER_COLLECTION } from "./register/member-document.ts";

export type DocumentKind<Fields> = {
  readonly collection: string;
  /** Subject of the journal entries. */
  readonly subject: JournalSubject;
  /**
   * The id of a document in journal entries. `random`: use the document's field `subject`, because the document's id
   * contains a name.
   */
  readonly subjectId: "random" | ((id: string) => string);
  /** Reads a document (null: never saved) or a revision. A missing or wrong field gets its default. */
  readonly read: (content: DocumentContent | null, id: string) => Fields;
  /** Returns all fields under their names in documents. Ignores other properties. */
  readonly write: (fields: Fields) => DocumentContent;
  /** The version of a document. By default that of the database, which changes with every write. */
  readonly versionOf?: (document: StoredDocument) => string;
  /** Whether documents reference a picture in their field `picture`. */
  readonly hasPicture?: true;
  /**
   * Whether a save keeps the previous content as a separate revision. Otherwise, saves by one person within ten minutes
   * share one revision.
   */
  readonly isSeparate?: (save: { readonly id: string; readonly before: Fields; readonly after: Fields }) => boolean;
  /** Author of the content before the first save. If set, the first save keeps this content as a revision. */
  readonly initialBy?: Person;
};

/** Names of the fields in documents, by property name. */
type FieldNames<Fields> = Readonly<Record<keyof Fields & string, string>>;

/** docs/specification.md section 3, collection `membres`. */
const MEMBER_NAMES: FieldNames<CommitteeMemberFields> = {
  firstName: "Prenom",
  lastName: "Nom",
  role: "Poste",
  displayedRole: "PosteAffiche",
};

/** docs/specification.md section 3, collection `evenements`. */
export const EVENT_DOCUMENT_NAMES = Object.fromEntries(
  Object.entries(EVENT_FIELDS).map(([name, { wire }]) => [name, wire]),
) as FieldNames<EventFields>;

const membre: DocumentKind<CommitteeMemberFields> = {
  collection: "membres",
  subject: "membre",
  subjectId: "random",
  ...namedTexts(MEMBER_NAMES),
  hasPicture: true,
};

const evenement: DocumentKind<EventFields> = {
  collection: "evenements",
  subject: "evenement",
  subjectId: "random",
  ...namedTexts(EVENT_DOCUMENT_NAMES),
  hasPicture: true,
  // A change of these fields may come from a button of the card. « Annuler » restores the content before that change, so
  // the revision must not be merged with an earlier one.
  isSeparate: ({ before, after }) => QUICK_CHANGE_FIELDS.some((field) => before[field] !== after[field]),
};

/** Older documents lack this field. Their planning year is not automatic. */
const settings: DocumentKind<Settings> = {
  collection: "settings",
  subject: "settings",
  subjectId: () => "",
  ...withDefaults<Settings>(INITIAL_SETTINGS, { planningYearAutomatic: false }),
  hasPicture: true,
};

const announcement: DocumentKind<Announcement> = {
  collection: "settings",
  subject: "announcement",
  subjectId: () => "",
  ...withDefaults<Announcement>(NO_ANNOUNCEMENT),
};

const text: DocumentKind<TextWords> = {
  collection: "texts",
  subject: "text",
  subjectId: (id) => id,
  /** An empty field means the initial words of the text. */
  read: (content, id) =>
    Object.fromEntries(
      Object.entries(textFields(id as TextId)).map(([name, { initial }]) => [name, textIn(content?.[name]) || initial]),
    ),
  write: (words) => words,
  // Keep every revision of the charter: a sign-up refers to the accepted revision.
  isSeparate: ({ id }) => id === "charter",
  initialBy: { id: "", name: "Le site" },
};

const roundWords: DocumentKind<RoundTextsByAudience> = {
  collection: "texts",
  subject: "text",
  subjectId: (id) => id,
  ...withDefaults<RoundTextsByAudience>({ tu: "", vous: "", guardian: "" }),
};

const register: DocumentKind<MemberData> = {
  collection: REGISTER_COLLECTION,
  subject: "register",
  subjectId: (id) => id,
  read: (content) => memberDataIn(content ?? {}),
  write: memberDataIn,
  versionOf: memberVersion,
};

/** `event` never changes. */
const slot: DocumentKind<SlotFields & Pick<Slot, "event">> = {
  collection: "slots",
  subject: "slot",
  subjectId: (id) => id,
  ...withDefaults<SlotFields & Pick<Slot, "event">>({ ...EMPTY_SLOT, event: "" }),
  // Keep each revision, so that « Annuler » in the row restores exactly the previous content.
  isSeparate: () => true,
};

const hashOf = (value: JsonValue): string =>
  createHash("sha256").update(canonicalJson(value)).digest("base64url").slice(0, 22);

/** `event`, `doneAt` and `former` change only in the store. */
const task: DocumentKind<Omit<Task, "id" | "version">> = {
  collection: "tasks",
  subject: "task",
  subjectId: (id) => id,
  ...withDefaults<Omit<Task, "id" | "version">>(EMPTY_TASK),
  // The form of a task shows these fields: a task that is done meanwhile is no conflict.
  versionOf: ({ content: { text = null, due = null, who = null } }) => hashOf([text, due, who]),
  // Keep each revision, so that « Annuler » in the row restores exactly the previous content.
  isSeparate: () => true,
};

/** `notes`: Markdown. `copiedFrom`: the dossier from which this one was taken (`subject` of its event); empty for none. */
export type NotesFields = { readonly notes: string; readonly copiedFrom: string };

const dossier: DocumentKind<NotesFields> = {
  collection: "dossiers",
  subject: "dossier",
  subjectId: (id) => id,
  ...withDefaults<NotesFields>({ notes: "", copiedFrom: "" }),
  // « Annuler » restores the notes that the dossier had before it took those of another one.
  isSeparate: ({ before, after }) => before.copiedFrom !== after.copiedFrom,
};

const result: DocumentKind<ResultFields> = {
  collection: "results",
  subject: "result",
  subjectId: (id) => id,
  read: (content) => ({ lines: resultLinesIn(content?.lines), closedOn: textIn(content?.closedOn) }),
  write: ({ lines, closedOn }) => ({ lines: lines.map((line) => ({ ...line })), closedOn }),
};

const handoverItem: DocumentKind<HandoverItemFields> = {
  collection: "handover-items",
  subject: "handover-item",
  subjectId: (id) => id,
  ...withDefaults<HandoverItemFields>(EMPTY_HANDOVER_ITEM),
  isSeparate: () => true,
};

export const DOCUMENT_KINDS = {
  membre,
  evenement,
  settings,
  announcement,
  text,
  roundWords,
  register,
  slot,
  task,
  dossier,
  result,
  handoverItem,
} as const;

/** Codec of fields that are texts. A missing field becomes an empty text. */
function namedTexts<Fields extends Record<keyof Fields, string>>(names: FieldNames<Fields>) {
  const all = Object.entries<string>(names) as [keyof Fields & string, string][];
  return {
    read: (content: DocumentContent | null) =>
      Object.fromEntries(all.map(([name, wire]) => [name, textIn(content?.[wire])])) as Fields,
    write: (fields: Fields): DocumentContent => Object.fromEntries(all.map(([name, wire]) => [wire, fields[name]])),
  };
}

function textIn(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Codec with a default for each field. @param older defaults of saved documents, where they differ from `initial` */
function withDefaults<Fields extends DocumentContent>(initial: Fields, older: Partial<Fields> = {}) {
  const names = Object.keys(initial) as (keyof Fields & string)[];
  return {
    read(content: DocumentContent | null): Fields {
      const saved = names.filter((name) => hasTypeOf(initial[name], content?.[name]));
      const missing = { ...structuredClone(initial), ...(content && older) };
      return { ...missing, ...Object.fromEntries(saved.map((name) => [name, content?.[name]])) };
    },
    write: (fields: Fields): DocumentContent =>
      Object.fromEntries(names.map((name) => [name, fields[name] as JsonValue])),
  };
}

const hasTypeOf = (initial: JsonValue | undefined, value: JsonValue | undefined): boolean =>
  Array.isArray(initial)
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === typeof initial;
