/**
 * Decodes HEIC, which sharp cannot (HEVC), with libheif in WebAssembly. It runs in a thread that is thrown away
 * afterwards, with its memory and whatever a hostile file did to it.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";

const DURATION_MAX_MS = 20_000;
/** Of JavaScript objects; the pixels themselves are bounded by `pixels`. */
const MEMORY_MAX_MB = 128;

export type Task = { readonly bytes: Uint8Array; readonly pixels: number };
export type Picture = { readonly width: number; readonly height: number; readonly data: ArrayBuffer };

const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * @param bytes a file that calls itself HEIC
 * @param pixels the most pixels it may have
 * @returns the picture upright in its own colours, four bytes per pixel
 * @throws when it cannot be decoded, or not in time
 */
export const decodeHeic = (bytes: Uint8Array, pixels: number): Promise<Picture> =>
  oneAtATime.add(async () => {
    const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
      workerData: { bytes, pixels } satisfies Task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
      // libheif writes its complaints there.
      stdout: true,
      stderr: true,
    });
    try {
      const [answer] = await once(worker, "message", { signal: AbortSignal.timeout(DURATION_MAX_MS) });
      return answer as Picture;
    } finally {
      await worker.terminate();
    }
  });
