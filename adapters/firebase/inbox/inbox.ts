/** What visitors sent, and the outbox of its mail, in the collection `inbox`; inbox-desk.ts is the committee's side. */

import { randomBytes } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import { after, claimDueMail, nextDueMail } from "#adapters/firebase/due-mail.ts";
import { ask, change, put } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { type Inbox, type InboxEntry, SAME_ENTRY_MS } from "#ports/inbox.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import {
  byArrival,
  changeEntry,
  entryOf,
  type Fields,
  fieldsOf,
  fieldsOfEntry,
  fingerprintOf,
  readEntry,
} from "./inbox-document.ts";

/**
 * Makes the inbox. Any number of them, in any number of instances, may work on one project: every write names the
 * state that it has read, so that one which comes late finds nothing to change.
 * @param db as `openFirestore` gave it
 */
export function createInbox(db: Firestore): Inbox {
  return { ...createInboxDesk(db), ...receiving(db), ...outbox(db), ...holding(db) };
}

function receiving(db: Firestore): Pick<Inbox, "add" | "get"> {
  const inbox = db.collection(COLLECTIONS.inbox);
  return {
    add(submission, now) {
      const id = randomBytes(18).toString("base64url");
      const entry: InboxEntry = {
        ...{ ...submission, id, receivedAt: now, handledAt: null, consentFormReceivedAt: null },
        mail: { state: "en-attente", attempts: 0, nextAttempt: now, reason: null },
        birthDateToVerify: submission.type === "inscription" && submission.birthDateToVerify === true,
      };
      const since = after(now, -SAME_ENTRY_MS);
      return change(db, async (write) => {
        const marker = await ask(db.collection(COLLECTIONS.fingerprints).doc(fingerprintOf(submission)).get());
        const same = await entryOf(db, marker.get("id"));
        if (same && fieldsOf(same).receivedAt > since) return { entry: readEntry(same), isNew: same.id === id };
        await write((batch) => {
          batch.create(inbox.doc(id), fieldsOfEntry(entry));
          put(batch, marker, { id });
        });
        return { entry, isNew: true };
      });
    },

    async get(id) {
      const snapshot = await entryOf(db, id);
      return snapshot && readEntry(snapshot);
    },
  };
}

/** What a mail that does not wait any more has in common. */
const SETTLED = { reason: null, held: false, dueAt: null } as const;

function outbox(
  db: Firestore,
): Pick<Inbox, "claimDue" | "nextDue" | "markSent" | "markKept" | "markRetry" | "markFailed"> {
  const inbox = db.collection(COLLECTIONS.inbox);

  /** A worker whose claim has lapsed may report after another one: what is settled stays so. */
  const settle = async (
    id: string,
    settled: readonly Fields["mail"][],
    changes: (before: Fields) => Partial<Fields>,
  ): Promise<void> =>
    void (await changeEntry(db, id, (before) => (settled.includes(before.mail) ? null : changes(before))));

  return {
    claimDue: async (now, forMs, count) =>
      (await claimDueMail(inbox, { now, forMs, count, sorted: byArrival })).map(readEntry),

    nextDue: () => nextDueMail(inbox),

    markSent: (id, at) => settle(id, ["envoye"], () => ({ mail: "envoye", sentAt: at.toISOString(), ...SETTLED })),
    markKept: (id, at) =>
      settle(id, ["envoye", "garde"], () => ({
        ...{ mail: "garde", sentAt: at.toISOString(), ...SETTLED },
      })),
    markRetry(id, reason, nextAttempt, held = false) {
      const dueAt = nextAttempt.toISOString();
      const next = ({ attempts }: Fields) => ({
        attempts: held ? 0 : attempts + 1,
        reason,
        held,
        nextAttempt: dueAt,
        dueAt,
      });
      return settle(id, ["envoye", "garde", "echec"], next);
    },
    markFailed: (id, reason) => settle(id, ["envoye", "garde", "echec"], () => ({ mail: "echec", ...SETTLED, reason })),
  };
}

function holding(db: Firestore): Pick<Inbox, "releaseHeld" | "heldReason"> {
  const held = db.collection(COLLECTIONS.inbox).where("held", "==", true);
  return {
    async releaseHeld(now, type) {
      const dueAt = now.toISOString();
      const { docs } = await ask(held.get());
      for (const { id } of docs)
        await changeEntry(db, id, (before) => {
          // Another instant than that of the next attempt is the end of a claim: somebody tries it.
          const waits = before.held && before.dueAt === before.nextAttempt && before.nextAttempt > dueAt;
          return waits && (type ?? before.type) === before.type ? { nextAttempt: dueAt, dueAt } : null;
        });
    },

    async heldReason() {
      const [one] = (await ask(held.limit(1).get())).docs;
      return one ? fieldsOf(one).reason : null;
    },
  };
}
