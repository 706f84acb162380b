/** Documents `link-requests/{member}`: members who asked for the link of the own page. */
import type { LinkRequest } from "#domain/register/lost-link.ts";
import type { DocumentContent, StoredDocument, Transaction } from "#ports/documents.ts";
import { MAILS_COLLECTION, queryMailsOfCauses } from "#stores/mail-document.ts";

export const LINK_REQUESTS_COLLECTION = "link-requests";

export const linkRequestFromDocument = ({ content }: Pick<StoredDocument, "content">): LinkRequest => ({
  at: new Date(String(content.at)),
  ofCommittee: content.ofCommittee === true,
  letters: ((content.letters ?? []) as readonly string[]).map((at) => new Date(at)),
  refused: String(content.refused ?? ""),
});

export const linkRequestContent = ({ at, letters, ...fields }: LinkRequest): DocumentContent => ({
  ...fields,
  at: at.toISOString(),
  letters: letters.map((letter) => letter.toISOString()),
});

/** Gives a request to the committee, because the letter was refused for good. @param reason French sentence */
export function returnToCommittee(transaction: Transaction, { id }: StoredDocument, reason: string): void {
  transaction.update(LINK_REQUESTS_COLLECTION, id, { ofCommittee: true, refused: reason });
}

/** @returns the request of a member and its letter that waits */
export const readLinkRequest = async (
  transaction: Pick<Transaction, "get" | "query">,
  member: string,
): Promise<{ request: StoredDocument | null; letters: readonly StoredDocument[] }> => ({
  request: await transaction.get(LINK_REQUESTS_COLLECTION, member),
  letters: await queryMailsOfCauses(transaction, [member]),
});

/** Deletes a request and its waiting letter. @param read the result of `readLinkRequest` */
export function deleteLinkRequest(
  transaction: Transaction,
  { request, letters }: Awaited<ReturnType<typeof readLinkRequest>>,
): void {
  if (request) transaction.delete(LINK_REQUESTS_COLLECTION, request.id);
  for (const letter of letters) transaction.delete(MAILS_COLLECTION, letter.id);
}
