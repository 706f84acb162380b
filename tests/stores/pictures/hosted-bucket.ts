/** Pictures on a new bucket of the Storage emulator, and direct access to its objects. */
import { expect, onTestFinished, vi } from "vitest";
import { openBucket } from "#adapters/cloud-storage/files.ts";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import type { Place } from "./picture-place.ts";

/** URL of the emulator. */
export const EMULATOR = EMULATOR_ENV.STORAGE_EMULATOR_HOST ?? "";
/** Header that the emulator accepts as the server’s credentials. */
const SERVER = { authorization: "Bearer owner" };

type Options = {
  /** URL of a proxy of the emulator. */
  origin?: string;
  onChange?: () => void;
  onWarning?: (sentence: string) => void;
  onError?: (error: unknown) => void;
};

export type ObjectMetadata = {
  name: string;
  timeCreated: string;
  contentType: string;
  generation: string;
  metadata?: Record<string, string>;
};

export function hostedBucket() {
  const { projectId, bucket } = newProject();
  const objects = `${EMULATOR}/v0/b/${bucket}/o`;
  const db = createFirestoreClient({ projectId });
  const documents = createFirestoreDocuments(db);
  onTestFinished(async () => {
    documents.close();
    await db.terminate();
  });

  return {
    bucket,

    documents,

    /** Starts pictures, as an instance of the site would. Background errors fail the test unless `onError` is given. */
    start({ origin, onWarning = () => {}, ...options }: Options = {}): Place {
      if (origin) vi.stubEnv("STORAGE_EMULATOR_HOST", origin);
      const errors: unknown[] = [];
      const files = openBucket({ projectId, bucket });
      const onError = (error: unknown) => errors.push(error);
      const pictures = createPictureStore({
        documents,
        files,
        olderSite: true,
        memory: { bytes: 2 ** 26, ms: 0 },
        onError,
        onWarning,
        ...options,
      });
      if (origin) vi.unstubAllEnvs();
      onTestFinished(async () => {
        await pictures.stop();
        expect(errors).toEqual([]);
      });
      return {
        documents,
        pictures,
        fileNames: async () => (await files.list("variantes/")).map(({ name }) => name.slice("variantes/".length)),
      };
    },

    /** Uploads a file as the older site did in the browser, with a download token. */
    async upload(name: string, bytes: Uint8Array, type = "image/jpeg"): Promise<void> {
      const response = await fetch(`${objects}?name=${encodeURIComponent(name)}`, {
        method: "POST",
        headers: { ...SERVER, "content-type": type },
        body: new Uint8Array(bytes),
      });
      expect(response.status).toBe(200);
    },

    /** Uploads a file as Google’s console does, without a download token. */
    async put(name: string, bytes: Uint8Array, metadata: Record<string, string> = {}): Promise<void> {
      const [start, middle] = [JSON.stringify({ name, metadata }), "image/jpeg"];
      const body = Buffer.concat([
        Buffer.from(`--x\r\ncontent-type: application/json\r\n\r\n${start}\r\n--x\r\ncontent-type: ${middle}\r\n\r\n`),
        bytes,
        Buffer.from("\r\n--x--\r\n"),
      ]);
      const address = `${EMULATOR}/upload/storage/v1/b/${bucket}/o?uploadType=multipart&name=${encodeURIComponent(name)}`;
      const response = await fetch(address, {
        method: "POST",
        headers: { "content-type": "multipart/related; boundary=x" },
        body,
      });
      expect(response.status).toBe(200);
    },

    /** @returns every object of the bucket, by name */
    async content(): Promise<ObjectMetadata[]> {
      const response = await fetch(`${EMULATOR}/b/${bucket}/o`);
      const { items = [] } = (await response.json()) as { items?: ObjectMetadata[] };
      return items;
    },

    /** @returns the bytes of an object, read with the server’s credentials */
    async rawResponse(name: string): Promise<Buffer> {
      const response = await fetch(`${EMULATOR}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    },

    /** Fetches an object by its download URL. */
    byToken: (name: string, token: string) =>
      fetch(`${objects}/${encodeURIComponent(name)}?alt=media&token=${encodeURIComponent(token)}`),
  };
}
