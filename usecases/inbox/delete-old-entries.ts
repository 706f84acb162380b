import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import {
  DELETION_NOTICE_DAYS,
  lastHandledDayToDelete,
  retentionCutoff,
  retentionDeletionDay,
} from "#domain/retention.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { sweepSavedMail } from "#usecases/mail/sweep-saved-mail.ts";
import { deleteMember } from "#usecases/recycle-bin.ts";
import { openDebtOfMember } from "#usecases/register/change-register.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "inbox" | "settings" | "clock">;

/** `from` and `to`: first and last day on which these entries are deleted. */
export type UpcomingDeletion = { readonly count: number; readonly from: Day; readonly to: Day };

export const retentionMonths = (
  type: SubmissionType,
  { messageRetentionMonths, inscriptionRetentionMonths }: Settings,
): number => (type === "message" ? messageRetentionMonths : inscriptionRetentionMonths);

export async function deleteExpiredInboxEntries(
  services: Needs & Pick<Services, "bin" | "savedMail" | "register" | "fees">,
): Promise<number> {
  const { inbox, settings, clock } = services;
  const current = await settings.get();
  const now = clock.now();
  const day = dayInZurich(now);
  let deleted = 0;
  for (const type of ["inscription", "message"] as const)
    deleted += await inbox.moveExpiredToBin(type, retentionCutoff(day, retentionMonths(type, current)), now);
  await sweepSavedMail(services);
  return deleted + (await deleteLeft(services, current, day));
}

async function deleteLeft(
  services: Pick<Services, "register" | "fees" | "clock">,
  { leftRetentionMonths }: Settings,
  day: Day,
): Promise<number> {
  const limit = retentionCutoff(day, leftRetentionMonths);
  let deleted = 0;
  // A restored member is not deleted again at once, because restoring changes the record.
  for (const id of await services.register.listLeft(lastHandledDayToDelete(day, leftRetentionMonths), limit))
    if ((await openDebtOfMember(services, id)) === 0 && (await deleteMember(services, id, null)) !== null) deleted++;
  return deleted;
}

/** Entries handled before the returned time are deleted within `DELETION_NOTICE_DAYS`. */
export const deletionNoticeCutoff = (type: SubmissionType, settings: Settings, now: Date): Date =>
  retentionCutoff(addDays(dayInZurich(now), DELETION_NOTICE_DAYS), retentionMonths(type, settings));

export async function upcomingDeletion(
  { inbox, settings, clock }: Needs,
  type: SubmissionType,
): Promise<UpcomingDeletion | null> {
  const current = await settings.get();
  const month = retentionMonths(type, current);
  const day = dayInZurich(clock.now());
  const { count, first, last } = await inbox.countHandled(type, deletionNoticeCutoff(type, current, clock.now()));
  if (!first || !last) return null;
  // The next run deletes overdue entries, so the day of their deletion is today.
  const when = (handled: Date) => [retentionDeletionDay(dayInZurich(handled), month), day].sort()[1] ?? day;
  return { count, from: when(first), to: when(last) };
}
