import Pin from "#app/ui/drawings/sign-pin.svg?drawing";
import { daysAndTime, type EventDays } from "#domain/events/days.ts";
import { type EventStatus, stateInFrench } from "#domain/events/planned-event.ts";

/** Shows the exact days and time of an event; renders nothing when only the month is known. */
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

/** A stamp across the poster: « Annulé » or « Reporté ». */
export const EventStatusStamp = ({ state }: { state: EventStatus }) =>
  state === "" ? null : <p className={`stamp stamp--${state}`}>{stateInFrench(state)}</p>;

export const EventPlace = ({ children }: { children: string }) => (
  <p className="place">
    <Pin />
    {children}
  </p>
);
