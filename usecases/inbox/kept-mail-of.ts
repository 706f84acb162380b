import type { Services } from "#usecases/services.ts";
import { mailIdOf } from "./mail-id.ts";

/**
 * Deletes the mail that was kept of an entry of the inbox.
 * @throws when the folder of kept mail does not answer
 */
export async function removeSavedMail({ savedMail }: Pick<Services, "savedMail">, id: string): Promise<void> {
  // An older version named files by the entry's own id.
  const ids = [await mailIdOf(id), id];
  const files = (await savedMail.list()).filter((file) => !file.trial && ids.includes(file.id));
  await savedMail.remove(files.map(({ name }) => name));
}
