import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Name of a form field: if it is set, a sign-in does not redirect, and the page with its typed values remains. */
export const STAY_ON_PAGE = "stay";

export type SignInAnswer = FormAnswer<{
  /** `wrong`: e-mail and password do not match. `away`: the identity provider is unavailable. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** True if the sign-in succeeded; only for a form that stays on its page, otherwise the response is a redirect. */
  readonly signedIn?: true;
}>;

/**
 * On a page that edits a document, a sign-in must not reload the document. Otherwise, the form would send its older
 * values with the version of another person's newer save, and overwrite this save without reporting a conflict.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
