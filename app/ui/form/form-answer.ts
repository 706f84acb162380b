import type { FieldErrors, TypedValues } from "#domain/fields.ts";

/**
 * Action data of a form that does not redirect. On errors it contains all typed values except passwords.
 * @typeParam More properties of one form
 */
export type FormAnswer<More = unknown> = {
  readonly typed?: TypedValues;
  /** All values of the list field. */
  readonly list?: readonly string[];
  readonly errors?: FieldErrors;
  /** A visitor's form was stored. */
  readonly thanked?: true;
  /** The form was saved; the page redirects by itself. */
  readonly saved?: true;
  /** An error occurred; nothing was stored. */
  readonly failed?: true;
  /** Rate limited; nothing was stored. When to retry, in French: "dans 12 minutes". */
  readonly wait?: string;
  /** The session has ended; nothing was stored. */
  readonly sessionEnded?: true;
  /** The document was deleted in the meantime. */
  readonly gone?: true;
  /** Another change was saved in the meantime: the current content, its author, and the version to send to overwrite it. */
  readonly conflict?: { readonly version: string; readonly current: readonly string[]; readonly by?: string | null };
} & More;

/** `consentForm`: address of the filled-in parental consent form of a minor. */
export type SignUpAnswer = FormAnswer<{ readonly consentForm?: string }>;
