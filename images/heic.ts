/** Decodes HEIC (HEVC), which sharp cannot. A worker per file, because a malicious file may corrupt the decoder. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";

/** Limits only the JavaScript heap. `pixels` limits the memory for the picture. */
const MEMORY_MAX_MB = 128;

export type HeicTask = { readonly bytes: Uint8Array; readonly pixels: number };
export type HeicPixels = {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array<ArrayBuffer>;
  /** ICC profile. Empty for sRGB. */
  readonly profile: Uint8Array;
};

const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Returns the upright pixels of the primary picture in the file's colours, reduced to not less than its largest variant.
 * Null for more than `pixels`. Rejects a damaged file, and with an `AbortError` after `seconds`.
 */
export const decodeHeic = (
  bytes: Uint8Array,
  { pixels, seconds }: { pixels: number; seconds: number },
): Promise<HeicPixels | null> =>
  oneAtATime.add(async () => {
    const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
      workerData: { bytes, pixels } satisfies HeicTask,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
      // Without these options, libheif's messages would appear in the site's log.
      stdout: true,
      stderr: true,
    });
    // A worker may reach its limit of memory while it is terminated: without a listener, its error would end the site.
    worker.on("error", () => {});
    try {
      const [answer] = await once(worker, "message", { signal: AbortSignal.timeout(seconds * 1000) });
      return answer as HeicPixels | null;
    } finally {
      await worker.terminate();
    }
  });
