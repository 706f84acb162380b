/** Makes pictures of this site out of the files of an existing project, in the order in which pages ask for them. */
import PQueue from "p-queue";
import { type Collection, isShared } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { Picture } from "./picture.ts";
import { madeOf } from "./picture-files.ts";
import type { PictureStore } from "./picture-store.ts";

/** A file that could not be read just now is left alone for so long. */
const RETRY_MS = 5 * 60_000;

const WHY: Record<ImageRefusal, string> = {
  "too-heavy": "a picture over 25 MB is not shown",
  "too-large": "a picture over 60 megapixels is not shown",
  unreadable: "a file that is no picture, or a damaged one, is not shown",
};

type Options = {
  store: PictureStore;
  imageProcessor: ImageProcessor;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
  onWarning: (sentence: string) => void;
};

export function createAdoption({ store, imageProcessor, onChange, onError, onWarning }: Options) {
  const queue = new PQueue({ concurrency: 1 });
  const asked = new Set<string>();
  const told = new Set<string>();

  function warn(picture: Picture, refusal: ImageRefusal): void {
    if (!told.has(picture.key)) onWarning(`${picture.folder.collection}: ${WHY[refusal]}`);
    told.add(picture.key);
  }

  async function adopt({ key, path }: Picture): Promise<void> {
    const picture = await store.find(path);
    // It may be gone, its path another upload's by now, or another instance may have dealt with it.
    if (picture?.key !== key || picture.made || picture.refusal) return;
    const { folder } = picture;
    const bytes = await store.readOriginal(picture);
    if (!bytes) return;
    const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), old: true });
    if (!prepared.ok) {
      warn(picture, prepared.reason);
      await store.update(picture, { refusal: prepared.reason });
      return onChange(folder.collection);
    }
    const { made, files } = madeOf(key, prepared.value);
    await store.write(files);
    await store.update(picture, { made });
    onChange(folder.collection);
  }

  return {
    /** Queues the making of what can be shown of a file, once; tells why there will be none. */
    want(picture: Picture): void {
      const { key } = picture;
      if (picture.refusal) warn(picture, picture.refusal);
      if (picture.refusal || asked.has(key) || queue.isPaused) return;
      asked.add(key);
      queue
        .add(() => adopt(picture))
        .catch((fault: unknown) => {
          setTimeout(() => asked.delete(key), RETRY_MS).unref();
          onError(fault);
        });
    },

    /** Resolves when no picture is being made. */
    idle: (): Promise<void> => queue.onIdle(),

    /** Drops what has not begun, now and later. Resolves when the picture under way is done. */
    stop(): Promise<void> {
      queue.pause();
      return queue.onPendingZero();
    },
  };
}
