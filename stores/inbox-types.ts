import type { Day } from "#domain/dates.ts";
import type { RecipientAnswer } from "#domain/mail/recipient-answers.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";

/** In ms. Submissions with equal content within this time become one entry. */
export const SAME_ENTRY_MS = 24 * 60 * 60 * 1000;

/** `answers`: of the recipients whom an attempt has reached. Absent if no attempt has reached one. */
type Answered = { readonly answers?: readonly RecipientAnswer[] };

/** State of an entry's mail. `en-attente`: queued. `envoye`: sent. `echec`: refused. `garde`: saved as a file. */
export type MailState =
  | (Answered & {
      readonly state: "en-attente";
      readonly attempts: number;
      readonly nextAttempt: Date;
      readonly reason: string | null;
      /** True if a wrong setting of the site blocks the mail. */
      readonly held?: true;
    })
  | { readonly state: "envoye" | "garde"; readonly at: Date }
  | (Answered & { readonly state: "echec"; readonly reason: string });

export const answersIn = (mail: MailState): readonly RecipientAnswer[] => ("answers" in mail && mail.answers) || [];

/** Whether some recipients got a mail that is queued or refused. */
export const isSentInPart = (mail: MailState): boolean => answersIn(mail).some(({ outcome }) => outcome === "sent");

/** The committee's decision about a sign-up. `member`: the id in the register. `reason` may be empty. */
export type SignUpDecision =
  | { readonly is: "accepted"; readonly member: string }
  | { readonly is: "refused"; readonly reason: string };

export type InboxEntry = Submission & {
  /** Random id, safe in a URL and in a file name. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly mail: MailState;
  readonly handledAt: Date | null;
  /** When the committee received the signed consent form of a minor; otherwise null. */
  readonly consentFormReceivedAt: Date | null;
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
  readonly filter: Filter;
  /** Today in Zurich, for the filter on minors. */
  readonly day: Day;
};
