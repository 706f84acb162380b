import type { Services } from "#ports/services.ts";
import { mailIdOf } from "./mail-id.ts";

/**
 * Deletes what a visitor sent for good, with the mail that was kept of it. The mail goes first: after a crash in between
 * the entry is still there, and deleting it again finishes the job.
 * @throws when the inbox or the folder of kept mail does not answer
 */
export async function eraseEntry({ inbox, keptMail }: Pick<Services, "inbox" | "keptMail">, id: string): Promise<void> {
  // An older version named files by the entry's own id.
  const ids = [await mailIdOf(id), id];
  const files = (await keptMail.list()).filter((file) => !file.trial && ids.includes(file.id));
  await keptMail.remove(files.map(({ name }) => name));
  await inbox.delete(id);
}
