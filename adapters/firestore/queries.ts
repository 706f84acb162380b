import {
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type Query as FirestoreQuery,
} from "@google-cloud/firestore";
import { checkQuery, type Query, type StoredDocument } from "#ports/documents.ts";
import { documentOf } from "./values.ts";

const RANGE = { from: ">=", after: ">", to: "<=", before: "<" } as const;

export function queryOf(db: Firestore, collection: string, query: Query): FirestoreQuery {
  checkQuery(query);
  const { where, contains, afterId, offset = 0, limit, select } = query;
  let asked: FirestoreQuery = db.collection(collection);
  if (where && "equals" in where) asked = asked.where(where.field, "==", where.equals);
  else if (where && "in" in where) asked = asked.where(where.field, "in", where.in);
  else if (where) {
    // Excludes values of other types.
    asked = asked.where(where.field, ">=", "").orderBy(where.field, where.descending ? "desc" : "asc");
    for (const [bound, operator] of Object.entries(RANGE)) {
      const value = where[bound as keyof typeof RANGE];
      if (value !== undefined) asked = asked.where(where.field, operator, value);
    }
  }
  if (afterId !== undefined) asked = asked.orderBy(FieldPath.documentId()).startAfter(afterId);
  if (select) asked = asked.select(...select, ...(contains ? [contains.field] : []));
  if (contains) return asked;
  if (offset > 0) asked = asked.offset(offset);
  return limit === undefined ? asked : asked.limit(limit);
}

/** Firestore has no text search: filters the results. */
export function filterDocuments(
  { contains, offset = 0, limit }: Query,
  docs: readonly DocumentSnapshot[],
): StoredDocument[] {
  const found = docs.flatMap((doc) => documentOf(doc) ?? []);
  if (!contains) return found;
  const texts = [contains.text].flat();
  const all = found.filter(({ content }) => {
    const value = String(content[contains.field] ?? "");
    return texts.every((text) => value.includes(text));
  });
  return all.slice(offset, limit === undefined ? undefined : offset + limit);
}
