import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** What the action of a page that changes a picture tells it besides. */
export type PictureAnswer = FormAnswer<{
  /** Who has saved in the meantime is the same person: with another tap, or in another tab. */
  readonly own?: boolean;
}>;
