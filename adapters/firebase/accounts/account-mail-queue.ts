import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { claimDueMail, nextDueMail } from "#adapters/firebase/due-mail.ts";
import { ask, change, put } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import type { AccountMailQueue, QueuedMail } from "#ports/account-mail-queue.ts";
import type { AccountMail } from "#ports/account-mailer.ts";

/** A document, under the id of its mail, `dueAt` as due-mail.ts has it. */
type Fields = Omit<AccountMail, "id"> & { attempts: number; dueAt: string };

/**
 * Makes the queue of mail to accounts. Any number of instances may work on one project.
 * @param db as `openFirestore` gave it
 */
export function createAccountMailQueue(db: Firestore): AccountMailQueue {
  const mails = db.collection(COLLECTIONS.accountMail);
  return {
    add: (news, dueAt) =>
      change(db, (write) =>
        write((batch) => {
          const first = { attempts: 0, dueAt: dueAt.toISOString() };
          for (const { id, ...mail } of news) batch.set(mails.doc(id), { ...mail, ...first } satisfies Fields);
        }),
      ),

    async claimDue(now, forMs) {
      const [claimed] = await claimDueMail(mails, { now, forMs, count: 1 });
      return claimed ? mailOf(claimed) : null;
    },

    nextDue: () => nextDueMail(mails),

    retry: (id, dueAt) =>
      change(db, async (write) => {
        const before = await ask(mails.doc(id).get());
        const changes = { attempts: Number(before.get("attempts")) + 1, dueAt: dueAt.toISOString() };
        if (before.exists) await write((batch) => put(batch, before, changes));
      }),

    drop: (ids) =>
      change(db, (write) =>
        write((batch) => {
          for (const id of ids) batch.delete(mails.doc(id));
        }),
      ),
  };
}

function mailOf(document: DocumentSnapshot): QueuedMail {
  const { recipient, subject, text, html = "", attempts } = document.data() as Omit<Fields, "html"> & { html?: string };
  return { id: document.id, recipient, subject, text, html, attempts };
}
