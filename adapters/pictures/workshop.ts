/**
 * Makes what pictures lack, one thing after the other, while nobody waits for it. What is left when it stops, or when the
 * process dies, is found again by `takeUp`.
 */
import PQueue from "p-queue";
import { masterName, type Part, sharePictureName, thumbnailName } from "#domain/pictures/picture-variants.ts";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal } from "#domain/pictures/upload-limits.ts";
import type { ImageProcessor } from "#ports/image-processor.ts";
import type { Picture, PictureStore } from "#ports/picture-store.ts";
import { isMade, isShared, keyOf, type MadePicture, madeOf, namedVariants, partsLacking } from "./picture-files.ts";
import { newest } from "./shown.ts";

/** The file of an existing project that could not be read just now is left alone for so long. */
const RETRY_MS = 5 * 60_000;

const WHY: Record<ImageRefusal, string> = {
  "too-heavy": "a picture over 25 MB is not shown",
  "too-large": "a picture over 60 megapixels is not shown",
  unreadable: "a file that is no picture, or a damaged one, is not shown",
};

export type WorkshopOptions = {
  store: PictureStore;
  imageProcessor: ImageProcessor;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
  onDamage: (path: string) => void;
  onWarning: (sentence: string) => void;
};

export class Workshop {
  readonly #options: WorkshopOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #asked = new Set<string>();
  readonly #told = new Set<string>();

  constructor(options: WorkshopOptions) {
    this.#options = options;
  }

  /** Queues work. Resolves once it is done or has failed, at once for what comes after `stop`. */
  async later(work: () => Promise<void>): Promise<void> {
    if (!this.#queue.isPaused) await this.#queue.add(work).catch(this.#options.onError);
  }

  /** Resolves when no work is left, or when what is under way is done after `stop`. */
  idle = (): Promise<void> => (this.#queue.isPaused ? this.#queue.onPendingZero() : this.#queue.onIdle());

  /** Drops the work that has not begun, now and later. Resolves when the piece under way is done. */
  stop = (): Promise<void> => {
    this.#queue.pause();
    return this.#queue.onPendingZero();
  };

  /** Queues the parts that a picture lacks. @param whole as for `partsLacking` */
  finish(picture: MadePicture, whole?: ReadonlySet<string>): void {
    for (const part of partsLacking(picture, whole)) void this.later(() => this.#make(picture, part));
  }

  /** Queues the making of what can be shown of an existing project's file, once; tells why there will be none. */
  want(picture: Picture): void {
    const identity = identityOf(picture);
    if (picture.refusal) this.#warn(picture, picture.refusal);
    if (picture.refusal || this.#asked.has(identity)) return;
    this.#asked.add(identity);
    void this.later(async () => {
      try {
        await this.#open(picture);
      } catch (fault) {
        setTimeout(() => this.#asked.delete(identity), RETRY_MS).unref();
        throw fault;
      }
    });
  }

  /** Queues all that is missing anywhere; of existing projects' pictures, those that a reader would see. */
  async takeUp(): Promise<void> {
    const { store } = this.#options;
    const pictures = [];
    for (const collection of PICTURE_COLLECTIONS) pictures.push(...(await store.list(collection)));
    // Read after the rows: those have their files by now, if nothing went wrong.
    const whole = await store.listWhole();
    for (const picture of pictures.filter(isMade)) this.finish(picture, whole);
    for (const folder of Map.groupBy(pictures, ({ folder }) => `${folder.collection}/${folder.id}`).values())
      newest(folder, (picture) => this.want(picture));
  }

  #once(key: string, tell: () => void): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    tell();
  }

  #warn(picture: Picture, refusal: ImageRefusal): void {
    const tell = () => this.#options.onWarning(`${picture.folder.collection}: ${WHY[refusal]}`);
    this.#once(`${identityOf(picture)} ${refusal}`, tell);
  }

  /** @returns the row as it is now; null when it is gone, or its path is another upload's by now */
  async #current({ path, version }: Picture): Promise<Picture | null> {
    const now = await this.#options.store.find(path);
    return now?.version === version ? now : null;
  }

  async #open(wanted: Picture): Promise<void> {
    const { store, imageProcessor, onChange } = this.#options;
    const picture = await this.#current(wanted);
    // Another instance may have dealt with it.
    if (!picture || picture.made || picture.refusal) return;
    const { folder, path, version } = picture;
    const bytes = await store.readOriginal(picture);
    if (!bytes) return;
    const prepared = await imageProcessor.prepare(bytes, { shareable: isShared(folder), old: true });
    if (!prepared.ok) {
      this.#warn(picture, prepared.reason);
      await store.update(picture, { refusal: prepared.reason });
      return onChange(folder.collection);
    }
    // Whoever makes them makes the same files.
    const { made, files } = madeOf(keyOf(`${path}#${version}`), prepared.value, true);
    await store.write(folder, files);
    const now = await store.update(picture, { made });
    if (!now || !isMade(now)) return store.erase(folder, [...files.keys()]);
    onChange(folder.collection);
    this.finish(now);
    await this.#settle(now);
  }

  /** Makes one part, and notes it on the row. */
  async #make(wanted: MadePicture, part: Part): Promise<void> {
    const { store, onChange, onDamage } = this.#options;
    const picture = await this.#current(wanted);
    if (!picture || !isMade(picture)) return;
    const { folder, path, made } = picture;
    const source = await this.#sourceOf(picture);
    if (!source) return this.#once(path, () => onDamage(path));
    const files = await this.#encode(source, picture, part).catch(async (fault: unknown) => {
      // No page offers any more what is damaged and cannot be made again.
      if (part !== "jpeg" && made[part] && (await store.update(picture, { [part]: false })))
        onChange(folder.collection);
      throw fault;
    });
    // Encoding takes a while: what was deleted meanwhile is not written again.
    await store.write(folder, files, async () => (await this.#current(picture)) !== null);
    const now = await store.update(picture, part === "jpeg" ? {} : { [part]: true });
    // It was deleted meanwhile.
    if (!now || !isMade(now)) return store.erase(folder, [...files.keys()]);
    // Once for all parts: each time, pages are made anew that were right already.
    if (await this.#settle(now)) onChange(folder.collection);
  }

  async #encode(source: Uint8Array, { made }: MadePicture, part: Part): Promise<Map<string, Uint8Array>> {
    const { imageProcessor } = this.#options;
    if (part === "share")
      return new Map([[sharePictureName(made.key), await imageProcessor.encodeSharePicture(source, made.focus)]]);
    if (part === "thumbnail") return new Map([[thumbnailName(made.key), await imageProcessor.encodeThumbnail(source)]]);
    return namedVariants(made.key, await imageProcessor.encode(source, made.width, part), part);
  }

  /** @returns what files are made from: the master, or what is nearly as good; null when all of it is gone or damaged */
  async #sourceOf(picture: MadePicture): Promise<Uint8Array | null> {
    const { store, imageProcessor } = this.#options;
    const { folder, made } = picture;
    const master = await store.read(folder, masterName(made.key));
    const bytes = master ?? (await store.readOriginal(picture));
    if (master || !bytes || !made.old) return bytes;
    const prepared = await imageProcessor.prepare(bytes, { shareable: false, old: true });
    return prepared.ok ? prepared.value.master : null;
  }

  /** Lets go of the master once it is of no use any more. @returns whether a picture has all its parts */
  async #settle(picture: MadePicture): Promise<boolean> {
    if (partsLacking(picture).length > 0) return false;
    await this.#options.store.erase(picture.folder, [masterName(picture.made.key)]);
    return true;
  }
}

const identityOf = ({ path, version }: Picture): string => `${path}#${version}`;
