import { afterMovieUrl, type PlannedEvent, ticketsUrl } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate } from "#domain/events/postponement.ts";
import Calendar from "./drawings/sign-calendar.svg?drawing";
import Film from "./drawings/sign-film.svg?drawing";

type Props = { event: PlannedEvent };

const OPENS_NEW_TAB = "S’ouvre dans un nouvel onglet";

export function AfterMovieLink({ event }: Props) {
  const film = afterMovieUrl(event);
  if (!film) return null;
  return (
    <a className="strong-link" href={film} target="_blank" rel="noopener" title={OPENS_NEW_TAB}>
      <Film />
      {"Vers l'after movie"}
    </a>
  );
}

export function TicketsLink({ event, past }: Props & { past: boolean }) {
  const tickets = ticketsUrl(event);
  if (!tickets || past || event.status === "annule") return null;
  return (
    <a className="btn btn--brique" href={tickets} target="_blank" rel="noopener" title={OPENS_NEW_TAB}>
      Billets et inscription
    </a>
  );
}

export const CalendarEntryLink = ({ event }: Props) =>
  event.status === "annule" || isPostponedWithoutDate(event) ? null : (
    <a className="strong-link agenda" href={`/planning/${encodeURIComponent(event.id)}.ics`}>
      <Calendar />
      Ajouter à mon agenda<span className="sr-only">&nbsp;: {event.name}</span>
    </a>
  );
