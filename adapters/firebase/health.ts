import type { Firestore } from "@google-cloud/firestore";
import { ask, FirestoreFault, write } from "#adapters/firestore/firestore-calls.ts";
import type { LastSeenTime } from "#ports/upkeep/clock-guard.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

/** A real write: it is refused at once for what a read is refused for, and the site cannot do without. */
const writeMark = (db: Firestore): Promise<void> => {
  const mark = db.collection(COLLECTIONS.state).doc("health");
  return ask(db.runTransaction(async (batch) => void batch.set(mark, { at: new Date().toISOString() }), ONCE));
};

const ONCE = { maxAttempts: 1 };

/**
 * Whether the store can be written right now, found out by a real write.
 * @param db as `openFirestore` gave it
 */
export async function canWrite(db: Firestore): Promise<boolean> {
  try {
    await writeMark(db);
    return true;
  } catch {
    return false;
  }
}

/**
 * In the document `clock`. Google's own time counts as seen as well: an instance that slept for a week and whose clock is
 * right does not wait.
 * @param db as `openFirestore` gave it
 */
export function createLastSeenTime(db: Firestore): LastSeenTime {
  const document = db.collection(COLLECTIONS.state).doc("clock");
  return {
    async read() {
      const snapshot = await ask(document.get());
      const kept = new Date(String(snapshot.get("seenAt")));
      const google = snapshot.readTime.toDate();
      return kept > google ? kept : google;
    },
    async write(at) {
      await write(db, (batch) => batch.set(document, { seenAt: at.toISOString() }));
    },
  };
}

/** What to do about answers that stay the same until somebody changes a setting. */
const REMEDIES: Readonly<Record<string, string>> = {
  PERMISSION_DENIED:
    "The server's account needs the role roles/datastore.user in this project, and the project the Cloud Firestore API (docs/deploy.md, way (c)).",
  NOT_FOUND: "This project does not exist, or has no database yet (docs/deploy.md, way (c)).",
  UNAUTHENTICATED:
    "The server's credentials are not accepted: see GOOGLE_APPLICATION_CREDENTIALS (docs/deploy.md, way (c)).",
  FAILED_PRECONDITION: "The project's database has to be one in native mode (docs/deploy.md, way (c)).",
  INVALID_ARGUMENT: "Is that the project's id, as the Firebase console shows it?",
};

/**
 * Asks the database whether the site may use it.
 * @param look says in one line why the site cannot work on what is there; null when it can. Nothing is written before
 * @returns a line that says why not and what to do, for who starts the site; null when it may, or when nobody answers
 * just now: an outage is no wrong setting
 */
export async function databaseProblem(
  db: Firestore,
  projectId: string,
  look: () => Promise<string | null>,
): Promise<string | null> {
  try {
    const problem = await look();
    if (problem) return `FIREBASE_PROJECT_ID=${projectId}: ${problem}`;
    await writeMark(db);
    return null;
  } catch (fault) {
    const remedy = fault instanceof FirestoreFault && REMEDIES[fault.code];
    return remedy ? `FIREBASE_PROJECT_ID=${projectId}: ${fault.message} ${remedy}` : null;
  }
}
