import { EventCard } from "../event-card.tsx";
import { EventMenu } from "./event-menu.tsx";
import type { EventCardData } from "./year.server.ts";

/** Number of posters that are not loaded lazily, because they can be visible without scrolling. */
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
  /** Whether the grid has the margins of the page. */
  framed?: boolean;
  /** Shows compact rows, except for the next event. */
  rows?: boolean;
  /** Whether the grid is below a heading of level 2, so that its own headings have level 3. */
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
        {admin && <EventMenu event={event} pagePath={pagePath} />}
      </EventCard>
    ))}
  </ol>
);
