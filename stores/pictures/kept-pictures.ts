/** Pictures as they lie in their folders, hidden ones too: looking at them, hiding and removing them. */
import { variantName, widthsFor } from "#domain/pictures/picture-variants.ts";
import { type Collection, isCollection } from "#domain/pictures/stored-image.ts";
import type { ImageStore, KeptPicture } from "#ports/image-store.ts";
import { isMade, type Picture } from "./picture.ts";
import { filesOf } from "./picture-files.ts";
import type { PictureStore } from "./picture-store.ts";

type Kept = Pick<ImageStore, "listFolders" | "listKept" | "remove" | "setHidden" | "readJpeg">;

const kept = ({ path, setAside, addedAt, made }: Picture): KeptPicture => ({
  path,
  hidden: setAside,
  addedAt,
  size: made && { width: made.width, height: made.height },
});

export function keptPictures({
  store,
  onChange,
  onError,
  forget,
}: {
  store: PictureStore;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
  /** Hears of a picture that visitors do not see from now on. */
  forget: (picture: Picture) => void;
}): Kept {
  return {
    async listFolders(collection) {
      const byFolder = Map.groupBy(await store.list(collection), ({ folder }) => folder.id);
      return [...byFolder]
        .filter(([, pictures]) => pictures.some(({ setAside, old }) => setAside || !old))
        .map(([id, pictures]) => ({ id, pictures: pictures.map(kept) }));
    },

    listKept: async ({ collection, id }) => (await store.list(collection, id)).map(kept),

    async remove(path) {
      const picture = await store.find(path);
      if (!picture) return;
      // Once its row is gone it is for every reader; the rest may fail and is swept later.
      await store.remove(picture);
      forget(picture);
      await store.erase(filesOf(picture)).catch(onError);
      onChange(picture.folder.collection);
    },

    async setHidden(paths, hidden) {
      const [collection = "", id] = paths[0]?.split("/") ?? [];
      if (!isCollection(collection)) return;
      const wrong = (await store.list(collection, id)).filter(
        ({ path, setAside }) => paths.includes(path) && setAside !== hidden,
      );
      try {
        // The one that is shown goes last and comes first: when this ends in the middle, no older one stands there.
        for (const picture of hidden ? wrong : wrong.toReversed()) await store.update(picture, { setAside: hidden });
      } finally {
        for (const picture of wrong) forget(picture);
        if (wrong.length > 0) onChange(collection);
      }
    },

    async readJpeg(path, size) {
      const picture = await store.find(path);
      if (!picture || !isMade(picture)) return null;
      const { key, made } = picture;
      const [narrowest = made.width] = widthsFor(made.width);
      return store.read(variantName(key, size === "small" ? narrowest : made.width, "jpeg"));
    },
  };
}
