import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { ask, change, put, write } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import type { AccountMailQueue, QueuedMail } from "#ports/account-mail-queue.ts";
import type { AccountMail } from "#ports/account-mailer.ts";

/** A document, under the id of its mail. `dueAt` is the next attempt, or the end of a claim. */
type Fields = Omit<AccountMail, "id"> & { attempts: number; dueAt: string };

/** So many of those that are due are asked for: other workers may take the first. */
const CANDIDATES = 5;

/**
 * Makes the queue of mail to accounts. Any number of instances may work on one project.
 * @param db as `openFirestore` gave it
 */
export function createAccountMailQueue(db: Firestore): AccountMailQueue {
  const mails = db.collection(COLLECTIONS.accountMail);

  async function due(now: Date): Promise<DocumentSnapshot[]> {
    const byDueDate = mails.orderBy("dueAt").limit(CANDIDATES);
    const answers = await Promise.all([
      ask(byDueDate.where("dueAt", "<=", now.toISOString()).get()),
      ask(byDueDate.where("dueAt", ">", after(now, FARTHEST_ATTEMPT_MS)).get()),
    ]);
    return answers.flatMap(({ docs }) => docs);
  }

  return {
    add: (news, dueAt) =>
      change(db, (write) =>
        write((batch) => {
          const first = { attempts: 0, dueAt: dueAt.toISOString() };
          for (const { id, ...mail } of news) batch.set(mails.doc(id), { ...mail, ...first } satisfies Fields);
        }),
      ),

    async claimDue(now, forMs) {
      for (;;) {
        const candidates = await due(now);
        if (candidates.length === 0) return null;
        for (const candidate of candidates) {
          const claim = { dueAt: after(now, forMs) };
          const claimed = await write(db, (batch) => put(batch, candidate, claim));
          if (claimed) return mailOf(candidate);
        }
      }
    },

    async nextDue() {
      const [first] = (await ask(mails.orderBy("dueAt").limit(1).get())).docs;
      return first ? new Date(String(first.get("dueAt"))) : null;
    },

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

const after = (instant: Date, ms: number): string => new Date(instant.getTime() + ms).toISOString();

function mailOf(document: DocumentSnapshot): QueuedMail {
  const { recipient, subject, text, html = "", attempts } = document.data() as Omit<Fields, "html"> & { html?: string };
  return { id: document.id, recipient, subject, text, html, attempts };
}
