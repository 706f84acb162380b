import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { newProject } from "#tests/emulators/hosted.ts";

/**
 * Makes a first call without a deadline: on a busy machine, the emulator and Google's library need seconds to start,
 * longer than the site waits for a provider.
 */
export async function warmUp(): Promise<void> {
  const db = createFirestoreClient(newProject());
  await db.doc("essais/premier").get();
  await db.terminate();
}
