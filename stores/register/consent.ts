/**
 * The day on which the committee received the parents' authorisation. It is stored in one place only: on the sign-up
 * until its acceptance, then on the member. While the member is in the recycle bin, it is on the sign-up again.
 */
import type { Day } from "#domain/dates.ts";
import type { Author } from "#domain/person.ts";
import { LATE_SIGN_UP_FIELDS, type LateSignUpField, type MemberData } from "#domain/register/member.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import { findSignUpDocument, INBOX_COLLECTION, inboxEntryFields } from "#stores/inbox-document.ts";
import { recordAction } from "#stores/journal.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { memberFromDocument, memberVersion, REGISTER_COLLECTION } from "./member-document.ts";

/** Selects a sign-up or a member. An accepted sign-up selects its member. */
export type ConsentSubject = { readonly signUp: string } | { readonly member: string };

/**
 * Records the authorisation as received, or as missing. A day that is already recorded stays.
 * @param on empty for missing
 * @returns false if neither sign-up nor member exists
 */
export async function writeConsent(
  transaction: Transaction,
  subject: ConsentSubject,
  on: Day | "",
  author: Author,
): Promise<boolean> {
  const signUp = "signUp" in subject ? await findSignUpDocument(transaction, subject.signUp) : null;
  const id = "member" in subject ? subject.member : signUp && acceptedMember(signUp);
  const document = id === null ? null : await transaction.get(REGISTER_COLLECTION, id);
  const noted = document ? memberFromDocument(document).consentOn : signUp && inboxEntryFields(signUp).consentOn;
  if (noted === null) return false;
  if ((noted === "") === (on === "")) return true;
  if (document) await setOnMember(transaction, document, on, author);
  else if (signUp) {
    moveConsentToSignUp(transaction, signUp, on);
    recordAction(transaction, { ...author, action: "changed", subject: "inscription", subjectId: signUp.id });
  }
  return true;
}

/** @returns id of the member who was accepted from a sign-up; null before the acceptance */
const acceptedMember = (document: StoredDocument): string | null => {
  const { decision } = inboxEntryFields(document);
  return decision?.is === "accepted" ? decision.member : null;
};

async function setOnMember(
  transaction: Transaction,
  document: StoredDocument,
  consentOn: Day | "",
  author: Author,
): Promise<void> {
  const version = memberVersion(document);
  const read = await readForChange(transaction, DOCUMENT_KINDS.register, document.id, { version });
  writeChange(transaction, DOCUMENT_KINDS.register, read, { ...author, fields: { ...read.current.fields, consentOn } });
}

/**
 * Moves the day of the authorisation back to a sign-up, because its member leaves the register or its acceptance is
 * undone.
 */
export const moveConsentToSignUp = (
  transaction: Transaction,
  { id }: Pick<StoredDocument, "id">,
  consentOn: Day | "",
): void => transaction.update(INBOX_COLLECTION, id, { consentOn });

/** @returns the sign-ups of a member that the inbox still has, oldest first */
export async function readAcceptedSignUps(
  transaction: Transaction,
  member: string,
  signUps: readonly string[],
): Promise<StoredDocument[]> {
  const found = await Promise.all(signUps.map((id) => findSignUpDocument(transaction, id)));
  return found.filter((document) => document !== null).filter((document) => acceptedMember(document) === member);
}

/**
 * The record of an accepted person, completed with the data that the sign-up received after the committee had opened
 * the form.
 * @param fields the empty fields that the sign-up may fill
 */
export function withFieldsAddedLater(
  data: MemberData,
  document: StoredDocument,
  fields: readonly LateSignUpField[] = LATE_SIGN_UP_FIELDS,
): MemberData {
  const late = inboxEntryFields(document);
  const filled = fields.filter((field) => data[field] === "").map((field) => [field, late[field]]);
  return { ...data, ...Object.fromEntries(filled) };
}
