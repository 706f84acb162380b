import type { FieldErrors, TypedValues } from "#domain/fields.ts";

/**
 * What the action of a form tells its page, when it does not lead to another one. Whatever is refused or failed comes
 * with everything that was typed, passwords excepted.
 * @typeParam More what one form tells besides
 */
export type FormAnswer<More = unknown> = {
  readonly typed?: TypedValues;
  readonly errors?: FieldErrors;
  /** It is durably kept: a visitor is thanked. */
  readonly thanked?: true;
  /** It was saved, and its page goes on to another one. */
  readonly saved?: true;
  /** It could not be carried out; nothing was kept. */
  readonly failed?: true;
  /** Too much came from this visitor's address; nothing was kept. When to try again: "dans 12 minutes". */
  readonly wait?: string;
  /** Nobody is signed in any more; nothing was kept. */
  readonly sessionEnded?: true;
  /** What was to be changed is gone: somebody has deleted it in the meantime. */
  readonly gone?: true;
  /** Somebody else has saved in the meantime: what stands there now, who, and the version to name when saving over it. */
  readonly conflict?: { readonly version: string; readonly current: readonly string[]; readonly by?: string | null };
} & More;

/** The sign-up of a minor that was kept: address of the filled-in parental consent form. */
export type SignUpAnswer = FormAnswer<{ readonly consentForm?: string }>;
