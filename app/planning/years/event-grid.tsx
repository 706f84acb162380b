import { CardActions } from "#app/ui/cards/card-buttons.tsx";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { EventCard } from "../event-card.tsx";
import { AgainButton } from "./copy-button.tsx";
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
export const Wall = ({ events, admin, here, lazyFrom = PROMINENT, framed, rows = false, below }: Props) => (
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
      <CardActions
        list={here}
        form="/evenement/modify"
        id={id}
        name={name}
        question="Êtes-vous sûr de vouloir supprimer cet événement ?"
        detail={[name, monthInFrench(month)]}
      />
      {againIn !== null && <AgainButton event={event} year={againIn} here={here} />}
    </>
  );
};
