import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Action data of a picture page. */
export type PictureAnswer = FormAnswer<{
  /** The conflicting change was made by the same account, in another tab or by a double tap. */
  readonly own?: boolean;
}>;

/** Signing in again must not load a newer version under the form; a conflict must load the current picture. */
export const shouldRevalidate = ({ formAction, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction !== "/login" && (defaultShouldRevalidate || actionStatus === 409);
