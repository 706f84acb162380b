/** For tests with BACKEND=firebase: the emulators, and a new project in them. */
import { randomBytes } from "node:crypto";
import { describe, inject } from "vitest";

const emulators = inject("emulators");

/** Google's libraries find the emulators by these variables. */
export const EMULATOR_ENV: Readonly<Record<string, string>> =
  typeof emulators === "string"
    ? {}
    : {
        FIRESTORE_EMULATOR_HOST: emulators.firestore,
        FIREBASE_AUTH_EMULATOR_HOST: emulators.auth,
        FIREBASE_STORAGE_EMULATOR_HOST: emulators.storage,
        STORAGE_EMULATOR_HOST: `http://${emulators.storage}`,
        // Prevents requests of Google's libraries to the metadata server.
        METADATA_SERVER_DETECTION: "none",
      };
Object.assign(process.env, EMULATOR_ENV);

/** `describe`, which skips its tests and states the reason if this machine cannot run the emulators. */
export const describeHosted = (name: string, tests: () => void) =>
  typeof emulators === "string" ? describe.skip(`${name} (left out: ${emulators})`, tests) : describe(name, tests);

/** @returns the names of a new project; the emulators separate projects and buckets by name */
export function newProject(): { projectId: string; bucket: string; apiKey: string } {
  const projectId = `demo-${randomBytes(6).toString("hex")}`;
  return { projectId, bucket: `${projectId}.firebasestorage.app`, apiKey: `cle-de-${projectId}` };
}
