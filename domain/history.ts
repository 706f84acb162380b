/** Earlier states of what the committee keeps, and which of them stay. */
import type { Person } from "./person.ts";
import { canonicalJson } from "./text/canonical-json.ts";

/** So many earlier states are kept. */
export const REVISIONS_KEPT = 20;
/** So many months at most. */
export const REVISION_MONTHS = 12;
/** What one person changes within so many milliseconds is one change. */
const ONE_CHANGE_MS = 10 * 60 * 1000;

/** Something as it was; instants are texts in UTC (`2025-08-01T20:15:00.000Z`). */
export type Revision<Content> = {
  readonly content: Content;
  /** Key of the picture that it had; null: none. Absent where pictures do not change. */
  readonly picture?: string | null;
  /** When, and by whom, it was saved; null: not known (an earlier version, another site, the server's terminal). */
  readonly at: string;
  readonly by: Person | null;
  /** When the next state took its place. */
  readonly until: string;
};

/** @returns the states that stay at an instant, newest first @param revisions newest first */
export function keptRevisions<Content>(revisions: readonly Revision<Content>[], now: Date): Revision<Content>[] {
  const limit = revisionLimit(now).toISOString();
  return revisions.filter(({ until }) => until >= limit).slice(0, REVISIONS_KEPT);
}

/** @returns states that were replaced before it go */
export function revisionLimit(now: Date): Date {
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - REVISION_MONTHS);
  return limit;
}

type Save<Content> = {
  /** What is there until the save. */
  readonly before: Pick<Revision<Content>, "content" | "picture" | "at" | "by">;
  /** What is saved. */
  readonly after: { readonly content: Content; readonly picture?: string | null };
  readonly by: Person | null;
  readonly at: Date;
};

/**
 * The history after a save. What one person changes within ten minutes leaves one earlier state, that of before the
 * first of these saves; a save that changes nothing leaves none. Going further back than that, or another picture, is a
 * change of its own: neither a tap on a state long gone nor one on the wrong photo loses what was there a moment before.
 * @param revisions the earlier states until now, newest first
 * @returns those that are kept from now on, newest first
 */
export function revisionsAfter<Content>(
  revisions: readonly Revision<Content>[],
  { before, after, by, at }: Save<Content>,
): Revision<Content>[] {
  const [last, ...older] = revisions;
  const same = isSame(before, after);
  const goesBack = older.some((state) => isSame(state, after));
  const isPictured = (before.picture ?? null) !== (after.picture ?? null);
  const sincePrevious = last ? at.getTime() - Date.parse(last.until) : Number.POSITIVE_INFINITY;
  const oneChange =
    by !== null && by.id !== "" && before.by?.id === by.id && sincePrevious >= 0 && sincePrevious < ONE_CHANGE_MS;
  const added = same || (oneChange && !goesBack && !isPictured) ? [] : [{ ...before, until: at.toISOString() }];
  return keptRevisions([...added, ...revisions], at);
}

type Content = { readonly content: unknown; readonly picture?: string | null };

/** A picture that is not known makes no difference. */
const isSame = (a: Content, b: Content): boolean =>
  canonicalJson(a.content) === canonicalJson(b.content) &&
  (a.picture === undefined || b.picture === undefined || a.picture === b.picture);
