/** URLs of mailings (domain/mailings). */
import type { Day } from "#domain/dates.ts";
import type { LetterRange } from "#domain/mailings/paper-letter.ts";
import { MEMBER_FILTERS, type MemberFilter } from "#domain/register/member.ts";

/** The form. `from`: what is written about, or to whom. */
export function writeUrl(from: {
  readonly filter?: MemberFilter;
  /** Key of the search in the register (app/session/recent-searches.ts): its words are in no URL. */
  readonly search?: string;
  /** `subject` of the event. */
  readonly event?: string;
  readonly day?: Day;
  /** Id of the mailing that is corrected. */
  readonly corrects?: string;
}): string {
  const { filter = "", search = "", event = "", day = "", corrects = "" } = from;
  const wanted = filter === MEMBER_FILTERS[0] ? "" : filter;
  const all = { filtre: wanted, recherche: search, evenement: event, assemblee: day, rectifie: corrects };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
  return query === "" ? "/ecrire" : `/ecrire?${query}`;
}

export const SENT_MAILINGS_URL = "/ecrire/envoyes";
export const mailingUrl = (id: string): string => `/ecrire/${id}`;
/**
 * One letter a page, for people whom only paper reaches: those whose letter is due.
 * @param printing time of a paper share: its letters again, for example after a paper jam
 * @param range one of several files (`letterFiles`)
 */
export function mailingLettersUrl(
  id: string,
  { printing = null, range = null }: { readonly printing?: Date | null; readonly range?: LetterRange | null } = {},
): string {
  const all = { tirage: printing?.toISOString() ?? "", de: range?.from ?? "", a: range?.to ?? "" };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== "")).toString();
  return `/ecrire/${id}/lettres.pdf${query && `?${query}`}`;
}
/** The list of ways, as proof. */
export const mailingWaysUrl = (id: string): string => `/ecrire/${id}/liste.pdf`;
/** The progress of the e-mails, as JSON for the page. */
export const mailProgressUrl = (id: string): string => `/ecrire/${id}/envoi`;
