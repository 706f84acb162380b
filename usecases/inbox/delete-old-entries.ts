/** What the committee has dealt with does not stay for ever: announced beforehand, then deleted. */

import { addDays, type Day, dayInZurich } from "#domain/dates.ts";
import { deletedOn, NOTICE_DAYS, retentionLimit } from "#domain/retention.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";
import { eraseOrphanMail } from "./erase-orphan-mail.ts";

type Needs = Pick<Services, "inbox" | "settings" | "clock">;

/** So many entries go on these days; one and the same when they all go together. */
export type UpcomingDeletion = { readonly count: number; readonly from: Day; readonly to: Day };

const monthsFor = (type: SubmissionType, { messageRetentionMonths, inscriptionRetentionMonths }: Settings): number =>
  type === "message" ? messageRetentionMonths : inscriptionRetentionMonths;

/**
 * Deletes the treated entries whose time is over, for good, with the mail that was kept of them.
 * @returns how many entries
 * @throws when a store does not answer; what is left goes the next time
 */
export async function deleteExpired({
  inbox,
  settings,
  bin,
  keptMail,
  clock,
}: Needs & Pick<Services, "bin" | "keptMail">): Promise<number> {
  const current = await settings.get();
  const day = dayInZurich(clock.now());
  let deleted = 0;
  for (const type of ["inscription", "message"] as const)
    deleted += await inbox.purge(type, retentionLimit(day, monthsFor(type, current)));
  await eraseOrphanMail({ inbox, bin, keptMail, clock });
  return deleted;
}

/**
 * What is deleted within the next days (`NOTICE_DAYS`), for the screen to say so.
 * @returns null when nothing is
 */
export async function upcomingDeletion(
  { inbox, settings, clock }: Needs,
  type: SubmissionType,
): Promise<UpcomingDeletion | null> {
  const month = monthsFor(type, await settings.get());
  const day = dayInZurich(clock.now());
  const limit = retentionLimit(addDays(day, NOTICE_DAYS), month);
  const { count, first, last } = await inbox.countHandled(type, limit);
  if (!first || !last) return null;
  // What was due before today waits for the next pass only.
  const when = (handled: Date) => [deletedOn(dayInZurich(handled), month), day].sort()[1] ?? day;
  return { count, from: when(first), to: when(last) };
}
