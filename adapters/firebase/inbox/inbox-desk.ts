/**
 * The committee's side of the collection `inbox`: finding entries, marking and purging them; inbox-bin.ts has their way
 * into the recycle bin and back. Firestore finds no words
 * within a text: a list reads all entries of its type.
 */
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { ask, change, remove } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { dayFromSwiss, yearsBefore } from "#domain/dates.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { personKey, searchText, searchWords } from "#domain/text/search.ts";
import type { Inbox, InboxEntry, InboxSearch, ListedEntry } from "#ports/inbox.ts";
import { binning, markerOf } from "./inbox-bin.ts";
import { byArrival, changeEntry, entryOf, type Fields, fieldsOf, readEntry } from "./inbox-document.ts";

/** So many entries are deleted side by side. */
const AT_ONCE = 20;

const FILTERS: Record<InboxSearch["filter"], (entry: InboxEntry, search: InboxSearch) => boolean> = {
  tout: () => true,
  nouveau: ({ handledAt }) => handledAt === null,
  traite: ({ handledAt }) => handledAt !== null,
  mineur: ({ type, content }, { day }) =>
    type === "inscription" && dayFromSwiss(content.dateAnniv) > yearsBefore(day, AGE_OF_MAJORITY),
  echec: ({ mail }) => mail.state === "echec",
};

/** Does something with each of many, a few side by side. @returns how many it was done with */
async function countDone<T>(many: readonly T[], done: (one: T) => Promise<boolean>): Promise<number> {
  let count = 0;
  for (let i = 0; i < many.length; i += AT_ONCE)
    count += (await Promise.all(many.slice(i, i + AT_ONCE).map(done))).filter(Boolean).length;
  return count;
}

/** @param db as `openFirestore` gave it */
export const createInboxDesk = (db: Firestore) => ({
  ...finding(db),
  ...marking(db),
  ...binning(db),
  ...purging(db),
});

const refusedOf = (db: Firestore, type: SubmissionType) =>
  db.collection(COLLECTIONS.inbox).where("type", "==", type).where("mail", "==", "echec");

function finding(db: Firestore): Pick<Inbox, "search" | "listIds" | "count"> {
  const inbox = db.collection(COLLECTIONS.inbox);
  return {
    async search(search, portion) {
      const { docs } = await ask(inbox.where("type", "==", search.type).get());
      const all = byArrival(docs).reverse().map(readEntry);
      const words = searchWords(search.text);
      const found = all.filter((entry) => {
        if (!FILTERS[search.filter](entry, search)) return false;
        const text = words.length > 0 ? searchText(entry) : "";
        return words.every((word) => text.includes(word));
      });
      const { start, count } = portion ?? { start: 0, count: found.length };
      const byPerson = Map.groupBy(all, personOf);
      const entries = found.slice(start, start + count).map((entry) => {
        const person = personOf(entry);
        return { ...entry, duplicate: person !== null && (byPerson.get(person)?.length ?? 0) > 1 };
      });
      return { entries: entries as Extract<ListedEntry, { type: typeof search.type }>[], total: found.length };
    },

    listIds: async () => new Set((await ask(inbox.select().get())).docs.map(({ id }) => id)),

    async count(type) {
      const ofType = inbox.where("type", "==", type);
      const queries = [ofType, ofType.where("handledAt", "==", null), refusedOf(db, type)];
      const counts = await Promise.all(queries.map(async (one) => (await ask(one.count().get())).data().count));
      const [total = 0, unhandled = 0, refused = 0] = counts;
      return { total, unhandled, refused };
    },
  };
}

function marking(
  db: Firestore,
): Pick<Inbox, "resend" | "resendAll" | "setHandled" | "setConsentReceived" | "setBirthDateVerified"> {
  /** @param onWaits hears of a mail that waits again */
  const resend = (id: string, now: Date, onWaits = () => {}) =>
    changeEntry(db, id, ({ mail }) => {
      if (mail !== "echec" && mail !== "garde") return null;
      const nextAttempt = now.toISOString();
      onWaits();
      return {
        mail: "en-attente",
        attempts: 0,
        nextAttempt,
        dueAt: nextAttempt,
        reason: null,
        held: false,
        sentAt: null,
      };
    });

  return {
    resend: (id, now) => resend(id, now),

    async resendAll(type, now) {
      const { docs } = await ask(refusedOf(db, type).select().get());
      const waiting = new Set<string>();
      await countDone(docs, ({ id }) => resend(id, now, () => waiting.add(id)));
      return waiting.size;
    },

    setHandled: (id, at) =>
      changeEntry(db, id, ({ handledAt }) => (at && handledAt ? null : { handledAt: at?.toISOString() ?? null })),

    setConsentReceived: (id, at) =>
      changeEntry(db, id, ({ type, consentFormReceivedAt }) => {
        if (type !== "inscription") return "absent";
        return at && consentFormReceivedAt ? null : { consentFormReceivedAt: at?.toISOString() ?? null };
      }),

    setBirthDateVerified: (id) =>
      changeEntry(db, id, ({ type, birthDateToVerify }) => {
        if (type !== "inscription") return "absent";
        return birthDateToVerify ? { birthDateToVerify: false } : null;
      }),
  };
}

function purging(db: Firestore): Pick<Inbox, "countHandled" | "purge"> {
  /** @param stillDue whether it is still to be deleted @returns whether it was */
  const erase = (id: string, stillDue: (fields: Fields) => boolean): Promise<boolean> =>
    change(db, async (write) => {
      const entry = await entryOf(db, id);
      if (!entry || !stillDue(fieldsOf(entry))) return false;
      const marker = await markerOf(db, fieldsOf(entry));
      await write((batch) => {
        remove(batch, entry);
        if (marker.get("id") === id) remove(batch, marker);
      });
      return true;
    });

  /** @returns entries of a type that were handled before an instant */
  async function handledEntries(type: SubmissionType, before: Date): Promise<DocumentSnapshot[]> {
    // Narrowed to the type here: two conditions of this kind would need an index of their own.
    const old = db.collection(COLLECTIONS.inbox).where("handledAt", "<", before.toISOString());
    return (await ask(old.select("type", "handledAt").get())).docs.filter((one) => fieldsOf(one).type === type);
  }

  return {
    async countHandled(type, before) {
      const dates = (await handledEntries(type, before)).map((one) => String(fieldsOf(one).handledAt)).sort();
      const [first = null, last = null] = [dates.at(0), dates.at(-1)].map((date) => (date ? new Date(date) : null));
      return { count: dates.length, first, last };
    },

    async purge(type, handledBefore) {
      const limit = handledBefore.toISOString();
      const due = ({ handledAt }: Fields) => handledAt !== null && handledAt < limit;
      return countDone(await handledEntries(type, handledBefore), ({ id }) => erase(id, due));
    },
  };
}

/** Null for a message: it is nobody's double. */
const personOf = ({ type, content }: InboxEntry): string | null => (type === "inscription" ? personKey(content) : null);
