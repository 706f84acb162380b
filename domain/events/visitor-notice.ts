/** Texts that tell the committee and visitors about a postponed or cancelled event. */
import { ANNOUNCEMENT_MAX } from "#domain/announcement.ts";
import { addDays, type Day, isMonth, monthFormat, swissDay } from "#domain/dates.ts";
import { withPreposition } from "#domain/text/elision.ts";
import { eventAsSubject } from "#domain/text/french-article.ts";
import { type EventDays, exactEventDays } from "./days.ts";
import { lastDayOfMonth } from "./french-dates.ts";
import type { EventFields } from "./planned-event.ts";
import { isPostponedWithoutDate, isRescheduled, parsePreviousDates } from "./postponement.ts";
import { isPublished } from "./publication.ts";

/**
 * New days of an event after « reporté »: « au 12.12.2026 », « du 12.12.2026 au 13.12.2026 », « à janvier 2027 ». Empty
 * for an invalid month.
 */
function towards(days: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(days);
  if (lastDay) return `du ${swissDay(firstDay)} au ${swissDay(lastDay)}`;
  if (firstDay) return `au ${swissDay(firstDay)}`;
  return isMonth(days.month) ? `à ${monthAndYear(days.month)}` : "";
}

/**
 * Former days of an event after its name: « du 12.12.2026 », « du 12.12.2026 au 13.12.2026 », « de décembre 2026 ».
 * Empty for an invalid month.
 */
function of(days: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(days);
  if (lastDay) return towards(days);
  if (firstDay) return `du ${swissDay(firstDay)}`;
  return isMonth(days.month) ? withPreposition(monthAndYear(days.month)) : "";
}

const monthAndYear = (month: string): string => `${monthFormat.format(new Date(`${month}-01`))} ${month.slice(0, 4)}`;

/** The status of an event in French: `reporté au 19.12.2026`, `reporté, date à venir`, `annulé`, `comme prévu`. */
export function visitorStatusInFrench(event: EventFields): string {
  if (event.status === "annule") return "annulé";
  if (event.status === "") return "comme prévu";
  if (isPostponedWithoutDate(event)) return "reporté, date à venir";
  return exactEventDays(event).lastDay ? `reporté\u00a0: ${towards(event)}` : `reporté ${towards(event)}`;
}

/** Whether visitors can be told that the event does not take place as announced. */
export const needsVisitorNotice = (event: EventFields): boolean =>
  isPublished(event) && (event.status === "annule" || event.status === "reporte");

/** The days that visitors knew before the last change of the status. */
const formerDays = (event: EventFields): EventDays =>
  (isRescheduled(event) ? parsePreviousDates(event).at(-1) : undefined) ?? event;

/** A sentence for the announcement: `Le Bal de Noël du 12.12.2026 est reporté au 19.12.2026.` */
export function visitorNoticeSentence(event: EventFields): string {
  const { text, isFeminine, isPlural } = eventAsSubject(event.name.trim());
  const agree = (participle: string) => participle + (isFeminine ? "e" : "") + (isPlural ? "s" : "");
  const verb = isPlural ? "sont" : "est";
  const words =
    event.status === "annule"
      ? `${verb} ${agree("annulé")}.`
      : isPostponedWithoutDate(event)
        ? `${verb} ${agree("reporté")}. La nouvelle date suivra.`
        : `${verb} ${agree("reporté")}${exactEventDays(event).lastDay ? ", nouvelles dates\u00a0:" : ""} ${towards(event)}.`;
  const whole = [text, of(formerDays(event)), words].filter(Boolean).join(" ");
  return whole.length <= ANNOUNCEMENT_MAX ? whole : `${text} ${words}`;
}

/** The morning after the night of the former last day. Until then, visitors may still come in vain. */
export function morningAfterFormerDate(event: EventFields): Day {
  const former = formerDays(event);
  const { firstDay, lastDay } = exactEventDays(former);
  const day = lastDay || firstDay || (isMonth(former.month) ? lastDayOfMonth(former.month) : "");
  return day && addDays(day, 1);
}
