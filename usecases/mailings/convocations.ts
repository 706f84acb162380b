/** The convocations to an assembly. */
import { type Day, dayInZurich } from "#domain/dates.ts";
import type { WayCounts } from "#domain/mailings/ways.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import type { Services } from "#usecases/services.ts";
import { readMailingState } from "./recipients.ts";

/** `counts`: null on the day of the assembly. */
export type Convocation = {
  readonly id: string;
  readonly subject: string;
  readonly at: Date;
  readonly recipients: number;
  readonly counts: WayCounts | null;
};

/**
 * @returns the convocations to the assembly of a day, oldest first. On the day itself they have no counts: each presence
 * that is noted loads the page, and would read what became of each recipient.
 */
export async function readConvocations(
  services: Pick<Services, "mailings" | "register" | "replies" | "touches" | "optOuts" | "mailer" | "clock">,
  day: Day,
): Promise<Convocation[]> {
  const found = await services.mailings.listOfDay(day);
  const isToday = day === dayInZurich(services.clock.now());
  return Promise.all(
    found.map(async (mailing) => ({
      id: mailing.id,
      subject: withFrenchSpaces(mailing.subject),
      at: mailing.at,
      recipients: mailing.recipients.length,
      counts: isToday ? null : (await readMailingState(services, mailing)).counts,
    })),
  );
}

/** An assembly: `count` members were present. */
export type AssemblyDay = { readonly day: Day; readonly count: number; readonly isConvoked: boolean };

/** @returns the days with presences or a convocation, latest first */
export async function listAssemblyDays({
  attendance,
  mailings,
}: Pick<Services, "attendance" | "mailings">): Promise<AssemblyDay[]> {
  const [present, convoked] = await Promise.all([attendance.listDays(), mailings.listConvokedDays()]);
  const counts = new Map(present.map(({ day, count }) => [day, count]));
  return [...new Set([...counts.keys(), ...convoked])]
    .toSorted()
    .toReversed()
    .map((day) => ({ day, count: counts.get(day) ?? 0, isConvoked: convoked.has(day) }));
}
