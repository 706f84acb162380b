import type { Revision, StoredRevision } from "./history.ts";
import type { Person } from "./person.ts";
import { canonicalJson } from "./text/canonical-json.ts";

export type HistoryFieldText = { readonly label: string; readonly value: string };

type FieldChange = { readonly label: string; readonly from: string; readonly to: string };

export type HistoryLine = {
  /** Id of the revision. Empty for the current content. */
  readonly id: string;
  readonly by: Person | null;
  readonly at: string;
  /** Changes since the previous revision. Null if the previous revision is deleted. */
  readonly changes: readonly FieldChange[] | null;
  readonly fields: readonly HistoryFieldText[];
  /** Picture key. Null for no picture. Undefined if unknown. */
  readonly picture: string | null | undefined;
  /** Whether the picture differs from the previous revision. False if a picture is unknown. */
  readonly newPicture: boolean;
  /** Whether restoring this revision would change nothing. */
  readonly asNow: boolean;
};

type Current<Content> = Pick<Revision<Content>, "content" | "picture" | "at" | "by">;

/**
 * Describes the current content and the revisions (newest first) as texts.
 * @param restoredFields returns the fields that the restoration of a revision overwrites
 */
export function historyLines<Content>(
  current: Current<Content>,
  revisions: readonly StoredRevision<Content>[],
  describe: (content: Content) => readonly HistoryFieldText[],
  restoredFields: (content: Content) => unknown = (content) => content,
): HistoryLine[] {
  const all = [{ ...current, id: "" }, ...revisions];
  return all.map((state, i) => {
    const fields = describe(state.content);
    const before = all[i + 1];
    return {
      id: state.id,
      by: state.by,
      at: state.at,
      changes: before ? changesBetween(describe(before.content), fields) : null,
      fields: fields.filter(({ value }) => value !== ""),
      picture: state.picture,
      newPicture: before?.picture !== undefined && state.picture !== undefined && before.picture !== state.picture,
      asNow: isSame(restoredFields(current.content), restoredFields(state.content)) && isPictureOf(current, state),
    };
  });
}

const changesBetween = (before: readonly HistoryFieldText[], after: readonly HistoryFieldText[]): FieldChange[] =>
  after.flatMap(({ label, value }) => {
    const from = before.find((field) => field.label === label)?.value ?? "";
    return from === value ? [] : [{ label, from, to: value }];
  });

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const isPictureOf = (now: Current<unknown>, { picture }: Current<unknown>): boolean =>
  picture === undefined || picture === now.picture;
