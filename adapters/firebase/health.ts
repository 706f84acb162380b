import type { Firestore } from "@google-cloud/firestore";
import { write } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";

/**
 * Whether the store can be written right now, found out by a real write.
 * @param db as `openFirestore` gave it
 */
export async function canWrite(db: Firestore): Promise<boolean> {
  try {
    const sante = db.collection(COLLECTIONS.etat).doc("sante");
    return await write(db, (batch) => batch.set(sante, { le: new Date().toISOString() }));
  } catch {
    return false;
  }
}
