/**
 * Mail that waits in a collection. `dueAt` is the time of the next attempt, or the end of a claim by one of several
 * workers; null in a document whose mail does not wait. `claim` is the id of the transaction that claimed it last.
 */
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import type { Documents, Query, StoredDocument, Transaction } from "#ports/documents.ts";

/** The mail that is due first. */
const FIRST_DUE: Query = { where: { field: "dueAt" }, limit: 1, select: ["dueAt"] };

type Claim = {
  readonly now: Date;
  /** How long the claim lasts, in milliseconds. */
  readonly forMs: number;
  /** How many mails at most. */
  readonly count: number;
  /** How many of those that have been due longest are compared; absent: `count`. */
  readonly candidates?: number;
  /** Which of them come first; absent: those that have been due longest. */
  readonly compare?: (a: StoredDocument, b: StoredDocument) => number;
};

/** @param collection documents with `dueAt` and `claim` */
export function createDueMail(documents: Documents, collection: string) {
  /** The claims that were made here, by the id of the mail. */
  const claims = new Map<string, string>();
  return {
    /** @returns the documents that are claimed now, as they were before */
    async claimDue(claim: Claim): Promise<StoredDocument[]> {
      const { id, claimed } = await documents.transaction(async (transaction) => {
        const claimed = (await due(transaction, collection, claim)).toSorted(claim.compare ?? (() => 0));
        claimed.length = Math.min(claimed.length, claim.count);
        const dueAt = after(claim.now, claim.forMs);
        for (const mail of claimed) transaction.update(collection, mail.id, { dueAt, claim: transaction.id });
        return { id: transaction.id, claimed };
      });
      for (const mail of claimed) claims.set(mail.id, id);
      return claimed;
    },

    /** @returns when the next mail is due; null when none waits */
    async nextDue(): Promise<Date | null> {
      const [first] = await documents.query(collection, FIRST_DUE);
      return first ? new Date(String(first.content.dueAt)) : null;
    },

    /** @returns whether another worker has claimed the mail since it was claimed here, or it was not claimed here */
    isClaimedElsewhere: ({ id, content: { claim } }: StoredDocument): boolean =>
      typeof claim === "string" && claim !== claims.get(id),

    /** Forgets a claim that was made here. */
    release: (id: string): void => void claims.delete(id),
  };
}

/** What is due, longest first, then what a clock that has been set back since put off for longer than anything is. */
async function due(
  transaction: Transaction,
  collection: string,
  { now, count, candidates = count }: Claim,
): Promise<StoredDocument[]> {
  const limit = Math.max(count, candidates);
  const found = await transaction.query(collection, { where: { field: "dueAt", to: now.toISOString() }, limit });
  if (found.length >= count) return found;
  const postponed = { field: "dueAt", after: after(now, FARTHEST_ATTEMPT_MS) };
  return [...found, ...(await transaction.query(collection, { where: postponed, limit: count - found.length }))];
}

const after = (instant: Date, ms: number): string => new Date(instant.getTime() + ms).toISOString();
