import { monthsBefore } from "./dates.ts";

export const JOURNAL_ACTIONS = [
  "signed-in",
  "added",
  "changed",
  "published",
  "deleted",
  "restored",
  "erased",
  "exported",
  "imported",
  "printed",
  "resent",
  "invited",
  "reset",
  "removed",
  "bank-details",
  "accepted",
  "refused",
  "opened",
  "closed",
  "renewed",
  "sent",
  "unsent",
  "email-added",
  "slots-added",
  "withdrawn",
  "confirmed",
  "done",
  "reopened",
  "tasks-added",
  "stopped",
  "resumed",
] as const;
export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

/**
 * `membre`: a committee member. `session`: a sign-in with a new browser. `register`: a person in the register of
 * members. `welcome`, `consent` and `lost-link`: messages of a round (domain/rounds) to a member. `slot-request`,
 * `slot-change` and `slot-reminder`: messages of a round about an event, whose subject the entry names, not the person.
 * `slot` and `reply`: of domain/slots. `task`, `dossier` (its notes, or the whole) and `result`: of domain/dossier.
 * `handover-item`: a line of « C’est où, qui sait ? ». `calendar-link`: of an account, to the calendar of « À faire ».
 * `mailing`: of domain/mailings.
 */
export const JOURNAL_SUBJECTS = [
  "membre",
  "evenement",
  "inscription",
  "message",
  "settings",
  "announcement",
  "text",
  "account",
  "session",
  "register",
  "fee",
  "presence",
  "proposal",
  "passkey",
  "welcome",
  "consent",
  "lost-link",
  "slot-request",
  "slot-change",
  "slot-reminder",
  "slot",
  "reply",
  "task",
  "dossier",
  "result",
  "handover-item",
  "calendar-link",
  "mailing",
] as const;
export type JournalSubject = (typeof JOURNAL_SUBJECTS)[number];

export const JOURNAL_RETENTION_MONTHS = 12;

/** Journal entries older than this time have expired. */
export const journalCutoff = (now: Date): Date => monthsBefore(now, JOURNAL_RETENTION_MONTHS);
