import type { FieldErrors, TypedValues } from "#domain/fields.ts";

/**
 * Action data of a form that does not redirect. On errors it contains all typed values except passwords.
 * @typeParam More properties that only one form has
 */
export type FormAnswer<More = unknown> = {
  readonly typed?: TypedValues;
  /** All values of the field that one submission can contain several times (`listField`). */
  readonly list?: readonly string[];
  readonly errors?: FieldErrors;
  /** True after a visitor's sign-up or message was stored. */
  readonly thanked?: true;
  /** True when the action succeeded and its page is shown again. */
  readonly saved?: true;
  /** True after an unexpected error; nothing was stored. */
  readonly failed?: true;
  /** Set when rate-limited; nothing was stored. Says in French when to retry: "dans 12 minutes". */
  readonly wait?: string;
  /** True if the session has ended; nothing was stored. */
  readonly sessionEnded?: true;
  /** True if the edited document was deleted in the meantime; nothing was stored. */
  readonly gone?: true;
  /** Another change, made by `by`, was saved in the meantime. Sending the form with this `version` overwrites it. */
  readonly conflict?: { readonly version: string; readonly current: readonly string[]; readonly by?: string | null };
} & More;

export type ConsentLinks = {
  readonly path: string;
  /** Absolute URL of the form, to send to the parents. */
  readonly url: string;
  /** `mailto:` link with a prepared text that contains `url`. */
  readonly mail: string;
  /** First name of the minor. */
  readonly name: string;
  /** Last day on which the link works, in French. */
  readonly until: string;
};

export type SignUpAnswer = FormAnswer<{
  readonly consentForm?: ConsentLinks | undefined;
  /** Path of the page to pay the fee. */
  readonly bill?: string;
}>;
