import {
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type Query as FirestoreQuery,
} from "@google-cloud/firestore";
import { checkQuery, type Query, type StoredDocument } from "#ports/documents.ts";
import { documentFromSnapshot } from "./values.ts";

const RANGE = { from: ">=", after: ">", to: "<=", before: "<" } as const;

export function toFirestoreQuery(db: Firestore, collection: string, query: Query): FirestoreQuery {
  checkQuery(query);
  const { where, contains, afterId, offset = 0, limit, select } = query;
  let result: FirestoreQuery = db.collection(collection);
  if (where && "equals" in where) result = result.where(where.field, "==", where.equals);
  else if (where && "in" in where) result = result.where(where.field, "in", where.in);
  else if (where) {
    // `>= ""` excludes values that are not strings.
    result = result.where(where.field, ">=", "").orderBy(where.field, where.descending ? "desc" : "asc");
    for (const [bound, operator] of Object.entries(RANGE)) {
      const value = where[bound as keyof typeof RANGE];
      if (value !== undefined) result = result.where(where.field, operator, value);
    }
  }
  if (afterId !== undefined) result = result.orderBy(FieldPath.documentId()).startAfter(afterId);
  if (select) result = result.select(...select, ...(contains ? [contains.field] : []));
  if (contains) return result;
  if (offset > 0) result = result.offset(offset);
  return limit === undefined ? result : result.limit(limit);
}

/** Firestore cannot search text. So for `contains`, this function applies `contains`, `offset` and `limit`. */
export function filterDocuments(
  { contains, offset = 0, limit }: Query,
  docs: readonly DocumentSnapshot[],
): StoredDocument[] {
  const found = docs.flatMap((doc) => documentFromSnapshot(doc) ?? []);
  if (!contains) return found;
  const texts = [contains.text].flat();
  const all = found.filter(({ content }) => {
    const value = String(content[contains.field] ?? "");
    return texts.every((text) => value.includes(text));
  });
  return all.slice(offset, limit === undefined ? undefined : offset + limit);
}
