import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { yearsBefore } from "#domain/dates.ts";
import type { ListPortion } from "#domain/paging.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { type InboxListFilter, searchWords } from "#domain/text/search.ts";
import type { Documents, QueryCondition, StoredDocument } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import type { InboxSearch, ListedEntry } from "#stores/inbox-types.ts";
import {
  INBOX_COLLECTION,
  type InboxFields,
  inboxEntryFields,
  inboxEntryFromDocument,
  inboxQueryOfType,
} from "./inbox-document.ts";

const ORDERS: Record<InboxListFilter, keyof InboxFields> = {
  tout: "orderType",
  nouveau: "orderNew",
  traite: "orderHandled",
  echec: "orderRefused",
  mineur: "orderBirthDate",
};

/** Maximum number of matches to read. If a search has more matches, a second query counts all of them. */
const MATCHES_MAX = 1000;
const PEOPLE_MAX = 30;

/** @returns the matching entries, newest first, and their total number. Without `portion`, returns all matches. */
export async function searchInboxEntries(documents: Documents, search: InboxSearch, portion?: ListPortion) {
  const { found, total } = await find(documents, search, portion);
  return { entries: await listed(documents, found), total };
}

/** @returns the existing entries of a type, newest first */
export async function readInboxEntries(documents: Documents, type: SubmissionType, ids: readonly string[]) {
  const found = await Promise.all([...new Set(ids)].map((id) => documents.get(INBOX_COLLECTION, id)));
  const existing = found.filter((document) => document !== null);
  const ofType = existing.filter((document) => inboxEntryFields(document).type === type);
  return listed(
    documents,
    ofType.sort((a, b) => (inboxEntryFields(a).orderType < inboxEntryFields(b).orderType ? 1 : -1)),
  );
}

async function listed(documents: Documents, found: readonly StoredDocument[]): Promise<ListedEntry[]> {
  const duplicates = await duplicatesAmong(documents, found);
  return mapInSlices(found, (document) => {
    const { person } = inboxEntryFields(document);
    return { ...inboxEntryFromDocument(document), duplicate: person !== null && duplicates.has(person) };
  });
}

type Found = { found: StoredDocument[]; total: number };

async function find(documents: Documents, search: InboxSearch, portion: ListPortion | undefined): Promise<Found> {
  const { text, filter } = search;
  const words = searchWords(text);
  const where = conditionOf(search);
  if (words.length === 0 && filter !== "mineur") {
    const [found, total] = await Promise.all([
      portion?.count === 0
        ? []
        : documents.query(INBOX_COLLECTION, { where, offset: portion?.start, limit: portion?.count }),
      documents.count(INBOX_COLLECTION, { where }),
    ]);
    return { found, total };
  }
  const contains = words.length > 0 ? { field: "search", text: words } : undefined;
  // For a portion, first read the ids of all matches, then only the entries of the portion.
  const select = portion && (filter === "mineur" ? ["orderType"] : []);
  const limit = portion && filter !== "mineur" ? Math.max(MATCHES_MAX, portion.start + portion.count) : undefined;
  const matching = await documents.query(INBOX_COLLECTION, { where, contains, select, limit });
  if (filter === "mineur")
    matching.sort((a, b) => (inboxEntryFields(a).orderType < inboxEntryFields(b).orderType ? 1 : -1));
  if (!portion) return { found: matching, total: matching.length };
  const page = matching.slice(portion.start, portion.start + portion.count);
  const found = await Promise.all(page.map(({ id }) => documents.get(INBOX_COLLECTION, id)));
  const total =
    matching.length === limit ? await documents.count(INBOX_COLLECTION, { where, contains }) : matching.length;
  return { found: found.filter((document) => document !== null), total };
}

/** Selects the entries of a list. Orders minors by birth date, and all other lists from newest to oldest. */
function conditionOf({ type, filter, day }: InboxSearch): QueryCondition {
  const where = inboxQueryOfType(ORDERS[filter], type);
  return filter === "mineur"
    ? { ...where, after: `${type} ${yearsBefore(day, AGE_OF_MAJORITY)}` }
    : { ...where, descending: true };
}

/** @returns those values of `person` in `found` that more than one sign-up of the inbox has */
async function duplicatesAmong(documents: Documents, found: readonly StoredDocument[]): Promise<Set<string>> {
  const people = [...new Set(found.map((document) => inboxEntryFields(document).person))].filter(
    (person) => person !== null,
  );
  const portions = Array.from({ length: Math.ceil(people.length / PEOPLE_MAX) }, (_, i) =>
    people.slice(i * PEOPLE_MAX, (i + 1) * PEOPLE_MAX),
  );
  const conditions: QueryCondition[] =
    portions.length > 4 ? [{ field: "person" }] : portions.map((values) => ({ field: "person", in: values }));
  const entries = await Promise.all(
    conditions.map((where) => documents.query(INBOX_COLLECTION, { where, select: ["person"] })),
  );
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { person } of entries.flat().map(inboxEntryFields))
    (once.has(String(person)) ? twice : once).add(String(person));
  return twice;
}
