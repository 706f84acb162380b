import { Storage } from "@google-cloud/storage";
import { callStorage, permanentReason } from "./storage-calls.ts";

const CALL_MS = 3_000;

/** Why the bucket cannot be used, in one line; null when it can, or when the service does not answer. */
export async function bucketProblem({ projectId, bucket }: { projectId: string; bucket: string }) {
  const storage = new Storage({ projectId, retryOptions: { autoRetry: false } });
  try {
    await callStorage("listing", CALL_MS, () =>
      storage.bucket(bucket).getFiles({ maxResults: 1, autoPaginate: false }),
    );
    return null;
  } catch (error) {
    const reason = permanentReason(error);
    const where = "(Firebase console, Storage, shows the name of the project's default bucket)";
    return reason && `FIREBASE_STORAGE_BUCKET=${bucket}: ${reason} ${where}`;
  }
}
