import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import type { AccountMail } from "#ports/mailer.ts";
import { createDueMail } from "./due-mail.ts";

type QueuedMail = AccountMail & { readonly attempts: number };

const ACCOUNT_MAIL = "account-mail";

export type AccountMailQueue = ReturnType<typeof createAccountMailQueue>;

/** Durable retry queue for mail to accounts and for bills. All methods throw if the store is unavailable. */
export function createAccountMailQueue(documents: Documents) {
  const dueMail = createDueMail(documents, ACCOUNT_MAIL);
  return {
    /** Adds all mails or none. `dueAt`: time of the first attempt. Throws `DocumentExists` if an id is in the queue. */
    async add(mails: readonly AccountMail[], dueAt: Date): Promise<void> {
      if (mails.length === 0) return;
      await documents.transaction(async (transaction) => {
        for (const mail of mails) queueMail(transaction, mail, dueAt);
      });
    },

    /** Locks the oldest due mail against other workers for `forMs` milliseconds. Returns null if no mail is due. */
    async claimDue(now: Date, forMs: number): Promise<QueuedMail | null> {
      const [claimed] = await dueMail.claimDue({ now, forMs, count: 1 });
      return claimed ? mailOf(claimed) : null;
    },

    nextDue: dueMail.nextDue,

    /** Records a failed attempt. Ignores deleted mail. @param dueAt time of the next attempt */
    async retry(id: string, dueAt: Date): Promise<void> {
      await documents.transaction(async (transaction) => {
        const mail = await transaction.get(ACCOUNT_MAIL, id);
        if (!mail || dueMail.isClaimedElsewhere(mail)) return;
        const attempts = Number(mail.content.attempts) + 1;
        transaction.update(ACCOUNT_MAIL, id, { attempts, dueAt: dueAt.toISOString(), claim: null });
      });
      dueMail.release(id);
    },

    /** Deletes mails. Ignores unknown ids. */
    async drop(ids: readonly string[]): Promise<void> {
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

/** Adds a mail. If the queue already contains the id, the transaction fails with `DocumentExists`. */
export function queueMail(transaction: Transaction, { id, ...mail }: AccountMail, dueAt: Date): void {
  const { recipient, subject, text, html } = mail;
  transaction.create(ACCOUNT_MAIL, id, {
    recipient,
    subject,
    text,
    html,
    attempts: 0,
    dueAt: dueAt.toISOString(),
    claim: null,
  });
}

function mailOf({ id, content }: StoredDocument): QueuedMail {
  const { recipient, subject, text, html, attempts } = content as Omit<QueuedMail, "id">;
  return { id, recipient, subject, text, html, attempts };
}
