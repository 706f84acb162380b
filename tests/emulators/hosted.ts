/** What a suite of the hosted family begins with: the emulators, and a project of its own in them. */
import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";

const emulators = inject("emulators");

/** Google's libraries find the emulators by these variables. */
export const EMULATOR_ENV: Readonly<Record<string, string>> = emulators
  ? {
      FIRESTORE_EMULATOR_HOST: emulators.firestore,
      FIREBASE_AUTH_EMULATOR_HOST: emulators.auth,
      FIREBASE_STORAGE_EMULATOR_HOST: emulators.storage,
      STORAGE_EMULATOR_HOST: `http://${emulators.storage}`,
      // Nothing here runs on Google's machines: their libraries need not ask the network.
      METADATA_SERVER_DETECTION: "none",
    }
  : {};
Object.assign(process.env, EMULATOR_ENV);

/** `describe`, left out and counted as skipped where SKIP_HOSTED is set. */
export const describeHosted: typeof describe.skip = emulators ? describe : describe.skip;

/** @returns settings of a project that nobody else uses: emulators keep projects and buckets apart by name */
export function newProject(): { projectId: string; bucket: string; apiKey: string } {
  const projectId = `demo-${randomBytes(6).toString("hex")}`;
  return { projectId, bucket: `${projectId}.firebasestorage.app`, apiKey: `cle-de-${projectId}` };
}
