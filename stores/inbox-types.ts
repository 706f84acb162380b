import type { ContactDetails } from "#domain/contact-details.ts";
import type { Day } from "#domain/dates.ts";
import type { RecipientState } from "#domain/mail/addresses.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { InboxListFilter } from "#domain/text/search.ts";

/** Time in ms within which submissions with equal content become one entry. */
export const DUPLICATE_ENTRY_MS = 24 * 60 * 60 * 1000;

/** `addresses`: after the last attempt that reached recipients. Absent if no attempt has reached one. */
type Attempted = { readonly addresses?: readonly RecipientState[] };

/** State of an entry's mail. `en-attente`: queued. `envoye`: sent. `echec`: refused. `garde`: saved as a file. */
export type MailState =
  | (Attempted & {
      readonly state: "en-attente";
      readonly reason: string | null;
      /** True if a wrong setting of the site blocks the mail. */
      readonly held?: true;
    })
  | { readonly state: "envoye" | "garde"; readonly at: Date }
  | (Attempted & { readonly state: "echec"; readonly reason: string });

export const recipientStatesOfMail = (mail: MailState): readonly RecipientState[] =>
  ("addresses" in mail && mail.addresses) || [];

/** Whether mail that is queued or refused has already reached some recipients. */
export const hasReachedSomeRecipients = (mail: MailState): boolean =>
  recipientStatesOfMail(mail).some(({ state }) => state === "sent");

/** `member`: the id in the register. `isRenewal`: the member existed before. `reason` may be empty. */
export type NewSignUpDecision =
  | { readonly is: "accepted"; readonly member: string; readonly isRenewal: boolean }
  | { readonly is: "refused"; readonly reason: string };

/** The committee's decision about a sign-up. `at`: ISO 8601. */
export type SignUpDecision = NewSignUpDecision & { readonly at: string };

/** An inbox entry. The contact details are what the visitor added after the sign-up. Empty for a message. */
export type InboxEntry = Submission &
  ContactDetails & {
    /** Random id, safe in a URL and in a file name. */
    readonly id: string;
    readonly receivedAt: Date;
    readonly mail: MailState;
    readonly handledAt: Date | null;
    /**
     * The day on which the committee received the signed consent form. Empty after the acceptance: the member then has
     * the day.
     */
    readonly consentOn: Day | "";
    /** True if the visitor kept the form's initial birth date. The committee has to verify this date. */
    readonly birthDateToVerify: boolean;
    /** Absent for a message, and before the decision. */
    readonly decision?: SignUpDecision;
    /** When the accepted text of the charter was saved. Empty for the default text. Null for a message, or if unknown. */
    readonly charterRevision: string | null;
  };

export type ListedEntry = InboxEntry & {
  /** True if another sign-up has the same names and birth date. Case and accents are ignored. */
  readonly duplicate: boolean;
};

export type InboxSearch<Type extends SubmissionType = SubmissionType> = {
  readonly type: Type;
  /** Search text as typed. An entry must contain every word, ignoring accents and case. */
  readonly text: string;
  readonly filter: InboxListFilter;
  /** Today in Zurich, for the filter on minors. */
  readonly day: Day;
};
