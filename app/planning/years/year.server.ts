import type { RouterContextProvider } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { planningStructuredData } from "#app/layout/head/structured-data.server.ts";
import { dialogIdIn } from "#app/ui/confirm-button.tsx";
import { deleteDialogId } from "#app/ui/delete-button.tsx";
import { canonicalUrl } from "#app/ui/event-url.ts";
import { actedRows } from "#app/ui/list/acted-rows.ts";
import { committeePicture, readPublicPictures } from "#app/ui/pictures/pictures.server.ts";
import type { DisplayedPicture } from "#app/ui/pictures/responsive-image.tsx";
import { momentInZurich } from "#domain/dates.ts";
import { yearOfCopy } from "#domain/events/copy-to-year.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import {
  areEventDaysPast,
  compareEvents,
  endsInYear,
  isAnnounced,
  isEventOver,
  nextEvent,
  type PlannedEvent,
  withoutCommitteeFields,
} from "#domain/events/planned-event.ts";
import {
  eventsMovedFrom,
  isPlanningYearOver,
  offeredPlanningYear,
  shownPlanningYear,
  yearOfEvent,
  yearsOfEvents,
} from "#domain/events/years.ts";
import { eventMessage, planningMessage } from "#domain/sharing/group-messages.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import { foldText, searchWords } from "#domain/text/search.ts";
import type { StoredEvent } from "#stores/events.ts";
import { type EventToDelete, readEventToDelete } from "#usecases/dossiers/delete-event.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * The fields that « Annuler » sends: for a deleted event its key in the recycle bin, otherwise version and time of the
 * event's last save.
 */
export type EventUndoFields = { readonly key: string } | { readonly version: string; readonly at: string };

export type EventCardData = PlannedEvent & {
  /** Null if nothing was done to this card since the list was opened. */
  readonly done: EventUndoFields | null;
  readonly image: DisplayedPicture | null;
  readonly past: boolean;
  /** True for the next event of the whole planning, whatever year the page shows. */
  readonly isNext: boolean;
  /** For the committee's group chat. Null for visitors, and before the event is announced. */
  readonly message: SharedMessage | null;
  /** Read only for the event whose deletion the URL asks to confirm. */
  readonly toDelete: EventToDelete | null;
  /** Year into which the event can be copied. Null until the event is over. */
  readonly copyYear: number | null;
};

/**
 * @param requestedYear null for the year that /planning shows
 * @param url of the page, with the parameter `q` (words that the committee searches) and the acted rows (acted-rows.ts)
 * @returns null if the year has no event
 */
export async function readPlanningYear(context: Context, requestedYear: number | null, url: URL) {
  const { events, settings, clock } = context.get(servicesContext);
  const { publicUrl } = context.get(siteContext);
  const [stored, posters, currentSettings] = await Promise.all([
    events.list(),
    readPublicPictures(context, "evenements"),
    settings.get(),
  ]);
  const admin = context.get(accountContext) !== null;
  const query = url.searchParams.get("q") ?? "";
  const acted = admin ? actedRows(url.searchParams) : [];
  const deleted = await deletedEvents(context, acted, stored);
  const list = stored.filter((event) => admin || isAnnounced(event)).toSorted(compareEvents);
  const now = momentInZurich(clock.now());
  const shown = shownPlanningYear(currentSettings, list, now);
  const year = requestedYear ?? shown;
  const years = yearsOfEvents(list);
  const moved = eventsMovedFrom(list, year, now).map(withoutCommitteeFields);
  const isEmpty = !years.includes(year) && moved.length === 0 && !deleted.some((event) => yearOfEvent(event) === year);
  if (requestedYear !== null && requestedYear !== shown && isEmpty) return null;

  const next = nextEvent(list, now)?.id;
  const asked = admin ? stored.find(({ id }) => deleteDialogId(id) === dialogIdIn(url.searchParams)) : undefined;
  const toDelete = asked && (await readEventToDelete(context.get(servicesContext), asked.subject));
  const cards = [...list, ...deleted].toSorted(compareEvents).map((event): EventCardData => {
    const past = isEventOver(event, now);
    const image = posters.get(event.id) ?? (admin && event.picture ? committeePicture(event.picture) : null);
    return {
      ...withoutCommitteeFields(event),
      done: doneOf(event, acted),
      image,
      past,
      isNext: event.id === next,
      message: admin ? eventMessage(event, publicUrl + canonicalUrl(event, now), now) : null,
      toDelete: event.id === asked?.id ? (toDelete ?? null) : null,
      copyYear: past ? yearOfCopy(event, shown, now) : null,
    };
  });
  // An event over New Year belongs to the year of its first day. /planning shows it until it ends.
  const continues = (event: PlannedEvent) =>
    requestedYear === null &&
    yearOfEvent(event) === year - 1 &&
    endsInYear(year, event) &&
    !areEventDaysPast(event, now);
  // Events of the older Firebase site with an unreadable month belong to the year that /planning shows.
  const ofYear = cards.filter((event) => (yearOfEvent(event) ?? shown) === year || continues(event));
  const over = requestedYear === null && isPlanningYearOver(year, list, now);
  const isNextYear = (event: PlannedEvent) => requestedYear === null && yearOfEvent(event) === year + 1;
  const later = cards.filter((event) =>
    over ? !event.past && (yearOfEvent(event) ?? year) > year : isNextYear(event),
  );
  const found = admin && query !== "" ? cards.filter(matchesSearch(query)) : null;
  return {
    admin,
    year,
    isShown: year === shown,
    query: admin ? query : "",
    found,
    ofYear,
    /** True on /planning if all events of the year are over. Then `later` is not limited to the next year. */
    over,
    later,
    otherYears: years.filter((other) => other !== year && (over || !(year === shown && other === year + 1))),
    moved,
    shownYear: shown,
    /** False for this year while one of its events may still come. */
    isPastYear: year < Number(now.day.slice(0, 4)) || ofYear.every(({ past }) => past),
    offered:
      admin && year === shown && !currentSettings.planningYearAutomatic ? offeredPlanningYear(shown, list, now) : null,
    isEnding: !over && now.day.startsWith(`${shown}-`),
    calendar: `${publicUrl}/planning.ics`,
    message: admin ? planningMessage(list, `${publicUrl}/planning`, now) : null,
    data: planningStructuredData(
      [...ofYear, ...later]
        .filter((event) => isAnnounced(event) && !isDeleted(event))
        .map((event) => ({ ...event, image: posters.get(event.id) ?? null })),
      publicUrl,
    ),
  };
}

type DeletedEvent = PlannedEvent & { readonly key: string; readonly picture: string | null };
type ShownEvent = StoredEvent | DeletedEvent;

/** Deleted events on which the user has just acted. They keep their place until the list is opened again. */
async function deletedEvents(
  context: Context,
  acted: readonly string[],
  stored: readonly StoredEvent[],
): Promise<DeletedEvent[]> {
  const missing = new Set(acted.filter((id) => id !== "" && !stored.some((event) => event.id === id)));
  if (missing.size === 0) return [];
  const entries = await context.get(servicesContext).bin.list();
  return entries.flatMap((entry) => {
    // The recycle bin lists the newest deletion first.
    if (entry.kind !== "evenement" || !missing.delete(entry.id)) return [];
    const { key, id, fields, picture } = entry;
    return [{ ...fields, id, key, picture: picture ?? null }];
  });
}

function doneOf(event: ShownEvent, acted: readonly string[]): EventUndoFields | null {
  if ("key" in event) return { key: event.key };
  return acted.includes(event.id) ? { version: event.version, at: event.updatedAt } : null;
}

const isDeleted = ({ done }: Pick<EventCardData, "done">): boolean => done !== null && "key" in done;

export type PlanningYear = NonNullable<Awaited<ReturnType<typeof readPlanningYear>>>;

function matchesSearch(query: string): (event: PlannedEvent) => boolean {
  const words = searchWords(query);
  return ({ name, place, month, lastDay }) => {
    const text = foldText([name, place, monthInFrench(month), monthInFrench(lastDay.slice(0, 7))].join(" "));
    return words.every((word) => text.includes(word));
  };
}
