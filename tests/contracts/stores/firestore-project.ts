import type { Firestore } from "@google-cloud/firestore";
import { onTestFinished } from "vitest";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { newProject } from "#tests/emulators/hosted.ts";

/**
 * A new project in the Firestore emulator.
 * @returns `openOne` opens another connection, as another instance would, until the end of the test. `address`: that of
 * a proxy of the emulator
 */
export function firestoreProject(): { projectId: string; openOne: (address?: string) => Firestore } {
  const { projectId } = newProject();
  const openOne = (address?: string): Firestore => {
    const { FIRESTORE_EMULATOR_HOST } = process.env;
    // Google’s library reads the variable only when it opens the connection.
    if (address) process.env.FIRESTORE_EMULATOR_HOST = address;
    const db = createFirestoreClient({ projectId });
    if (address) process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
    // After a cut connection, the library still retries, and `terminate` fails.
    if (!address) onTestFinished(() => db.terminate());
    return db;
  };
  return { projectId, openOne };
}
