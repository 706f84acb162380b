import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";

/** Sent along by a form that wants an answer instead of another page. */
export const REMAIN_SIGNED_IN = "stay";

/** What the action of /login tells its page besides. */
export type SignInAnswer = FormAnswer<{
  /** The two do not belong together, or nobody could say. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** The session is open; told to a form that stays. */
  readonly signedIn?: true;
}>;

/**
 * For a page whose form names the version it was opened on: whoever signs in again beside it still saves over that one.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
