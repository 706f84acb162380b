/**
 * Mailings: « Écrire aux membres ». A mailing is one text to many people; each gets it by the way that reaches them
 * (ways.ts). The code says `mailing`, because `message` is the message of the contact form.
 */
import * as z from "zod/mini";
import { type Day, dayInZurich, monthsBefore } from "#domain/dates.ts";
import { checkboxSchema, optionalLineSchema, requiredLineSchema, requiredMultilineSchema } from "#domain/fields.ts";
import type { Author } from "#domain/person.ts";
import type { Share } from "./ways.ts";

/**
 * `info`: members can opt out. `event`: to the people of the event's slots. `convocation`: to an assembly; nobody can opt
 * out.
 */
export type MailingKind = "info" | "event" | "convocation";

/** In characters. */
export const MAILING_LIMITS = { subject: 120, text: 2000, answersTo: 80 } as const;

/** A member who is written to, or a reply of a person who is not a member. The other of the two is empty. */
export type Recipient = { readonly member: string; readonly reply: string };

/** Id of a recipient: that of the member or of the reply. Equals `roundRowKey`. */
export const recipientId = ({ member, reply }: Recipient): string => member || reply;

export type MailingWords = {
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** Whom to answer: a name, maybe with a number. Empty for none. */
  readonly answersTo: string;
  /** Whether the author also shares it in the association's group chat. */
  readonly isForGroup: boolean;
};

export type NewMailing = MailingWords & {
  readonly kind: MailingKind;
  /** `subject` of the event. Empty for the other kinds. */
  readonly event: string;
  /** Day of the assembly of a convocation. Empty for the other kinds. */
  readonly day: Day | "";
  readonly recipients: readonly Recipient[];
  /** Id of the mailing that this one corrects. Empty for none. */
  readonly corrects: string;
};

/** A mailing never changes once it is created, but for its shares and for being stopped. */
export type Mailing = NewMailing &
  Author & {
    readonly id: string;
    /** What was shared in the group chat and what was printed, oldest first. */
    readonly shares: readonly Share[];
    /** Number of recipients who were erased since. Proof must not lose people without a word. */
    readonly erased: number;
    /** When the committee stopped the e-mails. Null if it did not. */
    readonly stoppedAt: Date | null;
    /** Whether all e-mails were queued. False after a crash, until the job has queued the others. */
    readonly isQueued: boolean;
    /** Identifies the last demand to queue e-mails. Empty if all were queued. */
    readonly toQueue: string;
  };

/** Schema of the form. Only the server checks the Markdown and the audience. */
export const mailingSchema = () =>
  z.object({
    subject: requiredLineSchema(MAILING_LIMITS.subject),
    text: requiredMultilineSchema(MAILING_LIMITS.text),
    answersTo: optionalLineSchema(MAILING_LIMITS.answersTo),
    isForGroup: checkboxSchema(),
  });

export const MAILING_FIELD_LABELS = {
  subject: "Sujet",
  text: "Message",
  answersTo: "Réponses",
  isForGroup: "Aussi dans le groupe WhatsApp",
} as const satisfies Record<keyof MailingWords, string>;

/** With a plain space, because typed lines have no other (`toSingleLine`). */
const CORRECTION = "Rectification\u00a0: ".replace("\u00a0", " ");

/** The words of a correction, for the committee to change: « Rectification : {subject} ». */
export function mailingCorrecting({ subject, text, answersTo, isForGroup }: MailingWords): MailingWords {
  const corrected = subject.startsWith(CORRECTION) ? subject : CORRECTION + subject;
  // A cut between the halves of an emoji would leave half of it.
  const cut = corrected
    .slice(0, MAILING_LIMITS.subject)
    .replace(/\p{Surrogate}$/u, "")
    .trimEnd();
  return { subject: cut, text, answersTo, isForGroup };
}

/**
 * Whether a mailing says to all people of another one what that one says: sending the other, too, would add nothing.
 * @param sent a mailing that was sent
 */
export function saysAsMuch(sent: NewMailing, other: NewMailing): boolean {
  const reached = new Set(sent.recipients.map(recipientId));
  const same = ["kind", "event", "day", "corrects", "subject", "text", "answersTo", "isForGroup"] as const;
  return (
    same.every((name) => sent[name] === other[name]) && other.recipients.every((one) => reached.has(recipientId(one)))
  );
}

/** Ids are made with the form, so that a form sent twice is one mailing. */
export const newMailingId = (): string => crypto.randomUUID().replaceAll("-", "");
export const isMailingId = (typed: string): boolean => /^[0-9a-f]{32}$/.test(typed);

/** Months during which a mailing is kept, with its list of ways. A convocation is proof until it can no longer be contested. */
export const MAILING_RETENTION_MONTHS = { info: 12, event: 6, convocation: 60 } as const satisfies Record<
  MailingKind,
  number
>;

/** Months during which recipients and the group can read a mailing on the site. */
export const MAILING_SHOWN_MONTHS = 12;

export const isMailingExpired = ({ kind, at }: Pick<Mailing, "kind" | "at">, now: Date): boolean =>
  at < monthsBefore(now, MAILING_RETENTION_MONTHS[kind]);

/** Whether recipients and the group still find the mailing on the site. */
export const isMailingShown = (mailing: Pick<Mailing, "kind" | "at">, now: Date): boolean =>
  mailing.at >= monthsBefore(now, MAILING_SHOWN_MONTHS) && !isMailingExpired(mailing, now);

/** Whether another mailing was sent on the same day: « Un message est déjà parti aujourd’hui ». */
export const isSentToday = ({ at }: Pick<Mailing, "at">, now: Date): boolean => dayInZurich(at) === dayInZurich(now);

/** The day on which the clocks go back has 25 hours. */
const LONGEST_DAY_MS = 25 * 3_600_000;

/** A time before today's first mailing (`isSentToday`). */
export const beforeToday = (now: Date): Date => new Date(now.getTime() - LONGEST_DAY_MS);
