import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Name of a form field. If set, the sign-in stays on the page, which has typed values. */
export const STAY_ON_PAGE = "stay";

export type SignInAnswer = FormAnswer<{
  /** `wrong`: e-mail and password do not match. `away`: the identity provider is unavailable. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** Set only for a form that stays on its page. For other forms, a successful sign-in redirects. */
  readonly signedIn?: true;
}>;

/**
 * A sign-in must not reload the document. The form would then send its older values with the version of a newer save,
 * and overwrite this save without a conflict.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
