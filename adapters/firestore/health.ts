import type { Firestore } from "@google-cloud/firestore";
import { Storage } from "@google-cloud/storage";
import { callFirestore, FirestoreError } from "./firestore-calls.ts";

export const readFirestoreTime = async (db: Firestore): Promise<Date> =>
  (await callFirestore(db.collection("state").doc("clock").get())).readTime.toDate();

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
 * @param look reads the database. Returns a problem of the content, or null
 * @returns the problem in one line; null if the database is usable, or temporarily unavailable
 */
export async function databaseProblem(projectId: string, look: () => Promise<string | null>): Promise<string | null> {
  try {
    const problem = await look();
    return problem && `FIREBASE_PROJECT_ID=${projectId}: ${problem}`;
  } catch (error) {
    const remedy = error instanceof FirestoreError && REMEDIES[error.code];
    return remedy ? `FIREBASE_PROJECT_ID=${projectId}: ${error.message} ${remedy}` : null;
  }
}

const MISSING = /^(?:Could not load the default credentials|Unable to read the credential file)/;

/** Call `googleCredentialsProblem` before any request: without credentials, a request ends the process. */
export async function googleCredentialsProblem(projectId: string): Promise<string | null> {
  const storage = new Storage({ projectId });
  if (storage.customEndpoint) return null;
  try {
    await storage.authClient.getClient();
    return null;
  } catch (error) {
    const [said] = MISSING.exec((error as Error).message) ?? [];
    return said
      ? `GOOGLE_APPLICATION_CREDENTIALS: ${said}. It has to name the key file of the server's account (docs/deploy.md, way (c)).`
      : null;
  }
}
