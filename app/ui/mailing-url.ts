/** URLs of mailings (domain/mailings). */
import type { Day } from "#domain/dates.ts";
import type { MemberFilter } from "#domain/register/member.ts";

/** The form. `from`: what is written about, or to whom. */
export function writeUrl(from: {
  readonly filter?: MemberFilter;
  readonly text?: string;
  /** `subject` of the event. */
  readonly event?: string;
  readonly day?: Day;
  /** Id of the mailing that is corrected. */
  readonly corrects?: string;
}): string {
  const { filter = "", text = "", event = "", day = "", corrects = "" } = from;
  const all = { filtre: filter, q: text, evenement: event, assemblee: day, rectifie: corrects };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
  return query === "" ? "/ecrire" : `/ecrire?${query}`;
}

export const SENT_MAILINGS_URL = "/ecrire/envoyes";
export const mailingUrl = (id: string): string => `/ecrire/${id}`;
/** One letter a page, for people whom only paper reaches. */
export const mailingLettersUrl = (id: string): string => `/ecrire/${id}/lettres.pdf`;
/** The list of ways, as proof. */
export const mailingWaysUrl = (id: string): string => `/ecrire/${id}/liste.pdf`;
