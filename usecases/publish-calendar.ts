import { type CalendarEntry, writeIcs } from "#calendar/ics.ts";
import { dayInZurich } from "#domain/dates.ts";
import { type CalendarDates, calendarDates, deletedEventDates } from "#domain/events/calendar-dates.ts";
import { announcedDeletionCutoff, compareEvents, isAnnounced } from "#domain/events/planned-event.ts";
import { yearOfEvent } from "#domain/events/years.ts";
import type { DeletedEvent, StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";

type Ports = Pick<Services, "events" | "clock">;

/** @returns the announced events since last year as an iCalendar file. Recently deleted events appear as cancelled. */
export async function publishPlanningCalendar({ events, clock }: Ports, publicUrl: string): Promise<string> {
  const [list, deleted] = await Promise.all([events.list(), events.listDeleted(announcedDeletionCutoff(clock.now()))]);
  const from = Number(dayInZurich(clock.now()).slice(0, 4)) - 1;
  const isRecent = (event: DeletedEvent) => (yearOfEvent(event) ?? from) >= from;
  const entries = [
    ...list
      .filter((event) => isAnnounced(event) && isRecent(event))
      .toSorted((a, b) => compareEvents(a, b) || byId(a, b))
      .map((event) => entry(event, publicUrl)),
    ...deleted
      .filter(isRecent)
      .toSorted(byId)
      .map((trace) => entryOf(trace, deletedEventDates(trace), publicUrl)),
  ];
  return writeIcs(entries.filter((entry) => entry !== null));
}

/** @returns the entry of an announced event with an alarm, unless it is cancelled or its day is unknown; else null */
export async function publishEventCalendar(
  { events }: Pick<Ports, "events">,
  publicUrl: string,
  id: string,
): Promise<string | null> {
  const event = await events.get(id);
  const only = event && isAnnounced(event) ? entry(event, publicUrl) : null;
  return only && writeIcs([{ ...only, hasAlarm: event?.status !== "annule" && only.status === "confirmed" }]);
}

/** The store returns documents in any order. Sort, so that the file changes only with the events. */
const byId = (a: DeletedEvent, b: DeletedEvent) => (a.id < b.id ? -1 : 1);

const entry = (event: StoredEvent, publicUrl: string): CalendarEntry | null =>
  entryOf(event, calendarDates(event), publicUrl);

function entryOf(
  { id, updatedAt, sequence }: DeletedEvent,
  dates: CalendarDates | null,
  publicUrl: string,
): CalendarEntry | null {
  if (!dates) return null;
  const segment = encodeURIComponent(id);
  const address = dates.status === "deleted" ? "" : `${publicUrl}/planning/${segment}`;
  return { ...dates, uid: `${segment}@${new URL(publicUrl).host}`, address, updatedAt, sequence };
}
