/** What a suite of the hosted family begins with: the emulators, and a project of its own in them. */
import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";

const emulateurs = inject("emulateurs");

/** Google's libraries find the emulators by these variables. */
export const ENV_EMULATEURS: Readonly<Record<string, string>> = emulateurs
  ? {
      FIRESTORE_EMULATOR_HOST: emulateurs.firestore,
      FIREBASE_AUTH_EMULATOR_HOST: emulateurs.auth,
      FIREBASE_STORAGE_EMULATOR_HOST: emulateurs.storage,
      STORAGE_EMULATOR_HOST: `http://${emulateurs.storage}`,
      // Nothing here runs on Google's machines: their libraries need not ask the network.
      METADATA_SERVER_DETECTION: "none",
    }
  : {};
Object.assign(process.env, ENV_EMULATEURS);

/** `describe`, left out and counted as skipped where SKIP_HOSTED is set. */
export const describeHosted: typeof describe.skip = emulateurs ? describe : describe.skip;

/** @returns settings of a project that nobody else uses: emulators keep projects and buckets apart by name */
export function projetNeuf(): { projectId: string; bucket: string; apiKey: string } {
  const projectId = `demo-${randomBytes(6).toString("hex")}`;
  return { projectId, bucket: `${projectId}.firebasestorage.app`, apiKey: `cle-de-${projectId}` };
}
