import type { Firestore } from "@google-cloud/firestore";
import { onTestFinished } from "vitest";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { newProject } from "#tests/emulators/hosted.ts";

/**
 * A project of its own in the Firestore emulator.
 * @returns `openOne`, which gives another connection to it, as another instance would have, and which is closed when the
 * test ends; it leads to `address`, where that is given
 */
export function firestoreProject(): { projectId: string; openOne: (address?: string) => Firestore } {
  const { projectId } = newProject();
  const openOne = (address?: string): Firestore => {
    const { FIRESTORE_EMULATOR_HOST } = process.env;
    // Google's library reads it when the connection is made, and never again.
    if (address) process.env.FIRESTORE_EMULATOR_HOST = address;
    const db = openFirestore({ projectId });
    if (address) process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
    // On a line that was cut, the library still repeats what nobody waits for any more, and minds being stopped.
    if (!address) onTestFinished(() => db.terminate());
    return db;
  };
  return { projectId, openOne };
}
