import type { Documents, StoredDocument } from "#ports/documents.ts";
import type { AccountMail } from "#ports/mailer.ts";
import { createDueMail } from "./due-mail.ts";

/** A mail that waits. */
type QueuedMail = AccountMail & {
  /** How often sending it has failed. */
  readonly attempts: number;
};

/**
 * Mail to accounts that must not be lost while the mail server is away. Every method throws when the store does not
 * answer; a write that has returned survives a crash.
 */
export interface AccountMailQueue {
  /** Keeps mails, all of them or none. @param dueAt when the first attempt is due */
  add(mails: readonly AccountMail[], dueAt: Date): Promise<void>;

  /**
   * Takes the mail that has been due longest, and keeps it from everybody else for a while: two workers never send the
   * same one at the same time, and a worker that died loses its claim.
   * @param forMs how long the claim lasts, in milliseconds
   * @returns null when none is due
   */
  claimDue(now: Date, forMs: number): Promise<QueuedMail | null>;

  /** @returns when the next one is due, or null when none waits */
  nextDue(): Promise<Date | null>;

  /** Counts a failed attempt. One that is gone meanwhile is no fault. @param dueAt of the next one */
  retry(id: string, dueAt: Date): Promise<void>;

  /** Forgets mails: sent, refused for good, or not to be sent after all. Those that are gone are no fault. */
  drop(ids: readonly string[]): Promise<void>;
}

const ACCOUNT_MAIL = "account-mail";

/**
 * Makes the queue of mail to accounts: one document a mail, under the mail's id.
 * @param documents where the mails are kept; `add` throws `DocumentExists` for a mail that waits already
 */
export function createAccountMailQueue(documents: Documents): AccountMailQueue {
  const dueMail = createDueMail(documents, ACCOUNT_MAIL);
  return {
    async add(mails, dueAt) {
      if (mails.length === 0) return;
      await documents.transaction(async (transaction) => {
        for (const { id, recipient, subject, text, html } of mails)
          transaction.create(ACCOUNT_MAIL, id, {
            ...{ recipient, subject, text, html, attempts: 0 },
            ...{ dueAt: dueAt.toISOString(), claim: null },
          });
      });
    },

    async claimDue(now, forMs) {
      const [claimed] = await dueMail.claimDue({ now, forMs, count: 1 });
      return claimed ? mailOf(claimed) : null;
    },

    nextDue: () => dueMail.nextDue(),

    async retry(id, dueAt) {
      await documents.transaction(async (transaction) => {
        const mail = await transaction.get(ACCOUNT_MAIL, id);
        if (!mail || dueMail.isClaimedElsewhere(mail)) return;
        const attempts = Number(mail.content.attempts) + 1;
        transaction.update(ACCOUNT_MAIL, id, { attempts, dueAt: dueAt.toISOString(), claim: null });
      });
      dueMail.release(id);
    },

    async drop(ids) {
      if (ids.length === 0) return;
      await documents.transaction(
        async (transaction) => {
          const found = await Promise.all([...new Set(ids)].map((id) => transaction.get(ACCOUNT_MAIL, id)));
          for (const mail of found) if (mail) transaction.delete(ACCOUNT_MAIL, mail.id);
        },
        { erases: true },
      );
      for (const id of ids) dueMail.release(id);
    },
  };
}

function mailOf({ id, content }: StoredDocument): QueuedMail {
  const { recipient, subject, text, html, attempts } = content as Omit<QueuedMail, "id">;
  return { id, recipient, subject, text, html, attempts };
}
