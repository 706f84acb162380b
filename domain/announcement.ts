/** The announcement above the public pages (docs/specification.md section 15). */
import * as z from "zod/mini";
import { addDays, dayInZurich, isDay, timeInZurich } from "./dates.ts";
import { isTime } from "./events/days.ts";
import { instantOf } from "./events/publication.ts";
import { LIMITS, optionalLine, parseWith, requiredLine, type TypedValues, webAddress } from "./fields.ts";

export type Announcement = {
  /** One line; empty until the first announcement. */
  text: string;
  /** An https URL or a path of this site; empty for none. */
  link: string;
  /** End, as ISO 8601 in UTC; empty for an announcement that was withdrawn. */
  until: string;
};

export const NO_ANNOUNCEMENT: Announcement = { text: "", link: "", until: "" };

export const ANNOUNCEMENT_MAX = 200;

export const ANNOUNCEMENT_SENTENCES = {
  link: "Indiquez une adresse qui commence par https://, ou une page du site, par exemple /planning.",
  day: "Indiquez un jour qui existe, par exemple 14.06.2026.",
  time: "Indiquez une heure qui existe, par exemple 06:00.",
  past: "Ce moment est déjà passé.",
} as const;

/** Whether visitors see the announcement. */
export const isShown = ({ text, until }: Announcement, now: Date): boolean =>
  text !== "" && Date.parse(until) > now.getTime();

const ANY_SITE = "https://site.invalid";

/** The https URL or path of a typed link; null for anything else, also for `//host`, which leads to another site. */
function linkOf(typed: string): string | null {
  if (typed === "") return "";
  if (!typed.startsWith("/")) return webAddress(typed)?.replace(/^http:/, "https:") ?? null;
  const page = URL.parse(typed, ANY_SITE);
  return page?.origin === ANY_SITE ? page.pathname + page.search + page.hash : null;
}

/** Schema of the announcement form. With `now`, it refuses an end that is not after `now`. */
export const announcementSchema = (now?: Date) =>
  z.pipe(
    z
      .object({
        text: requiredLine(ANNOUNCEMENT_MAX),
        link: z.pipe(optionalLine(LIMITS.link), parseWith(linkOf, ANNOUNCEMENT_SENTENCES.link)),
        untilDay: requiredLine().check(z.refine(isDay, ANNOUNCEMENT_SENTENCES.day)),
        untilTime: requiredLine().check(z.refine(isTime, ANNOUNCEMENT_SENTENCES.time)),
      })
      .check(
        z.superRefine(({ untilDay, untilTime }, context) => {
          // Invalid fields: their schemas have already reported the errors.
          if (!isDay(untilDay) || !isTime(untilTime)) return;
          const until = instantOf(untilDay, untilTime);
          const refuse = (field: string, message: string) =>
            context.addIssue({ code: "custom", path: [field], message });
          // Refuse a time in the hour that the clock skips in spring.
          if (timeInZurich(until) !== untilTime) refuse("untilTime", ANNOUNCEMENT_SENTENCES.time);
          else if (now && until <= now)
            refuse(untilDay < dayInZurich(now) ? "untilDay" : "untilTime", ANNOUNCEMENT_SENTENCES.past);
        }),
      ),
    z.transform(
      ({ text, link, untilDay, untilTime }): Announcement => ({
        text,
        link,
        until: instantOf(untilDay, untilTime).toISOString(),
      }),
    ),
  );

/** Initial form values: text and link of the last announcement; its end if it is still shown, else tomorrow at 6:00. */
export function announcementAsTyped(announcement: Announcement, now: Date): TypedValues {
  const { text, link, until } = announcement;
  const end = new Date(until);
  return isShown(announcement, now)
    ? { text, link, untilDay: dayInZurich(end), untilTime: timeInZurich(end) }
    : { text, link, untilDay: addDays(dayInZurich(now), 1), untilTime: "06:00" };
}
