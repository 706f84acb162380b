import type { ContactDetailsQuestion } from "#domain/contact-details.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";

/**
 * Action data of a form that does not redirect. After an error, `typed` has all values except passwords.
 * @typeParam More properties that only one form has
 */
export type FormResult<More = unknown> = {
  readonly typed?: TypedValues;
  /** Values of a field with several values, such as ticked checkboxes. */
  readonly list?: readonly string[];
  readonly errors?: FieldErrors;
  readonly thanked?: true;
  readonly saved?: true;
  /** True after an unexpected error. Nothing was stored. */
  readonly failed?: true;
  /** Set if rate-limited. Nothing was stored. Says in French when to retry: "dans 12 minutes". */
  readonly wait?: string;
  /** True if the session has ended. Nothing was stored. */
  readonly sessionEnded?: true;
  /** True if the edited document was deleted. Nothing was stored. */
  readonly gone?: true;
  /** Set if `by` changed the document. To overwrite the change, the form sends `version`. */
  readonly conflict?: { readonly version: string; readonly current: readonly string[]; readonly by?: string | null };
} & More;

export type ConsentLinks = {
  readonly path: string;
  readonly url: string;
  /** `mailto:` link with a text that contains `url`. */
  readonly mail: string;
  /** First name of the minor with « de »: `d’Anaïs`. */
  readonly ofMinor: string;
  /** Last day on which the link works, in French. */
  readonly until: string;
};

/** The next public event. `when`: in French: `Sam. 12 déc.`. */
export type NextEventDate = { readonly when: string; readonly name: string; readonly url: string };

export type SignUpResult = FormResult<{
  readonly consentForm?: ConsentLinks | undefined;
  readonly bill?: string;
  readonly nextDate?: NextEventDate | undefined;
  readonly question?: ContactDetailsQuestion | undefined;
}>;
