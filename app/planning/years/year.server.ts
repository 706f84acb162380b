/** One year of the planning, as its page shows it. */
import type { RouterContextProvider } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { planningData } from "#app/layout/head/structured-data.server.ts";
import { hiddenPicture, picturesOf } from "#app/ui/pictures/pictures.server.ts";
import type { Image } from "#app/ui/pictures/responsive-image.tsx";
import { momentInZurich } from "#domain/dates.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import {
  compareEvents,
  isAnnounced,
  isOver,
  nextEvent,
  type PlannedEvent,
  plannedEventOf,
} from "#domain/events/planned-event.ts";
import { offeredYear, shownYear, yearOf, yearOfCopy, yearsOf } from "#domain/events/years.ts";
import { foldText, searchWords } from "#domain/text/search.ts";

type Context = Readonly<RouterContextProvider>;

/** An event as a card shows it. */
export type EventCardData = PlannedEvent & {
  readonly image: Image | null;
  readonly past: boolean;
  /** The next one of all. */
  readonly isNext: boolean;
  /** The year in which the committee can take it up again; null: not yet. */
  readonly againIn: number | null;
};

/**
 * @param asked the year of an archive; null: the one that the planning shows
 * @param query what the committee searches; empty: nothing
 * @returns null when that year has no event
 */
export async function readYear(context: Context, asked: number | null, query = "") {
  const { events, settings, clock } = context.get(servicesContext);
  const { publicUrl } = context.get(siteContext);
  const [stored, posters, kept] = await Promise.all([events.list(), picturesOf(context, "evenements"), settings.get()]);
  const admin = context.get(accountContext) !== null;
  const list = stored.filter((one) => admin || isAnnounced(one)).toSorted(compareEvents);
  const now = momentInZurich(clock.now());
  const shown = shownYear(kept, list, now);
  const year = asked ?? shown;
  const years = yearsOf(list);
  if (asked !== null && asked !== shown && !years.includes(asked)) return null;

  const next = nextEvent(list, now)?.id;
  const cards = list.map((one): EventCardData => {
    const past = isOver(one, now);
    const image = posters.get(one.id) ?? (admin && one.picture ? hiddenPicture(one.picture) : null);
    return {
      ...plannedEventOf(one),
      image,
      past,
      isNext: one.id === next,
      againIn: past ? yearOfCopy(one, shown) : null,
    };
  });
  // What an older site dated in another way stands on the planning's own page.
  const ofYear = cards.filter((one) => (yearOf(one) ?? shown) === year);
  const ofNextYear = asked === null ? cards.filter((one) => yearOf(one) === year + 1) : [];
  const found = admin && query !== "" ? cards.filter(matching(query)) : null;
  return {
    ...{ admin, year, isShown: year === shown, query: admin ? query : "", found, ofYear, ofNextYear },
    otherYears: years.filter((one) => one !== year && !(year === shown && one === year + 1)),
    ...{ shownYear: shown, offered: admin && year === shown ? offeredYear(shown, list, now) : null },
    calendar: `${publicUrl}/planning.ics`,
    data: planningData(
      [...ofYear, ...ofNextYear].filter(isAnnounced).map((one) => ({ ...one, image: posters.get(one.id) ?? null })),
      publicUrl,
    ),
  };
}

export type PlanningYear = NonNullable<Awaited<ReturnType<typeof readYear>>>;

/** @returns whether an event has all the words of a search in its name, its place or its month */
function matching(query: string): (event: PlannedEvent) => boolean {
  const words = searchWords(query);
  return ({ name, place, month }) => {
    const text = foldText([name, place, monthInFrench(month)].join(" "));
    return words.every((word) => text.includes(word));
  };
}
