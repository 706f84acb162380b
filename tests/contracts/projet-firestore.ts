import type { Firestore } from "@google-cloud/firestore";
import { onTestFinished } from "vitest";
import { openFirestore } from "#adapters/firebase/client.ts";
import { projetNeuf } from "#tests/emulators/hosted.ts";

/**
 * A project of its own in the Firestore emulator.
 * @returns `ouvrir`, which gives another connection to it, as another instance would have, and which is closed when the
 * test ends; it leads to `adresse`, where that is given
 */
export function projetFirestore(): { projectId: string; ouvrir: (adresse?: string) => Firestore } {
  const { projectId } = projetNeuf();
  const ouvrir = (adresse?: string): Firestore => {
    const { FIRESTORE_EMULATOR_HOST } = process.env;
    // Google's library reads it when the connection is made, and never again.
    if (adresse) process.env.FIRESTORE_EMULATOR_HOST = adresse;
    const db = openFirestore({ projectId });
    if (adresse) process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE_EMULATOR_HOST;
    // On a line that was cut, the library still repeats what nobody waits for any more, and minds being stopped.
    if (!adresse) onTestFinished(() => db.terminate());
    return db;
  };
  return { projectId, ouvrir };
}
