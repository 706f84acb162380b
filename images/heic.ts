/** Decodes HEIC (HEVC), which sharp cannot. A worker per file, because a malicious file may corrupt the decoder. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";

const DURATION_MAX_MS = 20_000;
/** Limits only the JavaScript heap. `pixels` limits the memory for the picture. */
const MEMORY_MAX_MB = 128;

export type HeicTask = { readonly bytes: Uint8Array; readonly pixels: number };
export type HeicPixels = { readonly width: number; readonly height: number; readonly data: ArrayBuffer };

const oneAtATime = new PQueue({ concurrency: 1 });

/** Returns the rotated pixels, 4 bytes each, in the file's colours. Rejects a picture of more than `pixels`. */
export const decodeHeic = (bytes: Uint8Array, pixels: number): Promise<HeicPixels> =>
  oneAtATime.add(async () => {
    const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
      workerData: { bytes, pixels } satisfies HeicTask,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
      // Without these options, libheif's messages would appear in the site's log.
      stdout: true,
      stderr: true,
    });
    try {
      const [answer] = await once(worker, "message", { signal: AbortSignal.timeout(DURATION_MAX_MS) });
      return answer as HeicPixels;
    } finally {
      await worker.terminate();
    }
  });
