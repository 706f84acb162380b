/** The one connection to the identity provider's accounts (Firebase Authentication, admin SDK). */
import { randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import { type Credential, initializeApp } from "firebase-admin/app";
import { type Auth, getAuth } from "firebase-admin/auth";

/**
 * Makes the connection to the accounts of a project; nothing is sent before the first call. Where
 * FIREBASE_AUTH_EMULATOR_HOST is set, Google's library talks to that emulator and checks no signature.
 * @param credential of the server; without one, those that Google's library finds by itself
 * @param httpAgent carries the calls
 */
export const openAuth = ({
  projectId,
  credential,
  httpAgent,
}: {
  projectId: string;
  credential?: Credential;
  httpAgent?: Agent;
}): Auth =>
  // Google's library keeps its connections by name, for the whole process.
  getAuth(
    initializeApp({ projectId, ...(credential && { credential }), ...(httpAgent && { httpAgent }) }, randomUUID()),
  );
