/**
 * What the committee did, in the collection `journal`, a document for each line under a random id. `person` and `name` are
 * empty for nobody. A line is found by `order`, which holds, for each of the filters that it passes, what lines are sorted
 * by: Firestore has an index for every field of its own accord, and for no two of them together.
 */
import { randomUUID } from "node:crypto";
import { FieldPath, type Firestore, type Query, type QueryDocumentSnapshot } from "@google-cloud/firestore";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Journal, JournalFilter, JournalLine } from "#ports/journal.ts";
import { ask, change, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

type Fields = {
  at: string;
  person: string;
  name: string;
  action: JournalAction;
  subject: JournalSubject;
  thing: string;
  order: Readonly<Record<string, string>>;
};

/** Lines that are deleted in one write. */
const AT_ONCE = 200;

let written = 0;

/** Lines of one instant follow each other as they were written, as far as the clocks of several instances allow. */
const rank = (at: string): string => `${at} ${new Date().toISOString()} ${String(written++).padStart(9, "0")}`;

/** @returns the name of what lines that pass a filter are sorted by */
const orderOf = ({ by, subject }: JournalFilter): FieldPath => new FieldPath("order", keyOf(by, subject));

const keyOf = (by: string | undefined, subject: string | undefined): string =>
  [subject && `on ${subject}`, by !== undefined && `by ${by}`].filter(Boolean).join(" ") || "all";

/** @returns the fields of the document that stands for a line */
export function fieldsOfLine({ at, by, action, subject, thing }: JournalLine): object {
  const person = by?.id ?? "";
  const sorted = rank(at.toISOString());
  const keys = [keyOf(undefined, undefined), keyOf(undefined, subject)];
  if (by) keys.push(keyOf(person, undefined), keyOf(person, subject));
  const order = Object.fromEntries(keys.map((key) => [key, sorted]));
  const name = by?.name ?? "";
  return { at: at.toISOString(), person, name, action, subject, thing, order } satisfies Fields;
}

/** @param document one that exists */
export function readLine(document: QueryDocumentSnapshot): JournalLine {
  const { at, person, name, action, subject, thing } = document.data() as Fields;
  const by = person || name ? { id: person, name } : null;
  return { at: new Date(at), by, action, subject, thing };
}

/** @returns documents in the order in which their lines were written, oldest first */
export const sortedLines = (documents: readonly QueryDocumentSnapshot[]): QueryDocumentSnapshot[] => {
  const rankIn = (document: QueryDocumentSnapshot) => String(document.get("order.all"));
  return documents.toSorted((a, b) => (rankIn(a) < rankIn(b) ? -1 : 1));
};

/**
 * Makes the journal.
 * @param db as `openFirestore` gave it
 */
export function createJournal(db: Firestore): Journal {
  const lines = db.collection(COLLECTIONS.journal);
  return {
    async add(line) {
      // The same id and fields at every try: a line whose answer was lost is not written twice.
      const [ref, fields] = [lines.doc(randomUUID()), fieldsOfLine(line)];
      await change(db, (write) => write((batch) => batch.set(ref, fields)));
    },

    async list(filter, { start, count }) {
      const found = lines.orderBy(orderOf(filter), "desc");
      const [portion, all] = await Promise.all([
        count > 0 ? ask(found.offset(start).limit(count).get()) : { docs: [] },
        ask(found.count().get()),
      ]);
      return { lines: portion.docs.map(readLine), total: all.data().count };
    },

    listPeople: () => listPeople(lines),

    async purge(before) {
      const old = lines.where("at", "<", before.toISOString()).limit(AT_ONCE).select();
      for (let count = 0; ; ) {
        const deleted = await change(db, async (write) => {
          const { docs } = await ask(old.get());
          if (docs.length > 0)
            await write((batch) => {
              for (const one of docs) remove(batch, one);
            });
          return docs.length;
        });
        count += deleted;
        if (deleted === 0) return count;
      }
    },
  };
}

/** Asks for the next id after the last one, and for its newest line: a handful of people have all the lines. */
async function listPeople(lines: Query): Promise<Person[]> {
  const newest: Promise<QueryDocumentSnapshot | undefined>[] = [];
  for (let last = ""; ; ) {
    const [next] = (await ask(lines.where("person", ">", last).orderBy("person").limit(1).get())).docs;
    if (!next) break;
    last = String(next.get("person"));
    newest.push(
      ask(
        lines
          .orderBy(orderOf({ by: last }), "desc")
          .limit(1)
          .get(),
      ).then(({ docs }) => docs[0]),
    );
  }
  const found = (await Promise.all(newest)).map((line) => line && readLine(line).by);
  return found.filter((one): one is Person => Boolean(one));
}
