import { addDays, dayInZurich } from "#domain/dates.ts";
import { mailIdOf } from "#usecases/inbox/deliver-mail.ts";
import type { Services } from "#usecases/services.ts";

/** Retention of test mail. */
const TRIAL_DAYS = 7;

/** Deletes saved mail of entries that are gone, and old test mail. Idempotent. Returns the number of files. */
export async function eraseOrphanMail({
  inbox,
  bin,
  savedMail,
  clock,
}: Pick<Services, "inbox" | "bin" | "savedMail" | "clock">): Promise<number> {
  // Files first: an entry exists before its mail does.
  const files = await savedMail.list();
  if (files.length === 0) return 0;
  const binned = async () => (await bin.list()).map(({ id }) => id);
  // List the bin twice: an entry may move between bin and inbox meanwhile.
  const ids = [...(await binned()), ...(await inbox.listIds()), ...(await binned())];
  // Older versions named files by the entry's id.
  const knownIds = new Set([...ids, ...(await Promise.all(ids.map(mailIdOf)))]);
  const lastTestDay = addDays(dayInZurich(clock.now()), -TRIAL_DAYS);
  const orphans = files.filter(({ id, isTest, day }) => (isTest ? day < lastTestDay : !knownIds.has(id)));
  await savedMail.remove(orphans.map(({ name }) => name));
  return orphans.length;
}
