/** Finds the public pictures: of announced events, of committee members and of the settings. */
import { isAnnounced } from "#domain/events/planned-event.ts";
import { GROUP_PHOTO, type PictureCollection, type PictureFolder } from "#domain/pictures/picture.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { DOCUMENT_KINDS, EVENT_DOCUMENT_NAMES } from "../kinds.ts";
import { pictureKeyIn } from "./picture.ts";

export type WatchedPictureSource = "membres" | "evenements" | "settings";

/** Key of a picture. Null: no picture. Undefined: document of the older Firebase site. */
export type StoredPictureKey = string | null | undefined;

/** If changes cannot be watched, the last received documents are used for this time, in ms. */
const STALE_MAX_MS = 60_000;
const FIELDS = [EVENT_DOCUMENT_NAMES.name, EVENT_DOCUMENT_NAMES.publication, "picture"];

type WatchedCards = { keys: ReadonlyMap<string, StoredPictureKey>; downSince: number | null };

export function createVisiblePictures(documents: Documents) {
  const watched = new Map<PictureCollection, WatchedCards>();

  function watchedKeys(collection: PictureCollection): WatchedCards["keys"] | null {
    const { keys, downSince } = watched.get(collection) ?? {};
    return keys && (downSince == null || performance.now() - downSince < STALE_MAX_MS) ? keys : null;
  }

  async function read({ collection, id }: PictureFolder): Promise<StoredPictureKey> {
    if (collection === "accueil" && id !== GROUP_PHOTO.id) return null;
    const document = await (collection === "accueil"
      ? documents.get("settings", "current")
      : documents.get(collection, id));
    return document ? visibleKey(collection, document) : null;
  }

  return {
    /** @param found all documents; null if changes cannot be watched @returns the folders with changed pictures */
    update(source: WatchedPictureSource, found: readonly StoredDocument[] | null): PictureFolder[] {
      const collection = source === "settings" ? "accueil" : source;
      const before = watched.get(collection);
      if (!found) {
        if (before) before.downSince ??= performance.now();
        return [];
      }
      const naming = source === "settings" ? found.filter(({ id }) => id === "current") : found;
      const keys = new Map(naming.map((document) => [idOf(collection, document), visibleKey(collection, document)]));
      watched.set(collection, { keys, downSince: null });
      if (!before) return [];
      const ids = new Set([...before.keys.keys(), ...keys.keys()]);
      return [...ids]
        .filter((id) => keys.has(id) !== before.keys.has(id) || keys.get(id) !== before.keys.get(id))
        .map((id) => ({ collection, id }));
    },

    read,

    async find(folder: PictureFolder): Promise<StoredPictureKey> {
      const keys = watchedKeys(folder.collection);
      return keys ? (keys.has(folder.id) ? keys.get(folder.id) : null) : read(folder);
    },

    async findAll(collection: PictureCollection): Promise<ReadonlyMap<string, StoredPictureKey>> {
      const keys = watchedKeys(collection);
      if (keys) return keys;
      if (collection === "accueil") return new Map([[GROUP_PHOTO.id, await read(GROUP_PHOTO)]]);
      const found = await documents.query(collection, { select: FIELDS });
      return new Map(found.map((document) => [document.id, visibleKey(collection, document)]));
    },
  };
}

const idOf = (collection: PictureCollection, { id }: StoredDocument) =>
  collection === "accueil" ? GROUP_PHOTO.id : id;

function visibleKey(collection: PictureCollection, { id, content }: StoredDocument): StoredPictureKey {
  if (collection === "accueil") return pictureKeyIn(content) ?? null;
  return collection === "membres" || isAnnounced(DOCUMENT_KINDS.evenement.read(content, id))
    ? pictureKeyIn(content)
    : null;
}
