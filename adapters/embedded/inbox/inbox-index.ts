/** The columns of `inbox` that are derived from the content, so that entries are found fast. */
import type { DatabaseSync } from "node:sqlite";
import { transactionSync } from "#adapters/embedded/transaction.ts";
import { dayFromSwiss } from "#domain/dates.ts";
import type { Submission } from "#domain/submission.ts";
import { personKey, searchText } from "#domain/text/search.ts";

/** Values of `search`, `person`, `birthDate`. */
export type Derived = [search: string, person: string | null, birthDate: string | null];

export function derivedFrom(submission: Submission): Derived {
  const search = searchText(submission);
  if (submission.type === "message") return [search, null, null];
  return [search, personKey(submission.content), dayFromSwiss(submission.content.dateAnniv)];
}

/** Fills the columns in where they are missing: entries of a version that did not know them. */
export function fillIndex(db: DatabaseSync): void {
  const missing = db.prepare("SELECT number, type, content FROM inbox WHERE search_text IS NULL");
  if (!missing.get()) return;
  const write = db.prepare("UPDATE inbox SET search_text = ?, person = ?, birth_date = ? WHERE number = ?");
  transactionSync(db, () => {
    for (const { number, type, content } of missing.all())
      write.run(...derivedFrom({ type, content: JSON.parse(String(content)) } as Submission), Number(number));
  });
}
