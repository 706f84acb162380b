import { type ReactNode, useState } from "react";
import { Link, useNavigation } from "react-router";
import { ActionButton } from "#app/ui/action-button.tsx";
import { useDialogIdInUrl } from "#app/ui/confirm-button.tsx";
import { deleteDialogId } from "#app/ui/delete-button.tsx";
import { isPublished } from "#domain/events/publication.ts";
import type { QuickChange } from "#domain/events/quick-change.ts";
import { needsVisitorNotice } from "#domain/events/visitor-notice.ts";
import { type CardDensity, EventCard } from "../event-card.tsx";
import { DeleteEvent } from "./delete-event.tsx";
import { ChangedEventNotice, eventAnnouncementUrl } from "./done-event.tsx";
import type { EventCardData } from "./year.server.ts";

/** These posters can be visible without scrolling: load them at once. */
const EAGER_COUNT = 2;

const PAIRS_FROM = 5;
const ROWS_FROM = 13;

/** @param count of all events of the page */
export function cardDensity(count: number): CardDensity {
  if (count < PAIRS_FROM) return "large";
  return count < ROWS_FROM ? "pairs" : "rows";
}

type Props = {
  events: readonly EventCardData[];
  admin: boolean;
  url: string;
  /** Index of the first card that loads its picture lazily. */
  lazyFrom?: number | undefined;
  framed?: boolean;
  density: CardDensity;
  nested?: boolean;
};

/**
 * Visitors see the next event first: otherwise, a cancelled or undated event of an earlier month would stand alone in
 * the line above it.
 */
const nextFirst = (events: readonly EventCardData[]): EventCardData[] =>
  events.toSorted((a, b) => Number(b.isNext) - Number(a.isNext));

export const EventGrid = ({ events, admin, url, lazyFrom = EAGER_COUNT, framed, density, nested }: Props) => (
  <ol
    role="list"
    className={[framed && "page-frame", "wall", `wall--${density}`, admin && "wall--admin"].filter(Boolean).join(" ")}
  >
    {(admin ? events : nextFirst(events)).map((event, i) => (
      <EventCard
        key={event.id}
        event={event}
        image={event.image}
        past={event.past}
        next={event.isNext}
        message={event.message}
        density={density}
        lazy={i >= lazyFrom}
        heading={nested ? "h3" : "h2"}
        deleted={event.done !== null && "key" in event.done}
      >
        {admin && <EventMenu event={event} url={url} />}
      </EventCard>
    ))}
  </ol>
);

type MenuProps = { event: EventCardData; url: string };

/** A `details` element works without script. */
function EventMenu({ event, url }: MenuProps) {
  const { id, name } = event;
  // The page reloads with the confirmation inside the menu: open the menu.
  const isAsked = useDialogIdInUrl() === deleteDialogId(id);
  // After an action, the menu keeps its entries, hidden: a second tap must not hit another entry.
  const [before, setBefore] = useState(event.done ? null : event);
  if (!event.done && before !== event) setBefore(event);
  const isHeld = event.done !== null && (before !== null || "key" in event.done);
  return (
    <>
      <details className="menu" name="menu" open={isAsked}>
        <summary className="btn btn--small btn--neige" inert={isHeld}>
          <span aria-hidden="true">⋯</span>
          <span className="sr-only">Actions pour {name}</span>
        </summary>
        <div className={isHeld ? "menu__list menu__list--done" : "menu__list"} inert={isHeld}>
          <EventActions event={isHeld ? (before ?? event) : event} url={url} />
          <DeleteEvent event={event} url={url} />
        </div>
      </details>
      <ChangedEventNotice event={event} url={url} />
    </>
  );
}

function EventActions({ event, url }: MenuProps) {
  const { id, name, status, past, copyYear } = event;
  const busy = useNavigation().state !== "idle";
  const form = `/evenement/modify/${encodeURIComponent(id)}`;
  const ofEvent = (text: string): ReactNode => (
    <>
      {text}
      <span className="sr-only"> {name}</span>
    </>
  );
  const link = (text: string, path = "") => (
    <Link className="btn btn--small" to={form + path}>
      {ofEvent(text)}
    </Link>
  );
  const quickLink = (text: string, change: QuickChange) => link(text, `/etat/${change}`);
  const button = (text: string, intention: string) => (
    <ActionButton className="btn btn--small" action={url} id={id} intention={intention} disabled={busy}>
      {ofEvent(text)}
    </ActionButton>
  );
  const isCurrent = isPublished(event) && !past;
  return (
    <>
      {link("Modifier")}
      {!past && link("Coups de main", "/coups-de-main")}
      {isCurrent && quickLink(status === "reporte" ? "Nouvelle date" : "Marquer reporté", "reporter")}
      {isCurrent && status !== "annule" && quickLink("Marquer annulé", "annuler")}
      {isCurrent && needsVisitorNotice(event) && (
        <Link className="btn btn--small" to={eventAnnouncementUrl(id)}>
          {ofEvent("Prévenir les visiteurs")}
        </Link>
      )}
      {isCurrent && status !== "" && button("Marquer comme prévu", "as-planned")}
      {!isPublished(event) && button("Publier", "publish")}
      {past && quickLink("After movie", "film")}
      {copyYear !== null && button(`Refaire en ${copyYear}`, "again")}
    </>
  );
}
