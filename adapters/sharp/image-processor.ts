/** Pictures made with sharp, one at a time. */
import PQueue from "p-queue";
import sharp from "sharp";
import { accept } from "#domain/result.ts";
import type { ImageProcessor, PreparationOptions } from "#ports/image-processor.ts";
import { decode } from "./decode.ts";
import { encode, encodeMaster, encodeThumbnail } from "./formats.ts";
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
    encode: (master, width, format) => encode(master, width, format, (work) => oneAtATime.add(work)),
    encodeThumbnail: (bytes) => oneAtATime.add(() => encodeThumbnail(bytes)),
    isPicture: (bytes) => recognise(bytes) !== null,
    encodeSharePicture: (bytes, focus) => oneAtATime.add(() => renderSharePicture(bytes, focus)),
  };
}

async function prepare(
  bytes: Uint8Array,
  { shareable, old = false }: PreparationOptions,
): ReturnType<ImageProcessor["prepare"]> {
  const decoded = await decode(bytes, old);
  if (!decoded.ok) return decoded;
  const { width, height } = decoded.value;
  return accept({
    width,
    height,
    variants: await encode(decoded.value, width, "jpeg"),
    share: shareable ? await renderSharePicture(decoded.value) : null,
    tint: await dominantTint(decoded.value),
    master: await encodeMaster(decoded.value),
  });
}
