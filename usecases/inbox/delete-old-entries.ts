import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import { deletedOn, NOTICE_DAYS, retentionLimit } from "#domain/retention.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";
import { eraseOrphanMail } from "./erase-orphan-mail.ts";

type Needs = Pick<Services, "inbox" | "settings" | "clock">;

/** `count`: entries to be deleted. `from`, `to`: first and last day on which some are deleted. */
export type UpcomingDeletion = { readonly count: number; readonly from: Day; readonly to: Day };

const monthsFor = (type: SubmissionType, { messageRetentionMonths, inscriptionRetentionMonths }: Settings): number =>
  type === "message" ? messageRetentionMonths : inscriptionRetentionMonths;

/** Deletes handled entries, and their saved mail, after the retention time. @returns the number of entries */
export async function deleteExpired({
  inbox,
  settings,
  bin,
  savedMail,
  clock,
}: Needs & Pick<Services, "bin" | "savedMail">): Promise<number> {
  const current = await settings.get();
  const day = dayInZurich(clock.now());
  let deleted = 0;
  for (const type of ["inscription", "message"] as const)
    deleted += await inbox.purge(type, retentionLimit(day, monthsFor(type, current)));
  await eraseOrphanMail({ inbox, bin, savedMail, clock });
  return deleted;
}

/** @returns the entries that will be deleted within `NOTICE_DAYS`; null if there are none */
export async function upcomingDeletion(
  { inbox, settings, clock }: Needs,
  type: SubmissionType,
): Promise<UpcomingDeletion | null> {
  const month = monthsFor(type, await settings.get());
  const day = dayInZurich(clock.now());
  const limit = retentionLimit(addDays(day, NOTICE_DAYS), month);
  const { count, first, last } = await inbox.countHandled(type, limit);
  if (!first || !last) return null;
  // The next pass deletes overdue entries, so their day is today.
  const when = (handled: Date) => [deletedOn(dayInZurich(handled), month), day].sort()[1] ?? day;
  return { count, from: when(first), to: when(last) };
}
