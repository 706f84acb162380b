import { Link } from "react-router";
import { eventUrl } from "#app/ui/event-url.ts";
import { PreviousDate } from "#app/ui/event-when.tsx";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { previousDateInFrench, rescheduledTo } from "#domain/events/postponement.ts";

/** Events of this year that were postponed to another one. */
export function MovedEvents({ events }: { events: readonly PlannedEvent[] }) {
  if (events.length === 0) return null;
  return (
    <ul role="list" className="page-frame moved">
      {events.map((event) => (
        <li key={event.id}>
          <PreviousDate>{previousDateInFrench(event)}</PreviousDate> <Link to={eventUrl(event.id)}>{event.name}</Link>,{" "}
          {rescheduledTo(event)}.
        </li>
      ))}
    </ul>
  );
}
