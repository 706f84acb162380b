/** « C’est où, qui sait ? »: what the next committee must find (docs/specification.md section 23). */
import * as z from "zod/mini";
import { optionalLineSchema, requiredLineSchema } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { foldText } from "#domain/text/search.ts";
import { looksLikePassword } from "./looks-like-password.ts";

/** `what`: « Contrat TWINT ». `where`: where it is, or who pays it. `who`: first names of those who know. */
export type HandoverItemFields = { readonly what: string; readonly where: string; readonly who: string };

type HandoverItem = HandoverItemFields & { readonly id: string; readonly version: string };

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

export const HANDOVER_ITEM_LABELS = {
  what: "Quoi",
  where: "Où, ou qui paie",
  who: "Qui sait",
} as const satisfies Record<keyof HandoverItemFields, string>;

export const HANDOVER_ITEM_SENTENCES = {
  full: `La liste est pleine\u00a0: ${HANDOVER_ITEM_LIMITS.items}\u00a0lignes au plus. Supprimez-en d’abord une.`,
  password: "On dirait un mot de passe. Tout le comité lit cette ligne\u00a0: écrivez plutôt où il est gardé.",
} as const;

/** Schema of the form of an item. Returns `HandoverItemFields`. */
export const handoverItemSchema = () =>
  z.object({
    what: requiredLineSchema(HANDOVER_ITEM_LIMITS.what),
    where: optionalLineSchema(HANDOVER_ITEM_LIMITS.where),
    who: optionalLineSchema(HANDOVER_ITEM_LIMITS.who),
  });

/** The proposed items that the list lacks. « Clés du local » is the proposed item « Clés ». */
export function missingHandoverItems(items: readonly HandoverItemFields[]): string[] {
  const words = items.map(({ what }) => ` ${foldText(what)} `);
  return PROPOSED_HANDOVER_ITEMS.filter((proposed) => {
    const [name = ""] = proposed.split("\u00a0:");
    return !words.some((what) => what.includes(` ${foldText(name)} `));
  });
}

/** The fields whose text looks like a password. */
export const fieldsLikePassword = (item: HandoverItemFields): (keyof HandoverItemFields)[] =>
  (Object.keys(HANDOVER_ITEM_LABELS) as (keyof HandoverItemFields)[]).filter((field) => looksLikePassword(item[field]));

/** The stored fields that differ from the typed ones: « Où, ou qui paie : armoire ». */
export const handoverItemDifferences = (stored: HandoverItemFields, typed: HandoverItemFields): string[] =>
  (Object.keys(HANDOVER_ITEM_LABELS) as (keyof HandoverItemFields)[])
    .filter((field) => stored[field] !== typed[field])
    .map((field) => `${HANDOVER_ITEM_LABELS[field]}\u00a0: ${stored[field] || "(vide)"}`);
