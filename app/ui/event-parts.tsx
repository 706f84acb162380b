import type { ReactNode } from "react";
import Pin from "#app/ui/drawings/sign-pin.svg?drawing";
import { isMonth } from "#domain/dates.ts";
import { eventDaysAndTimeInFrench } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type EventFields, mapUrl, statusInFrench } from "#domain/events/planned-event.ts";
import {
  isPostponedWithoutDate,
  isRescheduled,
  POSTPONED_WITHOUT_DATE_SENTENCE,
  previousDateInFrench,
  rescheduledPrefixInFrench,
} from "#domain/events/postponement.ts";

type Props = { event: EventFields };

export const PreviousDate = ({ children }: { children: ReactNode }) => (
  <del>
    <span className="sr-only">date précédente&nbsp;: </span>
    {children}
  </del>
);

/** Shows the month, and a stamp if the event is postponed or cancelled. */
export function EventMonth({ event, past }: Props & { past?: boolean }) {
  const { month, status } = event;
  const time = isMonth(month) ? <time dateTime={month}>{monthInFrench(month)}</time> : month;
  return (
    <div className="evenement__labels row">
      <p className="evenement__date">
        {isPostponedWithoutDate(event) ? <PreviousDate>{time}</PreviousDate> : time}
        {past && <span className="sr-only"> (passé)</span>}
      </p>
      {status !== "" && <p className={`stamp stamp--${status}`}>{statusInFrench(status)}</p>}
    </div>
  );
}

export function EventDates({ event }: Props) {
  const { month, firstDay, startTime } = event;
  const days = eventDaysAndTimeInFrench(event);
  const time = days && <time dateTime={startTime ? `${firstDay}T${startTime}` : firstDay}>{days}</time>;
  if (isPostponedWithoutDate(event))
    return (
      <p className="evenement__days">
        <b>{POSTPONED_WITHOUT_DATE_SENTENCE}</b>
        {time && <PreviousDate>{time}</PreviousDate>}
      </p>
    );
  if (isRescheduled(event))
    return (
      <p className="evenement__days">
        <b>{rescheduledPrefixInFrench(event)}</b> {time || monthInFrench(month).toLocaleLowerCase("fr-CH")}
        <PreviousDate>{previousDateInFrench(event)}</PreviousDate>
      </p>
    );
  return time && <p className="evenement__days">{time}</p>;
}

export const EventNotice = ({ event: { notice } }: Props) =>
  notice === "" ? null : <p className="evenement__notice">{notice}</p>;

export const EventPlace = ({ event }: Props) => (
  <p className="place">
    <a href={mapUrl(event)} target="_blank" rel="noopener" title="Voir la carte dans un nouvel onglet">
      <Pin />
      {event.place}
    </a>
  </p>
);
