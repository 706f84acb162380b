import { addDays, dayInZurich } from "#domain/dates.ts";
import type { Services } from "#usecases/services.ts";
import { mailIdOf } from "./mail-id.ts";

/** So many days after a trial nobody looks for its mail any more. */
const TRIAL_DAYS = 7;

/**
 * Deletes kept mail whose entry is gone for good, whoever deleted it and whenever, and that of old trials. Safe to run at any
 * time and any number of times.
 * @returns how many files
 * @throws when the inbox or the folder of kept mail does not answer
 */
export async function eraseOrphanMail({
  inbox,
  bin,
  keptMail,
  clock,
}: Pick<Services, "inbox" | "bin" | "keptMail" | "clock">): Promise<number> {
  // Files first: an entry is there before its mail is.
  const files = await keptMail.list();
  if (files.length === 0) return 0;
  const binned = async () => (await bin.list()).map(({ id }) => id);
  // Before and after: an entry that comes back meanwhile, or goes, is found on one side or on the other.
  const ids = [...(await binned()), ...(await inbox.listIds()), ...(await binned())];
  // An older version named files by the entry's own id.
  const known = new Set([...ids, ...(await Promise.all(ids.map(mailIdOf)))]);
  const lastTrial = addDays(dayInZurich(clock.now()), -TRIAL_DAYS);
  const orphans = files.filter(({ id, trial, day }) => (trial ? day < lastTrial : !known.has(id)));
  await keptMail.remove(orphans.map(({ name }) => name));
  return orphans.length;
}
