import type { Revision } from "./history.ts";
import type { Person } from "./person.ts";
import { canonicalJson } from "./text/canonical-json.ts";

export type FieldText = { readonly label: string; readonly value: string };

type FieldChange = { readonly label: string; readonly from: string; readonly to: string };

export type HistoryLine = {
  /** The revision's `until`; empty for the current one. */
  readonly key: string;
  readonly by: Person | null;
  readonly at: string;
  /** Null: the previous revision is not kept. */
  readonly changes: readonly FieldChange[] | null;
  readonly fields: readonly FieldText[];
  /** Picture key; null: none; undefined: pictures do not change, or an earlier version recorded none. */
  readonly picture: string | null | undefined;
  /** False while either picture is unknown. */
  readonly newPicture: boolean;
  /** Same content as the current revision: a restoration would change nothing. */
  readonly asNow: boolean;
};

type Current<Content> = Pick<Revision<Content>, "content" | "picture" | "at" | "by">;

/** The revisions in words, newest first. `brought`: the fields that a restoration changes; absent: all. */
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
    const from = before.find((field) => field.label === label)?.value ?? "";
    return from === value ? [] : [{ label, from, to: value }];
  });

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const isPictureOf = (now: Current<unknown>, { picture }: Current<unknown>): boolean =>
  picture === undefined || picture === now.picture;
