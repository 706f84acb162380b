/**
 * Requests from the committee to the person who looks after the server. Without technical words: those are in the log
 * and the documentation.
 */
import { formatPhone } from "#domain/fields.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { withPreposition } from "#domain/text/elision.ts";

const SOMEBODY = "à la personne qui s’occupe du serveur";

/** « Demandez à la personne qui s’occupe du serveur de … ». Contains no name, so that texts and logs may quote it. */
export const askWebmaster = (task: string): string => `Demandez ${SOMEBODY} ${withPreposition(task)}.`;

export const ASK_WEBMASTER_ABOUT_MAIL = askWebmaster("régler la messagerie");

type Webmaster = Pick<Settings, "webmaster" | "webmasterPhone">;

/** The text with the webmaster's name and phone, if the settings have them: « à Zoé (079 123 45 67), qui s’occupe … ». */
export function nameWebmaster(text: string, { webmaster, webmasterPhone }: Webmaster): string {
  const phone = webmasterPhone && ` (${formatPhone(webmasterPhone)})`;
  return text.replaceAll(SOMEBODY, webmaster ? `à ${webmaster}${phone}, qui s’occupe du serveur,` : SOMEBODY + phone);
}
