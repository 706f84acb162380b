import { identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { Stored } from "#domain/stored.ts";
import { type Content, isDocumentId, type StoredDocument } from "#ports/documents.ts";

/** Names of the fields in documents, by property name. A card is a committee member or an event. */
export type FieldNames<Fields> = Readonly<Record<keyof Fields & string, string>>;

export type CardType<Fields, Card extends Stored<Fields>> = {
  readonly collection: "membres" | "evenements";
  readonly subject: "membre" | "evenement";
  readonly names: FieldNames<Fields>;
  readonly now: () => Date;
  readonly read: (card: Stored<Fields>, document: Pick<StoredDocument, "content" | "changedAt">) => Card;
  readonly fieldsOfWrite?: (before: StoredDocument | null, trace: StoredDocument | null, at: Date) => Content;
  /** Collection with one record per deleted card, under the card's id. Absent: deletions leave no record. */
  readonly traces?: string;
  readonly traceOf?: (card: Card, at: Date) => Content | null;
};

type Write<Fields> = {
  fields: Fields;
  more: Content;
  before: StoredDocument | null;
  trace: StoredDocument | null;
  by: Person | null;
  at: Date;
};

export const cardContent = <Fields, Card extends Stored<Fields>>(
  { names, fieldsOfWrite }: CardType<Fields, Card>,
  { fields, more, before, trace, by, at }: Write<Fields>,
): Content => ({
  ...inDocument(names, fields),
  ...fieldsOfWrite?.(before, trace, at),
  ...more,
  updatedAt: at.toISOString(),
  updatedBy: by && { id: by.id, name: by.name },
});

export async function findCard<Fields, Card extends Stored<Fields>>(
  kind: CardType<Fields, Card>,
  document: StoredDocument,
): Promise<Card> {
  const { id, version, content, changedAt } = document;
  const { updatedAt, subject } = content;
  const card: Stored<Fields> = {
    ...fieldsIn(kind.names, content),
    id,
    version,
    updatedAt: typeof updatedAt === "string" && INSTANT.test(updatedAt) ? updatedAt : changedAt.toISOString(),
    updatedBy: personIn(content.updatedBy),
    picture: pictureIn(content),
    // Documents of the older Firebase site have no subject. The next save stores the derived subject.
    subject: typeof subject === "string" ? subject : await derivedSubject(kind.collection, id),
  };
  return kind.read(card, document);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns the subject for the card's journal entries: 32 characters that do not reveal the card's id */
async function derivedSubject(collection: string, id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`card ${collection}/${id}`));
  return Buffer.from(digest).toString("hex").slice(0, 32);
}

/** @returns the editable fields of a card, without id, version and dates */
export const fieldsOnly = <Fields, Card extends Stored<Fields>>(
  { names }: CardType<Fields, Card>,
  card: Fields,
): Fields => Object.fromEntries(namesOf(names).map((name) => [name, card[name]])) as Fields;

/** @returns the fields under their names in the document */
export const inDocument = <Fields>(names: FieldNames<Fields>, fields: Fields): Content =>
  Object.fromEntries(namesOf(names).map((name) => [names[name], fields[name]])) as Content;

/** @returns the fields of a document. A missing field is an empty string. */
export const fieldsIn = <Fields>(names: FieldNames<Fields>, values: unknown): Fields =>
  Object.fromEntries(
    namesOf(names).map((name) => [name, textIn((values as Record<string, unknown> | null)?.[names[name]])]),
  ) as Fields;

const namesOf = <Fields>(names: FieldNames<Fields>) => Object.keys(names) as (keyof Fields & string)[];

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function personIn(value: unknown): Person | null {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}

/** @returns the key of the picture. Null: no picture. Undefined: document of the older Firebase site. */
export const pictureIn = ({ picture }: Content): string | null | undefined =>
  typeof picture === "string" || picture === null ? picture : undefined;

/** @returns the field `picture` for a document; no field if `picture` is undefined */
export const pictureContentOf = (picture: string | null | undefined): { picture?: string | null } =>
  picture === undefined ? {} : { picture };

/**
 * @returns the id of the document that reserves a card's id, ignoring case. Some ids of the older site are invalid as
 * document ids. These ids are percent-encoded.
 */
export const cardKey = ({ collection }: { collection: string }, id: string): string => {
  const key = `${collection} ${identifierKey(id)}`;
  return isDocumentId(key) ? key : `${collection} ${encodeURIComponent(key)}`.slice(0, 1000);
};
