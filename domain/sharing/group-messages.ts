/**
 * Messages that the committee sends to a group chat, from its own phone. They name no person, except for first names of
 * the committee in `toDoMessage`.
 */

import type { Announcement } from "#domain/announcement.ts";
import { type Day, dayAndMonthInFrench, isMonth, type Moment, shortDaysInFrench } from "#domain/dates.ts";
import type { DueDay } from "#domain/dossier/task.ts";
import { type EventDays, eventTimeInFrench, exactEventDays, shortEventDateInFrench } from "#domain/events/days.ts";
import { eventBadges } from "#domain/events/event-fields.ts";
import { areDaysInSameYear, daysInFrench, monthInFrench } from "#domain/events/french-dates.ts";
import {
  afterMovieUrl,
  areEventDaysPast,
  compareEvents,
  type EventFields,
  isAnnounced,
  isEventOver,
  statusInFrench,
  ticketsUrl,
} from "#domain/events/planned-event.ts";
import {
  isPostponedWithoutDate,
  isRescheduled,
  POSTPONED_WITHOUT_DATE_SENTENCE,
  parsePreviousDates,
} from "#domain/events/postponement.ts";
import { toSingleLine } from "#domain/fields.ts";
import { slotTimesInFrench, type TimedSlot } from "#domain/slots/slot-hours.ts";
import type { SlotStaffing } from "#domain/slots/slot-state.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import { isDueThisWeek } from "#domain/to-do/to-do.ts";
import type { SharedMessage } from "./shared-message.ts";

/** Null if visitors may not see the event. @param url absolute @param now in Zurich */
export function eventMessage(event: EventFields, url: string, now: Moment): SharedMessage | null {
  if (!isAnnounced(event)) return null;
  const title = toSingleLine(event.name);
  return { title, text: textOf([...headOf(event, title, now), ...bodyOf(event, now)]), url };
}

/** Name and date. What has changed comes first. */
function headOf(event: EventFields, name: string, now: Moment): string[] {
  const date = dateInFrench(event, now);
  const when = capitalise(date + eventTimeInFrench(event));
  if (event.status === "annule") return [`${statusInFrench(event.status)}\u00a0: ${name}, ${date}`];
  if (isPostponedWithoutDate(event))
    return [`${POSTPONED_WITHOUT_DATE_SENTENCE}\u00a0: ${name}`, `Date précédente\u00a0: ${date}`];
  if (!isRescheduled(event)) return [name, when];
  const before = parsePreviousDates(event).at(-1);
  return [
    `${statusInFrench(event.status)}\u00a0: ${name}`,
    `Nouvelle date\u00a0: ${date}${eventTimeInFrench(event)}`,
    before ? `Date précédente\u00a0: ${dateInFrench(before, now)}` : "",
  ];
}

function bodyOf(event: EventFields, now: Moment): string[] {
  const notice = toSingleLine(event.notice);
  if (event.status === "annule") return [notice];
  if (isEventOver(event, now)) return [afterMovieUrl(event) ? "L’after movie est là." : ""];
  return [
    toSingleLine(event.place),
    toSingleLine(eventBadges(event).join(", ")),
    notice,
    ticketsUrl(event) ? "Billets et inscription sur cette page\u00a0:" : "",
  ];
}

/**
 * Days with full weekdays: `samedi 12 décembre`, `du vendredi 11 au dimanche 13 décembre 2027`. The year only if it is
 * not this year.
 */
function dateInFrench(event: EventDays, now: Moment): string {
  const { firstDay, lastDay } = exactEventDays(event);
  if (!firstDay) return monthInFrench(event.month).toLocaleLowerCase("fr-CH");
  const days = daysInFrench(firstDay, lastDay, "long");
  return lastDay && !areDaysInSameYear(firstDay, lastDay) ? days : days + yearUnlessCurrent(firstDay, now);
}

const yearUnlessCurrent = (day: string, now: Moment): string =>
  areDaysInSameYear(day, now.day) ? "" : ` ${day.slice(0, 4)}`;

/** A longer message is folded by chat apps. */
const EVENTS_MAX = 8;
const CHARACTERS_MAX = 900;

/** The next events, a line for each. Null without one. @param url of the planning, absolute @param now in Zurich */
export function planningMessage(events: readonly EventFields[], url: string, now: Moment): SharedMessage | null {
  const coming = events
    .filter((event) => isAnnounced(event) && isMonth(event.month) && !areEventDaysPast(event, now))
    .toSorted((a, b) => Number(isPostponedWithoutDate(a)) - Number(isPostponedWithoutDate(b)) || compareEvents(a, b));
  if (coming.length === 0) return null;
  const title = "Prochains événements de la Jeunesse de Savièse";
  const lines = coming.slice(0, EVENTS_MAX).map((event) => lineOf(event, now));
  while (lines.length > 1 && textOf(lines).length > CHARACTERS_MAX) lines.pop();
  const others = coming.length - lines.length;
  const rest = others === 0 ? "" : others === 1 ? "Et un autre\u00a0:" : `Et ${others} autres\u00a0:`;
  return { title, text: textOf([`${title}\u00a0:`, ...lines, rest]), url };
}

/** The line of an event in a message: `Sam. 12 déc., dès 20 h : Bal de Noël, halle`; `Annulé : Loto, sam. 5 déc.` */
function lineOf(event: EventFields, now: Moment): string {
  const { firstDay, lastDay } = exactEventDays(event);
  const date = shortEventDateInFrench(event) + (firstDay ? yearUnlessCurrent(lastDay || firstDay, now) : "");
  const name = toSingleLine(event.name);
  if (isPostponedWithoutDate(event)) return `${POSTPONED_WITHOUT_DATE_SENTENCE}\u00a0: ${name}`;
  const inSentence = date.charAt(0).toLocaleLowerCase("fr-CH") + date.slice(1);
  if (event.status === "annule") return `${statusInFrench(event.status)}\u00a0: ${name}, ${inSentence}`;
  const where = toSingleLine(event.place);
  const what = [name, where].filter(Boolean).join(", ");
  return event.status === ""
    ? `${date}${eventTimeInFrench(event)}\u00a0: ${what}`
    : `${statusInFrench(event.status)}\u00a0: ${inSentence}${eventTimeInFrench(event)}\u00a0: ${what}`;
}

type LackingEvening = {
  readonly title: string;
  readonly slots: readonly (Pick<TimedSlot, "post" | "hours" | "membersOnly"> & {
    readonly state: Pick<SlotStaffing, "missing">;
  })[];
};

/** How many people are missing at which hours and posts. Null if nobody is. @param url of the event's page, absolute */
export function missingPeopleMessage(
  { name }: Pick<EventFields, "name">,
  evenings: readonly LackingEvening[],
  url: string,
): SharedMessage | null {
  const slots = evenings.flatMap((evening) => evening.slots);
  if (slots.length === 0) return null;
  const title = `Coups de main\u00a0: ${toSingleLine(name)}`;
  const head = [title, `${missingPeopleInFrench(slots.reduce((sum, { state }) => sum + state.missing, 0))}.`];
  const lines = evenings.flatMap(linesOfEvening);
  let rest = "";
  while (lines.length > 1 && textOf([...head, ...lines]).length > CHARACTERS_MAX) {
    lines.pop();
    rest = "Et d’autres.";
  }
  return { title, text: textOf([...head, ...lines, rest, "On s’inscrit ici\u00a0:"]), url };
}

/** « Il manque 7 personnes » */
export const missingPeopleInFrench = (count: number): string =>
  count === 1 ? "Il manque 1 personne" : `Il manque ${count} personnes`;

/** The day, then a line for the posts of the same hours: `22 h à 1 h : Bar 2, Entrée 1`. */
function linesOfEvening({ title, slots }: LackingEvening): string[] {
  const byHours = Map.groupBy(slots, ({ hours }) => slotTimesInFrench(hours));
  const lines = [...byHours].map(([times, ofHours]) => {
    const posts = ofHours.map(
      ({ post, state, membersOnly }) => `${toSingleLine(post)} ${state.missing}${membersOnly ? " (membres)" : ""}`,
    );
    return `${times}\u00a0: ${posts.join(", ")}`;
  });
  return [capitalise(title), ...lines];
}

const TO_DOS_MAX = 15;

type SharedToDo = {
  readonly text: string;
  /** Empty for what the site itself finds. */
  readonly eventName: string;
  /** First name of the committee. Empty: nobody yet. */
  readonly who: string;
  readonly due: DueDay;
};

/**
 * What is late, then what is due within a week, a line for each. Null if there is nothing.
 * @param toDos by day @param url of « À faire », absolute @param today in Zurich
 */
export function toDoMessage(toDos: readonly SharedToDo[], url: string, today: Day): SharedMessage | null {
  const shared = toDos.filter(({ due }) => isDueThisWeek(due, today));
  if (shared.length === 0) return null;
  const title = "À faire cette semaine";
  const isLate = ({ due }: SharedToDo) => due.day < today;
  const linesOf = (some: readonly SharedToDo[]) => some.slice(0, TO_DOS_MAX).map((toDo) => lineOfToDo(toDo, today));
  const late = linesOf(shared.filter(isLate));
  const coming = linesOf(shared.filter((toDo) => !isLate(toDo)));
  const compose = () => {
    const others = shared.length - late.length - coming.length;
    return textOf([
      ...(late.length > 0 ? ["En retard\u00a0:", ...late] : []),
      ...(coming.length > 0 ? [`${title}\u00a0:`, ...coming] : []),
      others === 0 ? "" : others === 1 ? "Et une autre chose\u00a0:" : `Et ${others} autres\u00a0:`,
    ]);
  };
  // Shorten the longer part: many late ones must not hide what the week brings.
  const count = () => late.length + coming.length;
  while (count() > 1 && (count() > TO_DOS_MAX || compose().length > CHARACTERS_MAX))
    (late.length > coming.length ? late : coming).pop();
  return { title, text: compose(), url };
}

/** `Sam. 12 juin : Bus de nuit, Fête de juin (Sophie)` */
function lineOfToDo({ text, eventName, who, due: { day, isApproximate } }: SharedToDo, today: Day): string {
  const what = [toSingleLine(text), toSingleLine(eventName)].filter(Boolean).join(", ");
  const date = isApproximate ? `Vers le ${dayAndMonthInFrench(day)}` : shortDaysInFrench(day, "");
  const year = areDaysInSameYear(day, today) ? "" : ` ${day.slice(0, 4)}`;
  return `${date}${year}\u00a0: ${what}${who === "" ? "" : ` (${toSingleLine(who)})`}`;
}

/** @param url of the home page, absolute: it shows the announcement with its link */
export const announcementMessage = ({ text }: Pick<Announcement, "text">, url: string): SharedMessage => ({
  title: "Annonce",
  text: toSingleLine(text),
  url,
});

/** The lines that are not empty. */
const textOf = (lines: readonly string[]): string => lines.filter(Boolean).join("\n");
