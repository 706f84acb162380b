/** The one connection to Firestore, and the deadline of every call to a hosted provider. */
import { Firestore } from "@google-cloud/firestore";

/** Google's own libraries repeat a call for 40 s and more, or without end, while the provider is down. */
const DELAI_MS = 3000;

/**
 * Makes the connection to the database of a project; nothing is sent before the first call. Where FIRESTORE_EMULATOR_HOST
 * is set, Google's library talks to that emulator.
 */
export const openFirestore = ({ projectId }: { projectId: string }): Firestore => new Firestore({ projectId });

/**
 * Waits for a provider no longer than this. What it was asked is not undone: a write may still happen later.
 * @param promise the call
 * @param ms how long, in milliseconds
 * @returns what the call gives
 * @throws what the call throws, or an error that says that the store did not answer in time
 */
export async function withDeadline<T>(promise: Promise<T>, ms = DELAI_MS): Promise<T> {
  const { promise: echeance, reject } = Promise.withResolvers<never>();
  const minuterie = setTimeout(() => reject(new Error(`The hosted store did not answer within ${ms} ms.`)), ms);
  try {
    return await Promise.race([promise, echeance]);
  } finally {
    clearTimeout(minuterie);
  }
}
