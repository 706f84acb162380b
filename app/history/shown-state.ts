import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import type { HistoryLine } from "#domain/history-lines.ts";

/** A state as the page shows it. */
export type ShownState = Omit<HistoryLine, "by" | "at" | "picture"> & {
  /** Null: not known. */
  readonly who: string | null;
  /** `05.08.2008, 14:30`; null: not known. */
  readonly when: string | null;
  /** Address of the picture of then; null: none. Undefined: pictures do not change. */
  readonly picture: string | null | undefined;
};

/** What the action of such a page tells it besides. Nothing was changed. */
export type HistoryAnswer = FormAnswer<{
  /** The state is kept no more. */
  readonly forgotten?: true;
  /** What the form says to it today, one line for each field. */
  readonly refused?: readonly string[];
  /** Somebody else has saved since the page was shown; null: not known who. */
  readonly overtakenBy?: string | null;
}>;
