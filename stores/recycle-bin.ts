/** The recycle bin: the lines of the journal of what was deleted and can be brought back. */

import type { MemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Content, Documents, StoredDocument } from "#ports/documents.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import { fieldsIn } from "./card-document.ts";
import { MEMBER_NAMES } from "./committee.ts";
import { EVENT_NAMES } from "./events.ts";
import { entryOf as inboxEntryOf } from "./inbox-document.ts";
import { deletionOf, findDeletion, forgetBefore, listDeletions, listRevisions, recordAction } from "./journal.ts";

/** Something that was deleted and can be brought back. A card's earlier states are kept with it. */
export type BinEntry = Deletion & {
  /** What the journal calls it. */
  readonly thing: string;
} & (
    | { readonly kind: "membre"; readonly id: string; readonly fields: MemberFields }
    | { readonly kind: "evenement"; readonly id: string; readonly fields: EventFields }
    | { readonly kind: "inscription" | "message"; readonly id: string; readonly entry: InboxEntry }
  );

/**
 * What was deleted in the last days (`BIN_DAYS`). The stores put things in (`moveToBin`) and take them out
 * (`restore`), each in one write. Every method throws when the store does not answer.
 */
export interface RecycleBin {
  /** @returns all entries, newest first */
  list(): Promise<BinEntry[]>;

  /** @returns the entry, or null when there is none of that key */
  find(key: string): Promise<BinEntry | null>;

  /**
   * Deletes an entry for good, with the earlier states that are kept with it and what still tells calendars of a deleted
   * event; nothing of it is left in any file.
   * @returns keys of the pictures that it and its earlier states named, which are for `Pictures.collect`; null when it is
   * gone already: restored, or erased by somebody else
   */
  erase(key: string, by?: Person | null): Promise<string[] | null>;
}

/** @param now the time of a write */
export function createRecycleBin(documents: Documents, now = () => new Date()): RecycleBin {
  return {
    list: async () => (await listDeletions(documents)).map(entryOf),

    async find(key) {
      const line = await findDeletion(documents, key);
      return line && entryOf(line);
    },

    erase: (key, by = null) =>
      documents.transaction(
        async (transaction) => {
          const line = await findDeletion(transaction, key);
          if (!line) return null;
          const { subject, thing, before, at } = deletionOf(line);
          const revisions = await listRevisions(transaction, subject, thing);
          const trace = subject === "evenement" ? await transaction.get("deleted-evenements", String(before.id)) : null;
          const lines = [line, ...revisions];
          for (const one of lines) forgetBefore(transaction, one);
          // What still tells calendars of this very deletion.
          if (trace?.content.updatedAt === at.toISOString()) transaction.delete("deleted-evenements", trace.id);
          recordAction(transaction, { at: now(), by, action: "erased", subject, thing });
          return lines.flatMap(({ content }) => (typeof content.picture === "string" ? content.picture : []));
        },
        { erases: true },
      ),
  };
}

function entryOf(line: StoredDocument): BinEntry {
  const { subject, thing, before, ...deletion } = deletionOf(line);
  const { id, content } = before as { id: string; content: Content };
  const card = { ...deletion, id, thing };
  if (subject === "membre") return { ...card, kind: subject, fields: fieldsIn(MEMBER_NAMES, content) };
  if (subject === "evenement") return { ...card, kind: subject, fields: fieldsIn(EVENT_NAMES, content) };
  if (subject === "inscription" || subject === "message")
    return { ...card, kind: subject, entry: inboxEntryOf({ id, content }) };
  throw new Error(`Nothing that can be brought back: ${subject}`);
}
