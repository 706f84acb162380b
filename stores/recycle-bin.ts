/** The recycle bin: the lines of the journal of what was deleted and can be brought back. */
import { EVENEMENT_FIELDS, type EvenementFields } from "#domain/evenement.ts";
import { MEMBRE_FIELDS, type MembreFields } from "#domain/membre.ts";
import type { Content, Documents, StoredDocument } from "#ports/documents.ts";
import type { BinEntry, RecycleBin } from "#ports/recycle-bin.ts";
import { fieldsIn } from "./card-document.ts";
import { entryOf as inboxEntryOf } from "./inbox-document.ts";
import {
  deletionOf,
  findDeletion,
  forgetBefore,
  listDeletedPictures,
  listDeletions,
  listRevisions,
  recordAction,
} from "./journal.ts";

/** @param now the time of a write */
export function createRecycleBin(documents: Documents, now = () => new Date()): RecycleBin {
  return {
    list: async () => (await listDeletions(documents)).map(entryOf),

    async find(key) {
      const line = await findDeletion(documents, key);
      return line && entryOf(line);
    },

    listPictures: () => listDeletedPictures(documents),

    erase: (key, by = null) =>
      documents.transaction(
        async (transaction) => {
          const line = await findDeletion(transaction, key);
          if (!line) return false;
          const { subject, thing, before, at } = deletionOf(line);
          const revisions = await listRevisions(transaction, subject, thing);
          const trace = subject === "evenement" ? await transaction.get("deleted-evenements", String(before.id)) : null;
          for (const one of [line, ...revisions]) forgetBefore(transaction, one);
          // What still tells calendars of this very deletion.
          if (trace?.content.updatedAt === at.toISOString()) transaction.delete("deleted-evenements", trace.id);
          recordAction(transaction, { at: now(), by, action: "erased", subject, thing });
          return true;
        },
        { erases: true },
      ),
  };
}

function entryOf(line: StoredDocument): BinEntry {
  const { subject, thing, before, ...deletion } = deletionOf(line);
  const { id, content } = before as { id: string; content: Content };
  const card = { ...deletion, id, thing };
  if (subject === "membre") return { ...card, kind: subject, fields: fieldsIn<MembreFields>(MEMBRE_FIELDS, content) };
  if (subject === "evenement")
    return { ...card, kind: subject, fields: fieldsIn<EvenementFields>(EVENEMENT_FIELDS, content) };
  if (subject === "inscription" || subject === "message")
    return { ...card, kind: subject, entry: inboxEntryOf({ id, content }) };
  throw new Error(`Nothing that can be brought back: ${subject}`);
}
