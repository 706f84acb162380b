/** « C’est où, qui sait ? »: what the next committee must find (docs/specification.md section 23). */
import type { Person } from "#domain/person.ts";
import { compareFrench } from "#domain/text/french-order.ts";

/** `what`: « Contrat TWINT ». `where`: where it is, or who pays it. `who`: first names of those who know. */
export type HandoverItemFields = { readonly what: string; readonly where: string; readonly who: string };

export type HandoverItem = HandoverItemFields & { readonly id: string; readonly version: string };

/** `updatedAt`: ISO 8601 in UTC. */
export type StoredHandoverItem = HandoverItem & { readonly updatedAt: string; readonly updatedBy: Person | null };

export const EMPTY_HANDOVER_ITEM: HandoverItemFields = { what: "", where: "", who: "" };

/** In characters; `items`: of the whole list. */
export const HANDOVER_ITEM_LIMITS = { what: 100, where: 300, who: 100, items: 100 } as const;

/** What each association has. The page proposes those that are not in the list. */
export const PROPOSED_HANDOVER_ITEMS: readonly string[] = [
  "Nom de domaine\u00a0: où, qui le paie",
  "Serveur du site",
  "Signatures à la banque",
  "Contrat TWINT",
  "Instagram",
  "Clés",
  "Caisses",
];

export const compareHandoverItems = (a: HandoverItemFields, b: HandoverItemFields): number =>
  compareFrench(a.what, b.what);

/** A word with letters and digits or signs of which no name and no address consists, or an announced password. */
const LIKE_A_PASSWORD =
  /(?:mot de passe|mdp|password|code|pin)\s*[:=]\s*\S{4,}|(?<=^|\s)(?![\w.+-]+@|https?:|www\.|\+?[\d\s.]+(?=\s|$))(?=\S*\p{L})(?=\S*\d)(?=\S*[^\p{L}\p{N}\s.,;:()’'/-])\S{8,}(?=\s|$)/iu;

/** Whether a line seems to contain a password. It is a hint: the site accepts the line. */
export const looksLikePassword = (text: string): boolean => LIKE_A_PASSWORD.test(text);
