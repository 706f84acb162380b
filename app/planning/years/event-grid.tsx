import { Form, useNavigation } from "react-router";
import { CardButtons } from "#app/ui/cards/card-buttons.tsx";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";
import { EventCard } from "../event-card.tsx";
import type { EventCardData } from "./year.server.ts";

/** Posters that can be above the fold and load at once. */
const EAGER_COUNT = 2;

/** A page with more events than this shows compact rows. */
const FULL_CARDS_MAX = 12;

export const showsRows = (count: number): boolean => count > FULL_CARDS_MAX;

type Props = {
  events: readonly EventCardData[];
  admin: boolean;
  pagePath: string;
  /** Index of the first card that loads its picture lazily. */
  lazyFrom?: number | undefined;
  /** The grid has the margins of the page. */
  framed?: boolean;
  /** Shows compact rows, except for the next event. */
  rows?: boolean;
  /** The grid is below a heading of level 2. */
  nested?: boolean;
};

export const EventGrid = ({ events, admin, pagePath, lazyFrom = EAGER_COUNT, framed, rows = false, nested }: Props) => (
  <ol
    role="list"
    className={[framed && "page-frame", "wall", rows && "wall--rows", admin && "wall--admin"].filter(Boolean).join(" ")}
  >
    {events.map((event, i) => (
      <EventCard
        key={event.id}
        event={event}
        image={event.image}
        past={event.past}
        next={event.isNext}
        row={rows && !event.isNext}
        lazy={i >= lazyFrom}
        heading={nested ? "h3" : "h2"}
      >
        {admin && <Actions event={event} pagePath={pagePath} />}
      </EventCard>
    ))}
  </ol>
);

const Actions = ({ event, pagePath }: { event: EventCardData; pagePath: string }) => {
  const { id, name, month, copyYear } = event;
  return (
    <>
      <CardButtons
        list={pagePath}
        form="/evenement/modify"
        id={id}
        name={name}
        question="Êtes-vous sûr de vouloir supprimer cet événement ?"
        detail={[name, monthInFrench(month)]}
      />
      {copyYear !== null && <CopyEventButton event={event} year={copyYear} pagePath={pagePath} />}
    </>
  );
};

type CopyProps = {
  event: Pick<PlannedEvent, "id" | "name" | "month">;
  /** The year of the copy. */
  year: number;
  pagePath: string;
};

/** Copies a past event as a draft of another year. */
function CopyEventButton({ event: { id, name, month }, year, pagePath }: CopyProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={pagePath}>
      <input type="hidden" name="id" value={id} />
      <button className="btn btn--small btn--neige" type="submit" name="intention" value="again" disabled={busy}>
        {yearOf({ month }) === year - 1 ? "Reprendre l’an prochain" : `Reprendre en ${year}`}
        <span className="sr-only"> {name}</span>
      </button>
    </Form>
  );
}
