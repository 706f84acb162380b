/**
 * Files as objects of a bucket. Every call has a deadline of its own: the library's (120 s for an operation, 600 s for an
 * upload) are longer than a person waits. Not tried against Google's own service: rate of uploads to one name, cost.
 */
import { randomUUID } from "node:crypto";
import { type Bucket, type FileMetadata, type GetFilesOptions, Storage } from "@google-cloud/storage";
import { type Files, isFileName, type StoredFile } from "#ports/files.ts";
import { ask, unless } from "./storage-calls.ts";

/** For a call that carries no file, repetitions included. */
const CALL_MS = 3_000;
/** For a call that carries the bytes of one. */
const BYTES_MS = 15_000;
/** The most that a listing gives at once. */
const PAGE = 1_000;

/**
 * Nothing is sent before the first call. Where STORAGE_EMULATOR_HOST is set (with `http://`), Google's library talks to
 * that emulator.
 */
export function openFiles({ projectId, bucket: name }: { projectId: string; bucket: string }): Files {
  const storage = new Storage({ projectId, timeout: BYTES_MS, retryOptions: { autoRetry: false } });
  const bucket = storage.bucket(name);
  return {
    async put(file, bytes, type) {
      if (!isFileName(file)) throw new Error("Not a file's name.");
      // The older site asks for a download URL, which needs a token.
      const metadata = { contentType: type, metadata: { firebaseStorageDownloadTokens: randomUUID() } };
      await ask("writing", BYTES_MS, () => bucket.file(file).save(Buffer.from(bytes), { resumable: false, metadata }));
    },
    get: async (file) =>
      isFileName(file)
        ? unless(
            [404],
            null,
            ask("reading", BYTES_MS, () => download(storage, name, file)),
          )
        : null,
    list: (prefix) => listAll(bucket, prefix),
    async delete(file) {
      if (!isFileName(file)) return;
      await unless(
        [404],
        undefined,
        ask("deleting", CALL_MS, async () => void (await bucket.file(file).delete())),
      );
    },
  };
}

async function listAll(bucket: Bucket, prefix: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let query: GetFilesOptions | null = { prefix, maxResults: PAGE, autoPaginate: false };
  while (query) {
    const page: GetFilesOptions = query;
    const [files, next]: [{ metadata: FileMetadata }[], GetFilesOptions | null, ...unknown[]] = await ask(
      "listing",
      CALL_MS,
      () => bucket.getFiles(page),
    );
    found.push(...files.map(({ metadata }) => fileOf(metadata)));
    query = next;
  }
  return found;
}

const fileOf = ({ name, generation, size, timeCreated }: FileMetadata): StoredFile => ({
  name: String(name),
  generation: String(generation),
  size: Number(size),
  createdAt: new Date(String(timeCreated)),
});

/** By hand, with the library's credentials: its own download has Node warn of a leak at every file (8.4.0). */
async function download(storage: Storage, bucket: string, file: string): Promise<Uint8Array> {
  const address = `${storage.apiEndpoint}/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(file)}?alt=media`;
  const headers = storage.customEndpoint ? {} : await storage.authClient.getRequestHeaders();
  const answer = await fetch(address, { headers: new Headers(headers), signal: AbortSignal.timeout(BYTES_MS) });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  await answer.body?.cancel();
  throw Object.assign(new Error("no bytes"), { status: answer.status });
}
