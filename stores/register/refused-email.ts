/**
 * Whether the e-mail address of a member works. The outcome of every letter to a member records it on the member's
 * document, whatever the letter is about.
 */
import { isAddressRefused, isSameMailbox, type RecipientState } from "#domain/mail/addresses.ts";
import type { Author } from "#domain/person.ts";
import { emailRefusedAt } from "#domain/register/member.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { memberFromDocument, REGISTER_COLLECTION } from "./member-document.ts";

/** `addresses`: the states after the attempt, if the server answered for single recipients. */
type Delivery = {
  readonly isSent: boolean;
  readonly recipient: string;
  readonly addresses?: readonly RecipientState[] | undefined;
  readonly at: Date;
};

/**
 * Records the outcome of a letter with its member: a refusal of the address marks it, a success removes the mark. A
 * refusal of the message, or by a full mailbox, says nothing about the address.
 */
export function recordMemberDelivery(
  transaction: Transaction,
  document: StoredDocument,
  { isSent, recipient, addresses = [], at }: Delivery,
): void {
  const { email, refusedEmail } = memberFromDocument(document);
  if (isSent && refusedEmail && isSameMailbox(refusedEmail.address, recipient)) forgetRefusal(transaction, document);
  if (!isSent && isAddressRefused(recipient, addresses) && isSameMailbox(email, recipient))
    transaction.update(REGISTER_COLLECTION, document.id, {
      refusedEmail: { address: recipient, at: at.toISOString() },
    });
}

/** Forgets that the member's address was refused: the site writes to it again. @returns false if there is no such member */
export async function retryEmail(transaction: Transaction, id: string, author: Author): Promise<boolean> {
  const document = await transaction.get(REGISTER_COLLECTION, id);
  if (!document) return false;
  if (!emailRefusedAt(memberFromDocument(document))) return true;
  forgetRefusal(transaction, document);
  recordAction(transaction, { ...author, action: "changed", subject: "register", subjectId: id });
  return true;
}

const forgetRefusal = (transaction: Transaction, { id }: StoredDocument): void =>
  transaction.update(REGISTER_COLLECTION, id, { refusedEmail: null });
