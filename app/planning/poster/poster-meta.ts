import { PLANNING_SHARE_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import { swissDay } from "#domain/dates.ts";
import { exactEventDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type PlannedEvent, statusInFrench } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, isRescheduled, POSTPONED_WITHOUT_DATE_SENTENCE } from "#domain/events/postponement.ts";
import type { EventPosterPageView } from "./read-poster.server.ts";

export const posterMeta = ({ event, share, path, data }: EventPosterPageView) =>
  pageMeta({
    title: event.name,
    description: eventSummary(event),
    path,
    image: share ? { path: share, type: "image/jpeg", alt: `Affiche\u00a0: ${event.name}` } : PLANNING_SHARE_PICTURE,
    data,
  });

function eventSummary(event: PlannedEvent): string {
  const { name, month, place, status } = event;
  const { firstDay, lastDay } = exactEventDays(event);
  const days = lastDay ? `du ${swissDay(firstDay)} au ${swissDay(lastDay)}` : `le ${swissDay(firstDay)}`;
  const when = firstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = isRescheduled(event)
    ? "Nouvelle date"
    : isPostponedWithoutDate(event)
      ? POSTPONED_WITHOUT_DATE_SENTENCE
      : statusInFrench(status);
  const parts = [name, isPostponedWithoutDate(event) ? "" : when, place].filter(Boolean).join(", ");
  return `${state && `${state}\u00a0: `}${parts}. Un événement de la Jeunesse de Savièse.`;
}
