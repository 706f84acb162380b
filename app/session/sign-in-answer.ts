import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** If this form field is set, the sign-in does not redirect: the page keeps its typed values. */
export const STAY_ON_PAGE = "stay";

export type SignInAnswer = FormAnswer<{
  /** `wrong`: e-mail and password do not match. `away`: the identity provider is unavailable. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** Set only for a form that stays on its page. For other forms, a successful sign-in redirects. */
  readonly signedIn?: true;
}>;

/**
 * After a sign-in, do not reload the document. Otherwise, the form would send older values with the version of a newer
 * save. The save would be overwritten without a conflict.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
