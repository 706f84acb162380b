/** What was changed from one state to the next, in words. */
import type { Revision } from "./history.ts";
import type { Person } from "./person.ts";
import { canonicalJson } from "./text/canonical-json.ts";

/** A field as people read it; an empty value is none. */
export type FieldText = { readonly label: string; readonly value: string };

/** A field that has another value in one state than in the one before. */
type FieldChange = { readonly label: string; readonly from: string; readonly to: string };

/** One state of something, and what was changed to make it. */
export type HistoryLine = {
  /** Tells it from the others: when the next state took its place; empty for the one that stands now. */
  readonly key: string;
  readonly by: Person | null;
  /** When it was saved. */
  readonly at: string;
  /** Null: what was before is not kept. */
  readonly changes: readonly FieldChange[] | null;
  /** All that it says, with a value. */
  readonly fields: readonly FieldText[];
  /** Key of the picture of then; null: none. Undefined: pictures do not change, or an earlier version noted none. */
  readonly picture: string | null | undefined;
  /** It has another picture than the one before, as far as both are known. */
  readonly newPicture: boolean;
  /** Going back to it would change nothing. */
  readonly asNow: boolean;
};

/** What stands there now. */
type Current<Content> = Pick<Revision<Content>, "content" | "picture" | "at" | "by">;

/**
 * @param revisions earlier ones, newest first
 * @param describe gives the fields of a state in the order of the form, each time the same labels
 * @param brought what of a state comes back. Absent: all of it
 * @returns the states, the present one first
 */
export function historyLines<Content>(
  current: Current<Content>,
  revisions: readonly Revision<Content>[],
  describe: (content: Content) => readonly FieldText[],
  brought: (content: Content) => unknown = (content) => content,
): HistoryLine[] {
  const all = [{ ...current, until: "" }, ...revisions];
  return all.map((state, i) => {
    const fields = describe(state.content);
    const before = all[i + 1];
    return {
      key: state.until,
      by: state.by,
      at: state.at,
      changes: before ? changesBetween(describe(before.content), fields) : null,
      fields: fields.filter(({ value }) => value !== ""),
      picture: state.picture,
      newPicture: before?.picture !== undefined && state.picture !== undefined && before.picture !== state.picture,
      asNow: isSame(brought(current.content), brought(state.content)) && isPictureOf(current, state),
    };
  });
}

const changesBetween = (before: readonly FieldText[], after: readonly FieldText[]): FieldChange[] =>
  after.flatMap(({ label, value }) => {
    const from = before.find((one) => one.label === label)?.value ?? "";
    return from === value ? [] : [{ label, from, to: value }];
  });

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** A state that knows of no picture leaves the one that there is. */
const isPictureOf = (now: Current<unknown>, { picture }: Current<unknown>): boolean =>
  picture === undefined || picture === now.picture;
