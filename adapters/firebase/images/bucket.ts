/**
 * The objects of one bucket of Cloud Storage. Every call has a deadline of its own: the library's (120 s for an operation,
 * 600 s for an upload, SPEC.md section 9) are longer than a person waits.
 */
import { type Bucket, type FileMetadata, type GetFilesOptions, Storage } from "@google-cloud/storage";
import { ask, lastingReason, unless } from "#adapters/cloud-storage/storage-calls.ts";

/** For a call that carries no picture, repetitions included. */
const CALL_MS = 3_000;
/** For a call that carries the bytes of one. */
const BYTES_MS = 15_000;
/** The most that a listing gives at once (SPEC.md section 9). */
const PAGE = 1_000;

/** The name under which Firebase keeps the tokens of an object's download URL, separated by commas. */
export const TOKENS = "firebaseStorageDownloadTokens";

export type StoredObject = {
  readonly name: string;
  /** Another one for each upload, also under the same name. */
  readonly generation: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** What it says of itself under names of our choice. */
  readonly notes: Readonly<Record<string, string>>;
};

const objectOf = ({ name, generation, size, timeCreated, metadata }: FileMetadata): StoredObject => ({
  name: String(name),
  generation: String(generation),
  size: Number(size),
  createdAt: new Date(String(timeCreated)),
  notes: Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, String(value)])),
});

export type Objects = ReturnType<typeof openObjects>;

/**
 * Makes the access to a bucket; nothing is sent before the first call. Where STORAGE_EMULATOR_HOST is set (with
 * `http://`), Google's library talks to that emulator.
 */
export function openObjects({ projectId, bucket: name }: { projectId: string; bucket: string }) {
  const storage = new Storage({ projectId, timeout: BYTES_MS, retryOptions: { autoRetry: false } });
  const bucket = storage.bucket(name);
  return { ...lookups(bucket), ...changes(bucket), ...downloads(storage, name) };
}

const listPage = (bucket: Bucket, query: GetFilesOptions) => ask("listing", CALL_MS, () => bucket.getFiles(query));

function lookups(bucket: Bucket) {
  return {
    /** @returns every object whose name begins so, by name */
    async list(prefix: string): Promise<StoredObject[]> {
      const objects: StoredObject[] = [];
      let query: GetFilesOptions | null = { prefix, maxResults: PAGE, autoPaginate: false };
      while (query) {
        const [files, next]: [{ metadata: FileMetadata }[], GetFilesOptions | null, ...unknown[]] = await listPage(
          bucket,
          query,
        );
        objects.push(...files.map(({ metadata }) => objectOf(metadata)));
        query = next;
      }
      return objects;
    },

    /** @returns null when there is none */
    get: (name: string): Promise<StoredObject | null> =>
      unless(
        [404],
        null,
        ask("looking up", CALL_MS, async () => objectOf((await bucket.file(name).getMetadata())[0])),
      ),

    /** @returns why nothing can be kept in this bucket, in a line for who runs the site; null when it can or nobody answers */
    async problem(): Promise<string | null> {
      try {
        await listPage(bucket, { maxResults: 1, autoPaginate: false });
        return null;
      } catch (fault) {
        const reason = lastingReason(fault);
        const where = "(Firebase console, Storage, shows the name of the project's default bucket)";
        return reason && `FIREBASE_STORAGE_BUCKET=${bucket.name}: ${reason} ${where}`;
      }
    },
  };
}

function changes(bucket: Bucket) {
  /** Deletes an object. No fault if it is gone already. @param generation only this one */
  const remove = (name: string, generation?: string): Promise<void> =>
    unless(
      [404, 412],
      undefined,
      ask("deleting", CALL_MS, async () => {
        await bucket.file(name).delete(generation ? { ifGenerationMatch: generation } : {});
      }),
    );

  return {
    /** Writes an object whole, or nothing of it. @param fresh does nothing where there is one already */
    put: (name: string, bytes: Uint8Array, type: string, notes: StoredObject["notes"] = {}, fresh = false) =>
      unless(
        [412],
        undefined,
        ask("writing", BYTES_MS, () =>
          bucket.file(name).save(Buffer.from(bytes), {
            resumable: false,
            metadata: { contentType: type, metadata: { ...notes } },
            preconditionOpts: fresh ? { ifGenerationMatch: 0 } : {},
          }),
        ),
      ),

    /**
     * Changes what an object says of itself; what is not named stays.
     * @returns the object as it is now, or null when it is gone or was replaced
     */
    patch: (name: string, generation: string, notes: Readonly<Record<string, string | null>>) =>
      unless(
        [404, 412],
        null,
        ask("marking", CALL_MS, async () => {
          const changed = { metadata: { ...notes } };
          return objectOf((await bucket.file(name).setMetadata(changed, { ifGenerationMatch: generation }))[0]);
        }),
      ),

    remove,

    removeAll: async (names: readonly string[]): Promise<void> => {
      await Promise.all(names.map((name) => remove(name)));
    },
  };
}

/** By hand, with the library's credentials: its own download has Node warn of a leak at every picture (8.4.0). */
function downloads(storage: Storage, bucket: string) {
  /** Where download URLs lead: an emulator answers them at the same place as everything else. */
  const origin = storage.customEndpoint ? storage.apiEndpoint : "https://firebasestorage.googleapis.com";
  const addressOf = (host: string, name: string) =>
    `${host}/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(name)}?alt=media`;
  return {
    /** @returns the bytes, or null when the object is gone */
    read: (name: string): Promise<Buffer | null> =>
      unless(
        [404],
        null,
        ask("reading", BYTES_MS, async () => {
          const headers = storage.customEndpoint ? new Headers() : await storage.authClient.getRequestHeaders();
          return bytesAt(addressOf(`${storage.apiEndpoint}/storage/v1`, name), new Headers(headers));
        }),
      ),

    /** @returns the bytes behind the download URL of a token (SPEC.md section 3); null when it leads nowhere any more */
    readByToken: (name: string, token: string): Promise<Buffer | null> =>
      unless(
        [403, 404],
        null,
        ask("downloading", BYTES_MS, () =>
          bytesAt(`${addressOf(`${origin}/v0`, name)}&token=${encodeURIComponent(token)}`),
        ),
      ),
  };
}

async function bytesAt(address: string, headers = new Headers()): Promise<Buffer> {
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(BYTES_MS) });
  if (answer.ok) return Buffer.from(await answer.arrayBuffer());
  await answer.body?.cancel();
  throw Object.assign(new Error("no bytes"), { status: answer.status });
}
