import type { ComponentProps, ReactNode } from "react";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import Pin from "#app/ui/drawings/sign-pin.svg?drawing";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { isMonth } from "#domain/dates.ts";
import { daysAndTime } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type EventFields, type EventStatus, mapAddress, stateInFrench } from "#domain/events/planned-event.ts";
import {
  isRescheduled,
  isWithoutDate,
  previousDateInFrench,
  rescheduledInFrench,
  WITHOUT_DATE,
} from "#domain/events/postponement.ts";

type Props = { event: EventFields };

type PosterProps = Props &
  Omit<ComponentProps<typeof ResponsiveImage>, "image" | "alt"> & {
    /** Poster; when null, the frame shows a placeholder drawing. */
    image: Image | null;
    children?: ReactNode;
  };

export const EventPoster = ({ event: { name }, image, children, ...loading }: PosterProps) => (
  <PrintFrame poster={image}>
    {image ? (
      <ResponsiveImage {...loading} image={image} alt={`Affiche\u00a0: ${name}`} />
    ) : (
      <img loading={loading.lazy ? "lazy" : undefined} src={noImage} width="800" height="640" alt="" />
    )}
    {children}
  </PrintFrame>
);

/** The former date of a postponed event, struck out. */
export const PreviousDate = ({ children }: { children: ReactNode }) => (
  <del>
    <span className="sr-only">date précédente&nbsp;: </span>
    {children}
  </del>
);

export function EventMonth({ event, past }: Props & { past?: boolean }) {
  const { month } = event;
  const time = isMonth(month) ? <time dateTime={month}>{monthInFrench(month)}</time> : month;
  return (
    <p className="evenement__date">
      {isWithoutDate(event) ? <PreviousDate>{time}</PreviousDate> : time}
      {past && <span className="sr-only"> (passé)</span>}
    </p>
  );
}

/** Exact days and time, if known, and what a postponement changed. */
export function EventDates({ event }: Props) {
  const { month, firstDay, startTime } = event;
  const days = daysAndTime(event);
  const time = days && <time dateTime={startTime ? `${firstDay}T${startTime}` : firstDay}>{days}</time>;
  if (isWithoutDate(event))
    return (
      <p className="evenement__days">
        <b>{WITHOUT_DATE}</b>
        {time && <PreviousDate>{time}</PreviousDate>}
      </p>
    );
  if (isRescheduled(event))
    return (
      <p className="evenement__days">
        <b>{rescheduledInFrench(event)}</b> {time || monthInFrench(month).toLocaleLowerCase("fr-CH")}
        <PreviousDate>{previousDateInFrench(event)}</PreviousDate>
      </p>
    );
  return time && <p className="evenement__days">{time}</p>;
}

/** A stamp across the poster: « Annulé » or « Reporté ». */
export const EventStatusStamp = ({ state }: { state: EventStatus }) =>
  state === "" ? null : <p className={`stamp stamp--${state}`}>{stateInFrench(state)}</p>;

/** A line of text that the committee has added to the event, such as a change at short notice. */
export const EventNotice = ({ event: { notice } }: Props) =>
  notice === "" ? null : <p className="evenement__notice">{notice}</p>;

/** The place of an event, with a link to a map. */
export const EventPlace = ({ event }: Props) => (
  <p className="place">
    <a href={mapAddress(event)} target="_blank" rel="noopener" title="Voir la carte dans un nouvel onglet">
      <Pin />
      {event.place}
    </a>
  </p>
);
