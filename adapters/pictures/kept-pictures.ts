/** Pictures as they lie in their folders, hidden ones too: looking at them, hiding and removing them. */
import { variantName, widthsFor } from "#domain/pictures/picture-variants.ts";
import { type Collection, isCollection } from "#domain/pictures/stored-image.ts";
import type { ImageStore, KeptPicture } from "#ports/image-store.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import { filesOf, isMade } from "./picture-files.ts";

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
}: {
  store: PictureStore;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
}): Kept {
  return {
    async listFolders(collection) {
      const byFolder = Map.groupBy(await store.list(collection), ({ folder }) => folder.id);
      return [...byFolder]
        .filter(([, pictures]) => pictures.some(({ setAside, made }) => setAside || (made && !made.old)))
        .map(([id, pictures]) => ({ id, pictures: pictures.map(kept) }));
    },

    listKept: async ({ collection, id }) => (await store.list(collection, id)).map(kept),

    async remove(path) {
      const picture = await store.find(path);
      if (!picture) return;
      // Once its row is gone it is for every reader; the rest may fail and is swept later.
      await store.remove(picture);
      if (picture.made) await store.erase(picture.folder, filesOf(picture)).catch(onError);
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
        if (wrong.length > 0) onChange(collection);
      }
    },

    async readJpeg(path, size) {
      const picture = await store.find(path);
      if (!picture || !isMade(picture)) return null;
      const { folder, made } = picture;
      const [narrowest = made.width] = widthsFor(made.width);
      return store.read(folder, variantName(made.key, size === "small" ? narrowest : made.width, "jpeg"));
    },
  };
}
