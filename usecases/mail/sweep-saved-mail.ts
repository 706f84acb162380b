import { addDays, dayInZurich } from "#domain/dates.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import type { Services } from "#usecases/services.ts";

/** Days after which saved test mail is deleted. */
const TEST_DAYS = 7;

/** Deletes saved mail (`MAIL=outbox`) of entries that no longer exist, and old test mail. @returns number of files */
export async function sweepSavedMail({
  inbox,
  bin,
  savedMail,
  clock,
}: Pick<Services, "inbox" | "bin" | "savedMail" | "clock">): Promise<number> {
  // List files before entries. Otherwise, the mail of a new entry would be deleted.
  const files = await savedMail.list();
  if (files.length === 0) return 0;
  const binned = async () => (await bin.list()).map(({ id }) => id);
  // List the recycle bin before and after the inbox, because an entry may move between both at any time.
  const ids = [...(await binned()), ...(await inbox.listIds()), ...(await binned())];
  const knownIds = new Set(ids.map(mailIdOfEntry));
  const lastTestDay = addDays(dayInZurich(clock.now()), -TEST_DAYS);
  const orphans = files.filter(({ id, isTest, day }) => (isTest ? day < lastTestDay : !knownIds.has(id)));
  await savedMail.remove(orphans.map(({ name }) => name));
  return orphans.length;
}
