/** The table `recycle_bin`: what was deleted and can be brought back. */
import type { DatabaseSync } from "node:sqlite";
import { EMPTY_EVENEMENT, type EvenementFields } from "#domain/evenement.ts";
import type { State } from "#domain/history.ts";
import type { MembreFields } from "#domain/membre.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { InboxEntry } from "#ports/inbox.ts";
import type { BinEntry, RecycleBin } from "#ports/recycle-bin.ts";
import { pictureIn, pictureText } from "./card-picture.ts";
import { erase } from "./erasure.ts";

/** A row, as far as it is read. */
type Row = {
  key: string;
  kind: BinEntry["kind"];
  id: string;
  content: string;
  pictures: string;
  picture: string;
  deleted_at: string;
  deleted_by: string;
};

/** Without the earlier states, which are long. */
const COLUMNS = "key, kind, id, content, pictures, picture, deleted_at, deleted_by";

/** What goes into the bin. `content`: the fields of a card, or an entry of the inbox. */
type Binned = Deletion & Pick<BinEntry, "kind" | "id"> & { content: unknown; states?: readonly State<unknown>[] };

export type CardEntry = Extract<BinEntry, { kind: "membre" | "evenement" }> & {
  readonly states: readonly State<MembreFields | EvenementFields>[];
};

/** Rows of the bin; everything is synchronous, and fits into the write that moves a document. */
export function binRows(db: DatabaseSync) {
  const adding = db.prepare(`INSERT INTO recycle_bin (${COLUMNS}, states) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const reading = db.prepare(`SELECT ${COLUMNS} FROM recycle_bin WHERE key = ?`);
  const readingStates = db.prepare("SELECT states FROM recycle_bin WHERE key = ?");
  const removing = db.prepare("DELETE FROM recycle_bin WHERE key = ?");
  const find = (key: string): BinEntry | null => {
    const row = reading.get(key);
    return row ? entryOf(row as Row) : null;
  };
  return {
    find,

    add({ key, kind, id, content, states = [], pictures, picture, at, by }: Binned): void {
      const texts = [JSON.stringify(content), JSON.stringify(pictures), pictureText(picture)] as const;
      adding.run(key, kind, id, ...texts, at.toISOString(), JSON.stringify(by), JSON.stringify(states));
    },

    /** @returns a card with its earlier states; null for none of that key */
    card(key: string): CardEntry | null {
      const entry = find(key);
      if (!entry || "entry" in entry) return null;
      const states = JSON.parse(String(readingStates.get(key)?.states)) as State<MembreFields | EvenementFields>[];
      if (entry.kind === "membre") return { ...entry, states };
      return { ...entry, states: states.map((state) => ({ ...state, content: evenementIn(state.content) })) };
    },

    /** Within `erase`. @returns whether it was there */
    remove: (key: string): boolean => removing.run(key).changes === 1,
  };
}

/**
 * Makes the recycle bin.
 * @param db as `openDatabase` gave it
 */
export function createRecycleBin(db: DatabaseSync): RecycleBin {
  const listing = db.prepare(`SELECT ${COLUMNS} FROM recycle_bin ORDER BY deleted_at DESC, key`);
  const listingPictures = db.prepare("SELECT pictures FROM recycle_bin WHERE pictures <> '[]'");
  const removingTrace = db.prepare("DELETE FROM deleted_evenements WHERE id = ? AND updated_at = ?");
  const rows = binRows(db);
  return {
    list: async () => listing.all().map((row) => entryOf(row as Row)),
    find: async (key) => rows.find(key),
    listPictures: async () => listingPictures.all().flatMap(({ pictures }) => JSON.parse(String(pictures)) as string[]),

    async erase(key) {
      return erase(db, () => {
        const entry = rows.find(key);
        if (entry?.kind === "evenement") removingTrace.run(entry.id, entry.at.toISOString());
        return rows.remove(key);
      });
    },
  };
}

function entryOf({ key, kind, id, content, deleted_at, deleted_by, ...of }: Row): BinEntry {
  const pictures = JSON.parse(of.pictures) as string[];
  const deletion = {
    ...{ key, id, at: new Date(deleted_at), by: JSON.parse(deleted_by) },
    ...{ pictures, picture: of.picture === "" ? pictures.at(-1) : pictureIn(of.picture) },
  };
  const value: unknown = JSON.parse(content);
  if (kind === "membre") return { ...deletion, kind, fields: value as MembreFields };
  if (kind === "evenement") return { ...deletion, kind, fields: evenementIn(value) };
  return { ...deletion, kind, entry: readEntry(value as Written<InboxEntry>) };
}

/** An earlier version wrote events without the fields that it did not know. */
const evenementIn = (value: unknown): EvenementFields => ({ ...EMPTY_EVENEMENT, ...(value as EvenementFields) });

/** What JSON makes of instants: texts. */
type Written<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Written<T[K]> } : T;

function readEntry({ receivedAt, handledAt, consentFormReceivedAt, mail, ...rest }: Written<InboxEntry>): InboxEntry {
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...rest,
    receivedAt: new Date(receivedAt),
    handledAt: date(handledAt),
    consentFormReceivedAt: date(consentFormReceivedAt),
    mail: {
      ...mail,
      ...("at" in mail && { at: new Date(mail.at) }),
      ...("nextAttempt" in mail && { nextAttempt: new Date(mail.nextAttempt) }),
    },
  } as InboxEntry;
}
