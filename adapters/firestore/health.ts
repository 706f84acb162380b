import type { Firestore } from "@google-cloud/firestore";
import { ask, FirestoreFault } from "./firestore-calls.ts";

/** @returns Google's own time @param db as `openFirestore` gave it */
export const storeTime = async (db: Firestore): Promise<Date> =>
  (await ask(db.collection("state").doc("clock").get())).readTime.toDate();

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
 * @param look says in one line why the site cannot work on what is there; null when it can, which it finds out by a write
 * @returns a line that says why not and what to do, for who starts the site; null when it may, or when nobody answers
 * just now: an outage is no wrong setting
 */
export async function databaseProblem(projectId: string, look: () => Promise<string | null>): Promise<string | null> {
  try {
    const problem = await look();
    return problem && `FIREBASE_PROJECT_ID=${projectId}: ${problem}`;
  } catch (fault) {
    const remedy = fault instanceof FirestoreFault && REMEDIES[fault.code];
    return remedy ? `FIREBASE_PROJECT_ID=${projectId}: ${fault.message} ${remedy}` : null;
  }
}
