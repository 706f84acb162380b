import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, yearsBefore } from "#domain/dates.ts";
import type { MemberFilter } from "#domain/members/member-filter.ts";
import type { Portion } from "#domain/paging.ts";
import { searchWords } from "#domain/text/search.ts";
import type { Documents, QueryCondition, StoredDocument } from "#ports/documents.ts";
import { type Member, memberOf, REGISTER } from "./member-document.ts";

/** `text`: as typed; a member must have every word, ignoring accents and case. `day`: today in Zurich. */
export type MemberSearch = { readonly text: string; readonly filter: MemberFilter; readonly day: Day };

export async function searchMembers(
  documents: Documents,
  { text, filter, day }: MemberSearch,
  { start, count }: Portion,
): Promise<{ readonly members: Member[]; readonly total: number }> {
  const where = conditionOf(filter, day);
  const words = searchWords(text);
  const isByName = !BY_BIRTH.has(filter);
  if (words.length === 0 && isByName) {
    const [found, total] = await Promise.all([
      documents.query(REGISTER, { where, offset: start, limit: count }),
      documents.count(REGISTER, { where }),
    ]);
    return { members: found.map(memberOf), total };
  }
  const contains = words.length > 0 ? { field: "search", text: words } : undefined;
  const matching = await documents.query(REGISTER, { where, ...(contains && { contains }), select: ["orderPresent"] });
  if (!isByName) matching.sort(byName);
  const page = await Promise.all(matching.slice(start, start + count).map(({ id }) => documents.get(REGISTER, id)));
  return { members: page.filter((document) => document !== null).map(memberOf), total: matching.length };
}

const BY_BIRTH: ReadonlySet<MemberFilter> = new Set(["minors", "turning-18", "no-consent"]);

const byName = (a: StoredDocument, b: StoredDocument): number =>
  String(a.content.orderPresent) < String(b.content.orderPresent) ? -1 : 1;

const conditionOf = (filter: MemberFilter, day: Day): QueryCondition => {
  // A person who was born on this day is of age today.
  const ofAge = yearsBefore(day, AGE_OF_MAJORITY);
  const year = ofAge.slice(0, 4);
  const conditions: Record<MemberFilter, QueryCondition> = {
    present: { field: "orderPresent" },
    minors: { field: "orderBirth", after: ofAge },
    "turning-18": { field: "orderBirth", from: `${year}-01-01`, to: `${year}-12-31` },
    "no-consent": { field: "orderNoConsent", after: ofAge },
    "no-address": { field: "orderNoAddress" },
    left: { field: "orderLeft" },
  };
  return conditions[filter];
};
