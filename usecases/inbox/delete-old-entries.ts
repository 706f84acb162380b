import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import { deletedOn, NOTICE_DAYS, retentionLimit } from "#domain/retention.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";
import { eraseOrphanMail } from "./erase-orphan-mail.ts";

type Needs = Pick<Services, "inbox" | "settings" | "clock">;

/** Number of entries that retention will delete, and the first (`from`) and last day (`to`) of these deletions. */
export type UpcomingDeletion = { readonly count: number; readonly from: Day; readonly to: Day };

/** Number of months after which a handled entry is deleted. */
export const retentionMonths = (
  type: SubmissionType,
  { messageRetentionMonths, inscriptionRetentionMonths }: Settings,
): number => (type === "message" ? messageRetentionMonths : inscriptionRetentionMonths);

/** Moves handled entries past their retention into the recycle bin, and erases orphan mail. Returns their number. */
export async function deleteExpired({
  inbox,
  settings,
  bin,
  savedMail,
  clock,
}: Needs & Pick<Services, "bin" | "savedMail">): Promise<number> {
  const current = await settings.get();
  const now = clock.now();
  const day = dayInZurich(now);
  let deleted = 0;
  for (const type of ["inscription", "message"] as const)
    deleted += await inbox.moveExpiredToBin(type, retentionLimit(day, retentionMonths(type, current)), now);
  await eraseOrphanMail({ inbox, bin, savedMail, clock });
  return deleted;
}

/** Entries handled before this instant go into the recycle bin within `NOTICE_DAYS`. */
export const noticeLimit = (type: SubmissionType, settings: Settings, now: Date): Date =>
  retentionLimit(addDays(dayInZurich(now), NOTICE_DAYS), retentionMonths(type, settings));

/** Entries that go into the recycle bin within `NOTICE_DAYS`; null for none. */
export async function upcomingDeletion(
  { inbox, settings, clock }: Needs,
  type: SubmissionType,
): Promise<UpcomingDeletion | null> {
  const current = await settings.get();
  const month = retentionMonths(type, current);
  const day = dayInZurich(clock.now());
  const { count, first, last } = await inbox.countHandled(type, noticeLimit(type, current, clock.now()));
  if (!first || !last) return null;
  // Overdue entries are deleted by the next pass, so their day is today.
  const when = (handled: Date) => [deletedOn(dayInZurich(handled), month), day].sort()[1] ?? day;
  return { count, from: when(first), to: when(last) };
}
