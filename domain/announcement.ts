/** The announcement at the top of the public pages (docs/specification.md section 15). */
import * as z from "zod/mini";
import { addDays, type Day, dayInZurich, isDay, timeInZurich } from "./dates.ts";
import { isTimeOfDay } from "./events/days.ts";
import { publicationInstant } from "./events/publication.ts";
import {
  FIELD_LIMITS,
  optionalLineSchema,
  refusalCheck,
  requiredLineSchema,
  schemaOfNullable,
  type TypedValues,
} from "./fields.ts";
import { readTypedLink } from "./links.ts";
import { parseUrl } from "./text/parse-url.ts";
import { type IsPage, missingPageSentence } from "./text/site-page.ts";

export type Announcement = {
  /** One line. Empty before the first announcement. */
  text: string;
  /** An https URL or a path of this site. Empty for none. */
  link: string;
  /** End, as ISO 8601 in UTC. Empty after a withdrawal. */
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

/** Whether visitors see the announcement at `now`. */
export const isAnnouncementShown = ({ text, until }: Announcement, now: Date): boolean =>
  text !== "" && Date.parse(until) > now.getTime();

const ANY_SITE = "https://site.invalid";

/** Null if invalid. Refuses `//host`, because browsers open another site for such a path. */
function linkOf(typed: string): string | null {
  if (typed === "") return "";
  if (!typed.startsWith("/")) {
    const read = readTypedLink(typed);
    return read.ok ? read.value.replace(/^http:/, "https:") : null;
  }
  const page = parseUrl(typed, ANY_SITE);
  return page?.origin === ANY_SITE ? page.pathname + page.search + page.hash : null;
}

const linkSchema = (isPage: IsPage) =>
  z.pipe(
    z.pipe(optionalLineSchema(FIELD_LIMITS.link), schemaOfNullable(linkOf, ANNOUNCEMENT_SENTENCES.link)),
    z.string().check(refusalCheck((link) => (link.startsWith("/") ? missingPageSentence(link, isPage) : null))),
  );

/**
 * Schema of the announcement form. With `now`, refuses an end that has already passed. The browser does not know the
 * pages of the site, and accepts any path.
 */
export const announcementSchema = (now?: Date, isPage: IsPage = () => true) =>
  z.pipe(
    z
      .object({
        text: requiredLineSchema(ANNOUNCEMENT_MAX),
        link: linkSchema(isPage),
        untilDay: requiredLineSchema().check(z.refine(isDay, ANNOUNCEMENT_SENTENCES.day)),
        untilTime: requiredLineSchema().check(z.refine(isTimeOfDay, ANNOUNCEMENT_SENTENCES.time)),
      })
      .check(
        z.superRefine(
          ({ untilDay, untilTime }, context) => {
            // The schemas of the day and the time have already reported an error.
            if (!isDay(untilDay) || !isTimeOfDay(untilTime)) return;
            const until = publicationInstant(untilDay, untilTime);
            const refuse = (field: string, message: string) =>
              context.addIssue({ code: "custom", path: [field], message });
            // In spring the clock skips one hour. Refuse a time in that hour.
            if (timeInZurich(until) !== untilTime) refuse("untilTime", ANNOUNCEMENT_SENTENCES.time);
            else if (now && until <= now)
              refuse(untilDay < dayInZurich(now) ? "untilDay" : "untilTime", ANNOUNCEMENT_SENTENCES.past);
          },
          // Run this check even if the text or the link is invalid, so that all errors are reported together.
          { when: () => true },
        ),
      ),
    z.transform(
      ({ text, link, untilDay, untilTime }): Announcement => ({
        text,
        link,
        until: publicationInstant(untilDay, untilTime).toISOString(),
      }),
    ),
  );

/**
 * Form values for another text.
 * @param morning the day on which the announcement ends at 6:00; tomorrow if that time has passed
 */
export function announcementFormValues(text: string, link: string, morning: Day | "", now: Date): TypedValues {
  const tomorrow = addDays(dayInZurich(now), 1);
  const isAhead = morning !== "" && publicationInstant(morning, "06:00") > now;
  return { text, link, untilDay: isAhead ? morning : tomorrow, untilTime: "06:00" };
}

/** Initial form values. If the announcement is no longer shown, the end is tomorrow at 6:00. */
export function announcementAsTyped(announcement: Announcement, now: Date): TypedValues {
  const { text, link, until } = announcement;
  const end = new Date(until);
  return isAnnouncementShown(announcement, now)
    ? { text, link, untilDay: dayInZurich(end), untilTime: timeInZurich(end) }
    : { text, link, untilDay: addDays(dayInZurich(now), 1), untilTime: "06:00" };
}
