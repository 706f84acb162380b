import { randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import { type Credential, initializeApp } from "firebase-admin/app";
import { type Auth, getAuth } from "firebase-admin/auth";

type Options = { projectId: string; credential?: Credential; httpAgent?: Agent };

/** Makes no request until the first call. FIREBASE_AUTH_EMULATOR_HOST selects an emulator that checks no signature. */
export const openAuth = ({ projectId, credential, httpAgent }: Options): Auth =>
  // Use a random name, because Google's library reuses the connection of a name within a process.
  getAuth(
    initializeApp({ projectId, ...(credential && { credential }), ...(httpAgent && { httpAgent }) }, randomUUID()),
  );
