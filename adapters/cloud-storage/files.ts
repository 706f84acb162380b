import { randomUUID } from "node:crypto";
import { type Bucket, type FileMetadata, type GetFilesOptions, Storage } from "@google-cloud/storage";
import { type Files, isFileName, type StoredFile } from "#ports/files.ts";
import { callStorage, nullIfFileMissing, permanentStorageProblem } from "./storage-calls.ts";

const CALL_MS = 3_000;
const BYTES_MS = 15_000;
const PAGE = 1_000;

/** Sends no request. STORAGE_EMULATOR_HOST, with `http://`, selects an emulator. */
export function openBucket({ projectId, bucket: name }: { projectId: string; bucket: string }): Files {
  const storage = new Storage({ projectId, timeout: BYTES_MS, retryOptions: { autoRetry: false } });
  const bucket = storage.bucket(name);
  return {
    async put(file, bytes, type) {
      if (!isFileName(file)) throw new Error("Not a file's name.");
      // The older website shows only files that have a download token.
      const metadata = { contentType: type, metadata: { firebaseStorageDownloadTokens: randomUUID() } };
      await callStorage("writing", BYTES_MS, () =>
        bucket.file(file).save(Buffer.from(bytes), { resumable: false, metadata }),
      );
    },
    async get(file) {
      if (!isFileName(file)) return null;
      return nullIfFileMissing(callStorage("reading", BYTES_MS, () => download(storage, name, file)));
    },
    list: (prefix) => listAll(bucket, prefix),
    async delete(file) {
      if (!isFileName(file)) return;
      await nullIfFileMissing(callStorage("deleting", CALL_MS, () => bucket.file(file).delete()));
    },
  };
}

async function listAll(bucket: Bucket, prefix: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let query: GetFilesOptions | null = { prefix, maxResults: PAGE, autoPaginate: false };
  while (query) {
    const page: GetFilesOptions = query;
    const [files, next]: [{ metadata: FileMetadata }[], GetFilesOptions | null, ...unknown[]] = await callStorage(
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

/** Uses `fetch`, because downloads by Google's library (8.4.0) make Node warn of a memory leak. */
async function download(storage: Storage, bucket: string, file: string): Promise<Uint8Array> {
  const address = `${storage.apiEndpoint}/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(file)}?alt=media`;
  const headers = storage.customEndpoint ? {} : await storage.authClient.getRequestHeaders();
  const response = await fetch(address, { headers: new Headers(headers), signal: AbortSignal.timeout(BYTES_MS) });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  throw Object.assign(new Error("no bytes"), { status: response.status });
}

/** @returns the problem in one line; null if the bucket works, or if Cloud Storage does not answer */
export async function bucketProblem({ projectId, bucket }: { projectId: string; bucket: string }) {
  const storage = new Storage({ projectId, retryOptions: { autoRetry: false } });
  try {
    await callStorage("listing", CALL_MS, () =>
      storage.bucket(bucket).getFiles({ maxResults: 1, autoPaginate: false }),
    );
    return null;
  } catch (error) {
    const reason = permanentStorageProblem(error);
    const where = "(Firebase console, Storage, shows the name of the project's default bucket)";
    return reason && `FIREBASE_STORAGE_BUCKET=${bucket}: ${reason} ${where}`;
  }
}
