import { monthsBefore } from "./dates.ts";
import type { Person } from "./person.ts";
import { canonicalJson } from "./text/canonical-json.ts";

export const REVISIONS_MAX = 20;
export const REVISION_RETENTION_MONTHS = 12;
const ONE_CHANGE_MS = 10 * 60 * 1000;

/** A former content of a document. Times are ISO 8601 in UTC. */
export type Revision<Content> = {
  readonly content: Content;
  /** Picture key. Null for no picture. Absent if unknown. */
  readonly picture?: string | null;
  /** Time and author of the save of this content. The author may be unknown (null). */
  readonly at: string;
  readonly by: Person | null;
  /** Time at which the next save replaced this content. */
  readonly until: string;
};

/** `id`: of the journal entry that keeps the revision. Two revisions may have the same times. */
export type StoredRevision<Content> = Revision<Content> & { readonly id: string };

/** Omits expired revisions, and all but the newest `REVISIONS_MAX`. @param revisions newest first */
export function keptRevisions<Content>(revisions: readonly Revision<Content>[], now: Date): Revision<Content>[] {
  const limit = revisionCutoff(now).toISOString();
  return revisions.filter(({ until }) => until >= limit).slice(0, REVISIONS_MAX);
}

/** Revisions that were replaced before this time have expired. */
export const revisionCutoff = (now: Date): Date => monthsBefore(now, REVISION_RETENTION_MONTHS);

type Save<Content> = {
  readonly before: Pick<Revision<Content>, "content" | "picture" | "at" | "by">;
  readonly after: { readonly content: Content; readonly picture?: string | null };
  readonly by: Person | null;
  readonly at: Date;
  /** Whether to keep `before` as a separate revision, even within ten minutes of the previous save. */
  readonly separate?: boolean;
};

/**
 * The history after a save, newest first. Saves by one person within ten minutes share one revision. A save that
 * changes the picture, or that restores a former content, always adds a revision.
 */
export function revisionsAfterSave<Content>(
  revisions: readonly Revision<Content>[],
  { before, after, by, at, separate = false }: Save<Content>,
): Revision<Content>[] {
  const [last, ...older] = revisions;
  const same = isSame(before, after);
  const goesBack = older.some((state) => isSame(state, after));
  const isPictured = (before.picture ?? null) !== (after.picture ?? null);
  const sincePrevious = last ? at.getTime() - Date.parse(last.until) : Number.POSITIVE_INFINITY;
  const oneChange =
    by !== null && by.id !== "" && before.by?.id === by.id && sincePrevious >= 0 && sincePrevious < ONE_CHANGE_MS;
  const added =
    same || (oneChange && !separate && !goesBack && !isPictured) ? [] : [{ ...before, until: at.toISOString() }];
  return keptRevisions([...added, ...revisions], at);
}

/** Names of the fields of `after` that have another value in `before`. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): (keyof Fields & string)[] =>
  (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  );

type Content = { readonly content: unknown; readonly picture?: string | null };

const isSame = (a: Content, b: Content): boolean =>
  canonicalJson(a.content) === canonicalJson(b.content) &&
  (a.picture === undefined || b.picture === undefined || a.picture === b.picture);
