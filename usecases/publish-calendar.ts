import { calendarDates } from "#domain/calendar-dates.ts";
import { dayInZurich } from "#domain/dates.ts";
import { compareEvenements, deletionsAnnouncedSince, isAnnounced } from "#domain/evenement.ts";
import { yearOf } from "#domain/planning/years.ts";
import type { CalendarEntry } from "#ports/calendar-writer.ts";
import type { DeletedEvenement } from "#ports/evenement-store.ts";
import type { Services } from "#ports/services.ts";

type Ports = Pick<Services, "evenements" | "calendar" | "clock">;

/**
 * The planning as a calendar to subscribe to: what is announced of this year, of the one before and of all to come, and
 * for sixty days what was deleted of it, as cancelled.
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
  const from = Number(dayInZurich(clock.now()).slice(0, 4)) - 1;
  const isTold = (evenement: DeletedEvenement) => isAnnounced(evenement) && (yearOf(evenement) ?? from) >= from;
  const entries = [
    ...list
      .filter(isTold)
      .toSorted(order)
      .map((evenement) => entry(evenement, publicUrl)),
    ...deleted
      .filter(isTold)
      .toSorted(order)
      .map((evenement) => entry(evenement, publicUrl, true)),
  ];
  return calendar.writeIcs(entries.filter((one) => one !== null));
}

/**
 * One event to put into a calendar: there it is the same entry as that of the whole planning.
 * @returns an iCalendar file; null when no such event is announced, or there is no day for it
 * @throws when the store does not answer
 */
export async function publishEvenementCalendar(
  { evenements, calendar }: Pick<Ports, "evenements" | "calendar">,
  publicUrl: string,
  id: string,
): Promise<string | null> {
  const evenement = await evenements.get(id);
  const only = evenement && isAnnounced(evenement) ? entry(evenement, publicUrl) : null;
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
    address: `${publicUrl}/planning/${segment}`,
    updatedAt: evenement.updatedAt,
    sequence: evenement.sequence,
  };
}
