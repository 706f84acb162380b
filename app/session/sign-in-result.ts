import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import type { AcceptedPasskeys } from "#domain/accounts/passkey.ts";

/** If this form field is set, the sign-in does not redirect: the page keeps its typed values. */
export const STAY_ON_PAGE_FIELD = "stay";

export type SignInResult = FormResult<{
  /** `wrong`: e-mail and password do not match. `away`: the identity provider is unavailable. */
  readonly refusal?: "wrong" | "away";
  readonly toast?: Toast;
  /** Set only if the request has `STAY_ON_PAGE_FIELD`. Otherwise, a successful sign-in redirects. */
  readonly signedIn?: true;
  /** With `signedIn`. Null if they could not be read, or if the site's host allows no passkeys. */
  readonly accepted?: AcceptedPasskeys | null;
  /** Id of a passkey that its account does not have (`PASSKEY_SENTENCES.unknown`). */
  readonly unknownKey?: string;
}>;

/**
 * A sign-in must not reload the version of the edited document. With a newer version, the form would overwrite another
 * person's save without a conflict.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
