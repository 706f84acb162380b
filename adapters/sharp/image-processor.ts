/** Pictures made with sharp, one at a time. */
import PQueue from "p-queue";
import sharp from "sharp";
import { accept } from "#domain/result.ts";
import type { ImageProcessor, PreparationOptions } from "#ports/image-processor.ts";
import { decode } from "./decode.ts";
import { encode, encodeThumbnail } from "./formats.ts";
import { recognise } from "./recognise.ts";
import { renderSharePicture } from "./share-picture.ts";
import { dominantTint } from "./tint.ts";

/** Threads that one encoding may use. */
const THREADS = 1;

/** Makes the one workshop of a process: a second one would hold a second picture in memory. */
export function createImageProcessor(): ImageProcessor {
  sharp.concurrency(THREADS);
  sharp.cache(false);
  /** Under it pixels are in memory: of one picture at a time, which may need some hundred megabytes. */
  const oneAtATime = new PQueue({ concurrency: 1 });
  return {
    prepare: (bytes, options) => oneAtATime.add(() => prepare(bytes, options)),
    isPicture: (bytes) => recognise(bytes) !== null,
    encodeSharePicture: (bytes, focus) => oneAtATime.add(() => renderSharePicture(bytes, focus)),
  };
}

async function prepare(
  bytes: Uint8Array,
  { shareable, focus = "", old = false }: PreparationOptions,
): ReturnType<ImageProcessor["prepare"]> {
  const decoded = await decode(bytes, old);
  if (!decoded.ok) return decoded;
  const pixels = decoded.value;
  return accept({
    ...{ width: pixels.width, height: pixels.height, tint: await dominantTint(pixels) },
    jpeg: await encode(pixels, "jpeg"),
    webp: await encode(pixels, "webp"),
    shared: shareable
      ? { share: await renderSharePicture(pixels, focus), thumbnail: await encodeThumbnail(pixels) }
      : null,
  });
}
