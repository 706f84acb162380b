/** Public pictures: those that announced events, members and the settings name. Kept current by watches. */
import { isAnnounced } from "#domain/events/planned-event.ts";
import { type Collection, GROUP_PHOTO, type PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { fieldsIn, pictureIn } from "../card-document.ts";
import { EVENT_NAMES } from "../events.ts";

export type PictureCollection = "membres" | "evenements" | "settings";

/** Key of a picture; null: none. Undefined: the older site wrote the card, which shows the last file of its folder. */
export type ShownPicture = string | null | undefined;

/** Maximum age of the documents of a watch that is down. */
const TRUSTED_MS = 60_000;
const FIELDS = [EVENT_NAMES.name, EVENT_NAMES.publication, "picture"];

type Held = { shown: ReadonlyMap<string, ShownPicture>; downSince: number | null };

export function createVisiblePictures(documents: Documents) {
  const held = new Map<Collection, Held>();

  function heldOf(collection: Collection): Held["shown"] | null {
    const { shown, downSince } = held.get(collection) ?? {};
    return shown && (downSince == null || performance.now() - downSince < TRUSTED_MS) ? shown : null;
  }

  async function read({ collection, id }: PictureFolder): Promise<ShownPicture> {
    if (collection === "accueil" && id !== GROUP_PHOTO.id) return null;
    const document = await (collection === "accueil"
      ? documents.get("settings", "current")
      : documents.get(collection, id));
    return document ? shownBy(collection, document) : null;
  }

  return {
    /** @param found the documents of a watch; null: it is down @returns the cards whose picture has changed */
    hear(source: PictureCollection, found: readonly StoredDocument[] | null): PictureFolder[] {
      const collection = source === "settings" ? "accueil" : source;
      const before = held.get(collection);
      if (!found) {
        if (before) before.downSince ??= performance.now();
        return [];
      }
      const shown = new Map(found.map((one) => [idOf(collection, one), shownBy(collection, one)]));
      held.set(collection, { shown, downSince: null });
      if (!before) return [];
      const ids = new Set([...before.shown.keys(), ...shown.keys()]);
      return [...ids]
        .filter((id) => shown.has(id) !== before.shown.has(id) || shown.get(id) !== before.shown.get(id))
        .map((id) => ({ collection, id }));
    },

    read,

    async find(folder: PictureFolder): Promise<ShownPicture> {
      const shown = heldOf(folder.collection);
      return shown ? (shown.has(folder.id) ? shown.get(folder.id) : null) : read(folder);
    },

    async findAll(collection: Collection): Promise<ReadonlyMap<string, ShownPicture>> {
      const shown = heldOf(collection);
      if (shown) return shown;
      if (collection === "accueil") return new Map([[GROUP_PHOTO.id, await read(GROUP_PHOTO)]]);
      const found = await documents.query(collection, { select: FIELDS });
      return new Map(found.map((one) => [one.id, shownBy(collection, one)]));
    },
  };
}

const idOf = (collection: Collection, { id }: StoredDocument) => (collection === "accueil" ? GROUP_PHOTO.id : id);

function shownBy(collection: Collection, { content }: StoredDocument): ShownPicture {
  if (collection === "accueil") return typeof content.photo === "string" ? content.photo : null;
  return collection === "membres" || isAnnounced(fieldsIn(EVENT_NAMES, content)) ? pictureIn(content) : null;
}
