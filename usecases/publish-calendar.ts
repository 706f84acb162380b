import { calendarDates } from "#domain/calendar-dates.ts";
import { compareEvenements, deletionsAnnouncedSince } from "#domain/evenement.ts";
import type { CalendarEntry } from "#ports/calendar-writer.ts";
import type { DeletedEvenement } from "#ports/evenement-store.ts";
import type { Services } from "#ports/services.ts";

type Ports = Pick<Services, "evenements" | "calendar" | "clock">;

/**
 * The whole planning as a calendar to subscribe to: the events of all years, and for sixty days those that were
 * deleted, as cancelled.
 * @param publicUrl origin that visitors see
 * @returns an iCalendar file
 * @throws when the store does not answer
 */
export async function publishPlanningCalendar(
  { evenements, calendar, clock }: Ports,
  publicUrl: string,
): Promise<string> {
  const [list, deleted] = await Promise.all([
    evenements.list(),
    evenements.listDeleted(deletionsAnnouncedSince(clock.now())),
  ]);
  const entries = [
    ...list.toSorted(order).map((evenement) => entry(evenement, publicUrl)),
    ...deleted.toSorted(order).map((evenement) => entry(evenement, publicUrl, true)),
  ];
  return calendar.writeIcs(entries.filter((one) => one !== null));
}

/**
 * One event to put into a calendar: there it is the same entry as that of the whole planning.
 * @returns an iCalendar file; null when there is no such event, or no day for it
 * @throws when the store does not answer
 */
export async function publishEvenementCalendar(
  { evenements, calendar }: Pick<Ports, "evenements" | "calendar">,
  publicUrl: string,
  id: string,
): Promise<string | null> {
  const evenement = await evenements.get(id);
  const only = evenement && entry(evenement, publicUrl);
  return only && calendar.writeIcs([only]);
}

/** Whatever order the store lists them in, the file stays the same. */
const order = (a: DeletedEvenement, b: DeletedEvenement) => compareEvenements(a, b) || (a.id < b.id ? -1 : 1);

function entry(evenement: DeletedEvenement, publicUrl: string, deleted = false): CalendarEntry | null {
  const created = calendarDates(evenement, deleted);
  if (!created) return null;
  const segment = encodeURIComponent(evenement.id);
  return {
    ...created,
    uid: `${segment}@${new URL(publicUrl).host}`,
    address: `${publicUrl}/planning#${segment}`,
    updatedAt: evenement.updatedAt,
    sequence: evenement.sequence,
  };
}
