import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { newProject } from "#tests/emulators/hosted.ts";

/**
 * Makes the first call of a file, without a deadline: the emulator's Java and Google's library take seconds to get going
 * on a busy machine, longer than the site waits for a provider.
 */
export async function warmUp(): Promise<void> {
  const db = openFirestore(newProject());
  await db.doc("essais/premier").get();
  await db.terminate();
}
