/**
 * Mail queue in a collection. A worker claims (locks) a mail before sending. `dueAt`: end of the claim, or time of the
 * next attempt. Null if the mail is not queued. `claim`: id of the transaction that claimed the mail.
 */
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import type { Documents, Query, StoredDocument, Transaction } from "#ports/documents.ts";

const FIRST_DUE: Query = { where: { field: "dueAt" }, limit: 1, select: ["dueAt"] };

type Claim = {
  readonly now: Date;
  readonly forMs: number;
  readonly count: number;
  /** Number of due mails to read. `compare` then chooses `count` of these mails. Default: `count`. */
  readonly candidates?: number;
  readonly compare?: (a: StoredDocument, b: StoredDocument) => number;
};

/** @param collection a collection whose documents have the fields `dueAt` and `claim` */
export function createDueMail(documents: Documents, collection: string) {
  /** Ids of the transactions in which this process claimed mails, by id of the mail. */
  const claims = new Map<string, string>();
  return {
    /** @returns the claimed documents, with their content before the claim */
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

    /** @returns the earliest `dueAt`; null if the queue is empty */
    async nextDue(): Promise<Date | null> {
      const [first] = await documents.query(collection, FIRST_DUE);
      return first ? new Date(String(first.content.dueAt)) : null;
    },

    /** @returns whether another process made the last claim */
    isClaimedElsewhere: ({ id, content: { claim } }: StoredDocument): boolean =>
      typeof claim === "string" && claim !== claims.get(id),

    release: (id: string): void => void claims.delete(id),
  };
}

/** @returns due mails, oldest first. Then mails due after `FARTHEST_ATTEMPT_MS`, which only a wrong clock schedules. */
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
