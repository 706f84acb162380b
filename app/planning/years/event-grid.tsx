import { Form, useNavigation } from "react-router";
import { CardButtons } from "#app/ui/cards/card-buttons.tsx";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { yearOf } from "#domain/events/years.ts";
import { EventCard } from "../event-card.tsx";
import type { EventCardData } from "./year.server.ts";

/** Posters that may stand above the fold. */
const PROMINENT = 2;

/** A page with more events than this is read as a list: of each a line and a small poster. */
const FULL_CARDS_MAX = 12;

/** @returns whether a page with so many events shows them as rows */
export const isLong = (count: number): boolean => count > FULL_CARDS_MAX;

type Props = {
  events: readonly EventCardData[];
  admin: boolean;
  /** Path of the page. */
  here: string;
  /** From this card on pictures are loaded when they come near. */
  lazyFrom?: number | undefined;
  /** It keeps the page's margins by itself. */
  framed?: boolean;
  /** The page shows many: all but the next one are rows. */
  rows?: boolean;
  /** A heading stands above it. */
  below?: boolean;
};

/** Cards of events; with buttons for the committee. */
export const EventGrid = ({ events, admin, here, lazyFrom = PROMINENT, framed, rows = false, below }: Props) => (
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
        heading={below ? "h3" : "h2"}
      >
        {admin && <Actions event={event} here={here} />}
      </EventCard>
    ))}
  </ol>
);

const Actions = ({ event, here }: { event: EventCardData; here: string }) => {
  const { id, name, month, againIn } = event;
  return (
    <>
      <CardButtons
        list={here}
        form="/evenement/modify"
        id={id}
        name={name}
        question="Êtes-vous sûr de vouloir supprimer cet événement ?"
        detail={[name, monthInFrench(month)]}
      />
      {againIn !== null && <CopyEventButton event={event} year={againIn} here={here} />}
    </>
  );
};

type CopyProps = {
  event: Pick<PlannedEvent, "id" | "name" | "month">;
  /** In which it takes place again. */
  year: number;
  /** Path of the page. */
  here: string;
};

/** Makes a draft of an event that is over, for another year. */
function CopyEventButton({ event: { id, name, month }, year, here }: CopyProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" action={here}>
      <input type="hidden" name="id" value={id} />
      <button className="btn btn--small btn--neige" type="submit" name="intention" value="again" disabled={busy}>
        {yearOf({ month }) === year - 1 ? "Reprendre l’an prochain" : `Reprendre en ${year}`}
        <span className="sr-only"> {name}</span>
      </button>
    </Form>
  );
}
