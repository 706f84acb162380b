/** What a card says of an event beyond month and year: its exact days, and what has become of it. */
import { daysAndTime, type EventDays } from "#domain/events/days.ts";
import { type EventStatus, stateInFrench } from "#domain/events/planned-event.ts";

/** Exact days and hour; nothing when only the month is known. */
export function EventDates({ event }: { event: EventDays }) {
  const days = daysAndTime(event);
  if (!days) return null;
  const { firstDay, startTime } = event;
  return (
    <p className="evenement__days">
      <time dateTime={startTime ? `${firstDay}T${startTime}` : firstDay}>{days}</time>
    </p>
  );
}

/** A stamp across the poster: « Annulé », « Reporté »; nothing when the event takes place as announced. */
export const EventStatusMark = ({ state }: { state: EventStatus }) =>
  state === "" ? null : <p className={`stamp stamp--${state}`}>{stateInFrench(state)}</p>;
