import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Name of the field that makes a sign-in stay on its page instead of redirecting. */
export const REMAIN_SIGNED_IN = "stay";

export type SignInAnswer = FormAnswer<{
  /** `wrong`: e-mail and password do not match. `away`: the identity provider is unavailable. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** True if the sign-in succeeded; only for a form that stays on its page, otherwise the response is a redirect. */
  readonly signedIn?: true;
}>;

/** For a page whose form contains the document's version: signing in again must not load a newer version. */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
