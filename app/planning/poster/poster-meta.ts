import { PLANNING_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import { eventUrl } from "#app/ui/event-url.ts";
import { swissDay } from "#domain/dates.ts";
import { exactDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type PlannedEvent, stateInFrench } from "#domain/events/planned-event.ts";
import type { Poster } from "./poster.server.ts";

/** Title, description and picture of an event's page, as a chat shows them. */
export const posterMeta = ({ event, share, data }: Poster, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: event.name,
    description: asOneLine(event),
    path: eventUrl(event.id),
    image: share ? { path: share, type: "image/jpeg", alt: `Affiche\u00a0: ${event.name}` } : PLANNING_PICTURE,
    data,
    matches,
  });

/** One line for a chat: what has become of it, when and where. */
function asOneLine(event: PlannedEvent): string {
  const { name, month, place, status } = event;
  const { firstDay, lastDay } = exactDays(event);
  const days = lastDay ? `du ${swissDay(firstDay)} au ${swissDay(lastDay)}` : `le ${swissDay(firstDay)}`;
  const when = firstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = status ? `${stateInFrench(status)}\u00a0: ` : "";
  return `${state}${name}, ${when}, ${place}. Un événement de la Jeunesse de Savièse.`;
}
