/**
 * What visitors sent, and the outbox of the mail that tells of it: one document an entry in the collection `inbox`, under
 * its random id.
 */
import type { Content, Documents, StoredDocument } from "#ports/documents.ts";
import { type Inbox, SAME_ENTRY_MS } from "#stores/inbox-types.ts";
import { createDueMail } from "./due-mail.ts";
import { createInboxDeletions } from "./inbox-deletions.ts";
import {
  entryOf,
  type Fields,
  fieldsOf,
  INBOX,
  markedEntry,
  markerOf,
  newFields,
  ofType,
  setMarker,
  statesOf,
} from "./inbox-document.ts";
import { createInboxSearch } from "./inbox-search.ts";

/** Mails whose order of arrival is compared when some of them are claimed: each one is paid for. */
const CANDIDATES = 20;
/** Entries that one transaction changes. */
const AT_ONCE = 100;

/**
 * Makes the inbox.
 * @param documents where the entries are kept
 * @param now the time of a restoration
 */
export const createInbox = (documents: Documents, now = () => new Date()): Inbox => ({
  ...received(documents),
  ...outbox(documents),
  ...resends(documents),
  ...holds(documents),
  ...marks(documents),
  ...createInboxSearch(documents),
  ...createInboxDeletions(documents, now),
});

const received = (documents: Documents): Pick<Inbox, "add" | "get"> => ({
  add: (submission, now) =>
    documents.transaction(async (transaction) => {
      const fields = newFields(submission, now);
      const marker = await markerOf(transaction, fields);
      const same = await markedEntry(transaction, marker);
      const since = new Date(now.getTime() - SAME_ENTRY_MS).toISOString();
      if (same && fieldsOf(same).receivedAt > since) return { entry: entryOf(same), isNew: false };
      const id = transaction.newId();
      transaction.create(INBOX, id, fields);
      setMarker(transaction, marker, fields, id);
      return { entry: entryOf({ id, content: fields }), isNew: true };
    }),

  async get(id) {
    const document = await documents.get(INBOX, id);
    return document && entryOf(document);
  },
});

type Outbox = Pick<Inbox, "claimDue" | "nextDue" | "markSent" | "markKept" | "markRetry" | "markFailed">;

function outbox(documents: Documents): Outbox {
  const dueMail = createDueMail(documents, INBOX);
  /** @param settled states of the mail that stay, since a worker whose claim has ended may report late */
  const settle = async (
    id: string,
    settled: readonly Fields["mail"][],
    changes: (before: Fields, document: StoredDocument) => Partial<Fields> | null,
  ): Promise<void> => {
    await change(documents, id, (before, document) =>
      settled.includes(before.mail) ? null : changes(before, document),
    );
    dueMail.release(id);
  };
  const success = (mail: "envoye" | "garde", at: Date) => () => ({
    ...{ mail, sentAt: at.toISOString(), reason: null, held: false, dueAt: null, claim: null },
  });

  return {
    async claimDue(now, durationMs, count) {
      const claim = { now, forMs: durationMs, count, candidates: CANDIDATES, compare: byArrival };
      return (await dueMail.claimDue(claim)).map(entryOf);
    },

    nextDue: () => dueMail.nextDue(),
    markSent: (id, at) => settle(id, ["envoye"], success("envoye", at)),
    markKept: (id, at) => settle(id, ["envoye", "garde"], success("garde", at)),

    markRetry: (id, reason, nextAttempt, held = false) =>
      settle(id, ["envoye", "garde", "echec"], ({ attempts }, document) =>
        dueMail.isClaimedElsewhere(document)
          ? null
          : { attempts: held ? 0 : attempts + 1, reason, held, ...waitingFrom(nextAttempt) },
      ),

    markFailed: (id, reason) =>
      settle(id, ["envoye", "garde", "echec"], (_, document) =>
        dueMail.isClaimedElsewhere(document) ? null : { mail: "echec", reason, held: false, dueAt: null, claim: null },
      ),
  };
}

function byArrival(a: StoredDocument, b: StoredDocument): number {
  const [first, second] = [a, b]
    .map((document) => fieldsOf(document))
    .map(({ orderType, type }) => orderType.slice(type.length));
  return String(first) < String(second) ? -1 : 1;
}

const waitingFrom = (instant: Date) => ({
  ...{ nextAttempt: instant.toISOString(), dueAt: instant.toISOString(), claim: null },
});

const resends = (documents: Documents): Pick<Inbox, "resend" | "resendAll"> => ({
  resend: (id, now) => change(documents, id, ({ mail }) => (mail === "echec" || mail === "garde" ? resent(now) : null)),

  async resendAll(type, now) {
    const refused = { where: ofType("orderRefused", type), limit: AT_ONCE };
    for (let count = 0; ; ) {
      const found = await documents.transaction(async (transaction) => {
        const found = await transaction.query(INBOX, refused);
        for (const document of found) {
          const changes = resent(now);
          transaction.update(INBOX, document.id, { ...changes, ...statesOf({ ...fieldsOf(document), ...changes }) });
        }
        return found.length;
      });
      count += found;
      if (found < AT_ONCE) return count;
    }
  },
});

const holds = (documents: Documents): Pick<Inbox, "releaseHeld" | "heldReason" | "countWaiting"> => ({
  async releaseHeld(now, type) {
    const where = type ? ofType("orderHeld", type) : { field: "orderHeld" };
    await documents.transaction(async (transaction) => {
      for (const document of await transaction.query(INBOX, { where })) {
        const { claim, nextAttempt } = fieldsOf(document);
        // A mail that a worker has claimed is being tried.
        if (claim === null && nextAttempt > now.toISOString()) transaction.update(INBOX, document.id, waitingFrom(now));
      }
    });
  },

  async heldReason() {
    const [held] = await documents.query(INBOX, { where: { field: "orderHeld" }, limit: 1, select: ["reason"] });
    return held ? String(held.content.reason) : null;
  },

  countWaiting: () => documents.count(INBOX, { where: { field: "dueAt" } }),
});

const resent = (now: Date) => ({
  ...{ mail: "en-attente" as const, attempts: 0, reason: null, held: false, sentAt: null },
  ...waitingFrom(now),
});

const marks = (documents: Documents): Pick<Inbox, "setHandled" | "setConsentReceived" | "setBirthDateVerified"> => ({
  setHandled: (id, at) =>
    change(documents, id, ({ handledAt }) => (at && handledAt ? null : { handledAt: at?.toISOString() ?? null })),

  setConsentReceived: (id, at) =>
    change(documents, id, ({ type, consentFormReceivedAt }) => {
      if (type !== "inscription") return "absent";
      return at && consentFormReceivedAt ? null : { consentFormReceivedAt: at?.toISOString() ?? null };
    }),

  setBirthDateVerified: (id) =>
    change(documents, id, ({ type }) => (type === "inscription" ? { birthDateToVerify: false } : "absent")),
});

/**
 * Changes an entry.
 * @param changes what changes in it as it is; null: nothing; "absent": it is none of those that are meant
 * @returns whether there is such an entry
 */
const change = (
  documents: Documents,
  id: string,
  changes: (before: Fields, document: StoredDocument) => Partial<Fields> | null | "absent",
): Promise<boolean> =>
  documents.transaction(async (transaction) => {
    const document = await transaction.get(INBOX, id);
    if (!document) return false;
    const before = fieldsOf(document);
    const changed = changes(before, document);
    if (changed === "absent") return false;
    if (changed) transaction.update(INBOX, id, { ...changed, ...statesOf({ ...before, ...changed }) } as Content);
    return true;
  });
