/** Documents `inbox/{id}`. Each list uses one field `order…`, because Firestore by itself indexes only single fields. */
import { createHash } from "node:crypto";
import { type ContactDetails, NO_CONTACT_DETAILS } from "#domain/contact-details.ts";
import { type Day, parseSwissDay } from "#domain/dates.ts";
import { formatPhone } from "#domain/fields.ts";
import type { RecipientState } from "#domain/mail/addresses.ts";
import { type Submission, type SubmissionType, submissionFingerprintText } from "#domain/submission.ts";
import { foldText, signUpPersonKey, submissionSearchText } from "#domain/text/search.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import type { InboxEntry, MailState, NewSignUpDecision, SignUpDecision } from "#stores/inbox-types.ts";
import { type JournalEntry, journalSortKey, recordAction } from "./journal.ts";
import { MAILS_COLLECTION, queueSubmission } from "./mail-document.ts";

export const INBOX_COLLECTION = "inbox";
const FINGERPRINTS = "fingerprints";

type Entry = ContactDetails & {
  readonly type: SubmissionType;
  /** The form's content (docs/specification.md section 3). */
  readonly content: Submission["content"];
  /** SHA-256 of type and content, to detect submissions with equal content. */
  readonly fingerprint: string;
  readonly receivedAt: string;
  readonly mail: MailState["state"];
  readonly reason: string | null;
  readonly held: boolean;
  /** State of each address, while an attempt has reached some recipients and not all. Empty otherwise. */
  readonly addresses: readonly RecipientState[];
  readonly sentAt: string | null;
  readonly handledAt: string | null;
  /** Empty after the acceptance: the member then has the day (stores/register/consent.ts). */
  readonly consentOn: Day | "";
  readonly birthDateToVerify: boolean;
  /** Absent or null: no decision. */
  readonly decision?: SignUpDecision | null;
  /** Absent in entries of earlier versions. */
  readonly charterRevision?: string | null;
  /** The type, a space, and a sort key by arrival. */
  readonly orderType: string;
};

/** Sort keys, one per list. Null: the list does not contain the entry. */
type SortKeys = {
  readonly orderNew: string | null;
  readonly orderHandled: string | null;
  readonly orderRefused: string | null;
  readonly orderPurge: string | null;
};

export type InboxFields = Entry &
  SortKeys & {
    readonly search: string;
    /** Equal for all sign-ups of the same person (`signUpPersonKey`); null for a message. */
    readonly person: string | null;
    readonly orderBirthDate: string | null;
  };

export function newInboxFields(submission: Submission, now: Date): InboxFields {
  const { type, content } = submission;
  return withComputedFields({
    type,
    content,
    fingerprint: fingerprintOf(submission),
    receivedAt: now.toISOString(),
    mail: "en-attente",
    reason: null,
    held: false,
    sentAt: null,
    addresses: [],
    handledAt: null,
    consentOn: "",
    ...NO_CONTACT_DETAILS,
    birthDateToVerify: type === "inscription" && submission.birthDateToVerify === true,
    charterRevision: type === "inscription" ? (submission.charterRevision ?? null) : null,
    orderType: `${type} ${journalSortKey(now)}`,
  });
}

/** Adds the computed fields of a new or restored entry. */
export function withComputedFields(fields: Entry): InboxFields {
  const submission = { type: fields.type, content: fields.content } as Submission;
  const { type, content } = submission;
  return {
    ...fields,
    search: foldText(`${submissionSearchText(submission)} ${contactText(fields)}`),
    person: type === "inscription" ? signUpPersonKey(content) : null,
    orderBirthDate: type === "inscription" ? `${type} ${parseSwissDay(content.birthDate)}` : null,
    ...inboxSortKeysOf(fields),
  };
}

const contactText = ({ email, guardianName, guardianPhone }: ContactDetails): string =>
  [email, guardianName, guardianPhone, formatPhone(guardianPhone)].join(" ");

export const inboxSortKeysOf = ({ type, orderType, handledAt, mail }: Entry): SortKeys => ({
  orderNew: handledAt === null ? orderType : null,
  orderHandled: handledAt === null ? null : orderType,
  orderRefused: mail === "echec" ? orderType : null,
  orderPurge: handledAt === null ? null : `${type} ${handledAt}`,
});

export const inboxQueryOfType = (field: keyof InboxFields, type: SubmissionType) => ({
  field,
  from: `${type} `,
  before: `${type}!`,
});

export const whereHandledBefore = (type: SubmissionType, instant: Date) => ({
  ...inboxQueryOfType("orderPurge", type),
  before: `${type} ${instant.toISOString()}`,
});

const fingerprintOf = (submission: Submission): string =>
  createHash("sha256").update(submissionFingerprintText(submission)).digest("hex");

/** @returns the documents of the existing entries, each once */
export async function getInboxEntries(transaction: Transaction, ids: readonly string[]): Promise<StoredDocument[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => transaction.get(INBOX_COLLECTION, id)));
  return found.filter((document) => document !== null);
}

export const inboxEntryFields = ({ content }: Pick<StoredDocument, "content">): InboxFields => content as InboxFields;

export function inboxEntryFromDocument(document: Pick<StoredDocument, "id" | "content">): InboxEntry {
  const fields = inboxEntryFields(document);
  const { type, content, receivedAt, handledAt, consentOn, birthDateToVerify, charterRevision } = fields;
  const { email, guardianName, guardianPhone } = fields;
  return {
    ...({ type, content } as Submission),
    id: document.id,
    receivedAt: new Date(receivedAt),
    mail: mailOf(fields),
    handledAt: parseStoredDate(handledAt),
    consentOn,
    email,
    guardianName,
    guardianPhone,
    birthDateToVerify,
    ...(fields.decision && { decision: fields.decision }),
    charterRevision: charterRevision ?? null,
  };
}

function mailOf({ mail, reason, held, sentAt, addresses }: Entry): MailState {
  if (mail === "envoye" || mail === "garde") return { state: mail, at: new Date(String(sentAt)) };
  const attempted = addresses.length > 0 ? { addresses } : {};
  if (mail === "echec") return { state: mail, reason: String(reason), ...attempted };
  return { state: mail, reason, ...(held && { held }), ...attempted };
}

/** Changes the state of an entry's mail. The caller changes the waiting mail in the same transaction. */
export function setEntryMail(transaction: Transaction, { id, content }: StoredDocument, mail: MailState): void {
  const changes = {
    mail: mail.state,
    reason: "reason" in mail ? mail.reason : null,
    held: "held" in mail,
    // An attempt that reached no recipient keeps the earlier states.
    addresses: "at" in mail ? [] : (mail.addresses ?? inboxEntryFields({ content }).addresses),
    sentAt: "at" in mail ? mail.at.toISOString() : null,
  };
  transaction.update(INBOX_COLLECTION, id, {
    ...changes,
    ...inboxSortKeysOf({ ...inboxEntryFields({ content }), ...changes }),
  });
}

export const parseStoredDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** @returns the document with the id of the newest entry that has this fingerprint; null if none */
export const entryMarkerDocument = (transaction: Transaction, { fingerprint }: Pick<InboxFields, "fingerprint">) =>
  transaction.get(FINGERPRINTS, fingerprint);

/** @returns the entry whose id `marker` contains; null if `marker` is null or the entry does not exist */
export const entryOfMarker = async (transaction: Transaction, marker: StoredDocument | null) =>
  marker && transaction.get(INBOX_COLLECTION, String(marker.content.id));

export const setEntryMarker = (transaction: Transaction, { fingerprint }: InboxFields, id: string): void =>
  transaction.put(FINGERPRINTS, fingerprint, { id });

/** Queues the mail of a new, restored or resent entry, due now, for the addresses that wait. */
export const queueEntryMail = (transaction: Transaction, id: string, fields: InboxFields, at: Date): void =>
  queueSubmission(
    transaction,
    { id, type: fields.type, held: fields.held ? fields.reason : null, addresses: fields.addresses },
    at,
  );

/** @param mail the entry's waiting mail; null for none */
export function deleteInboxEntry(
  transaction: Transaction,
  id: string,
  { marker, mail }: Record<"marker" | "mail", StoredDocument | null>,
): void {
  transaction.delete(INBOX_COLLECTION, id);
  if (mail) transaction.delete(MAILS_COLLECTION, mail.id);
  if (marker?.content.id === id) transaction.delete(FINGERPRINTS, marker.id);
}

/** @returns the document of a sign-up; null if the id is unknown or belongs to a message */
export async function findSignUpDocument(transaction: Transaction, id: string): Promise<StoredDocument | null> {
  const document = await transaction.get(INBOX_COLLECTION, id);
  return document && inboxEntryFields(document).type === "inscription" ? document : null;
}

/**
 * Records the decision, marks the sign-up as handled and writes the journal. Clears `consentOn` of an accepted sign-up:
 * the caller has copied it to the member. Call `decideSignUp` after all reads.
 */
export function decideSignUp(
  transaction: Transaction,
  document: StoredDocument,
  decided: NewSignUpDecision,
  { by, at }: Pick<JournalEntry, "by" | "at">,
): void {
  const fields = inboxEntryFields(document);
  const decision = { ...decided, at: at.toISOString() };
  const accepted = decision.is === "accepted" && { consentOn: "" as const };
  const changed = { decision, handledAt: fields.handledAt ?? at.toISOString(), ...accepted };
  transaction.update(INBOX_COLLECTION, document.id, { ...changed, ...inboxSortKeysOf({ ...fields, ...changed }) });
  recordAction(transaction, { by, at, action: decision.is, subject: "inscription", subjectId: document.id });
}

/**
 * Removes the decision: the sign-up counts as new again. Call `reopenSignUp` after all reads.
 * @param line null: the caller writes the journal
 */
export function reopenSignUp(
  transaction: Transaction,
  document: StoredDocument,
  consentOn: Day | "",
  line: Pick<JournalEntry, "by" | "at"> | null,
): void {
  const changed = { decision: null, handledAt: null, consentOn };
  transaction.update(INBOX_COLLECTION, document.id, {
    ...changed,
    ...inboxSortKeysOf({ ...inboxEntryFields(document), ...changed }),
  });
  if (line) recordAction(transaction, { ...line, action: "changed", subject: "inscription", subjectId: document.id });
}
