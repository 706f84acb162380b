/** Documents `mailings/{id}` (mailings.ts), as far as other stores need them. */
import type { StoredDocument, Transaction } from "#ports/documents.ts";

export const MAILINGS_COLLECTION = "mailings";

/** @returns the ids of the recipients (`recipientId`) of a mailing */
export const recipientIdsIn = ({ content }: Pick<StoredDocument, "content">): string[] => [
  ...(content.members as string[]),
  ...(content.replies as string[]),
];

/** Whether a mailing exists and goes to a recipient. @param recipient `recipientId` */
export async function isMailingTo(transaction: Transaction, id: string, recipient: string): Promise<boolean> {
  const document = await transaction.get(MAILINGS_COLLECTION, id);
  return document !== null && recipientIdsIn(document).includes(recipient);
}
