/** Amounts of money: as people type them, as they read them, and those that the association names. */
import { LIMITES } from "./champs.ts";
import { normalForm } from "./normal-form.ts";
import { accepte, type Resultat, refuse } from "./resultat.ts";

/** Whole centimes, never fractions of francs. */
export type Centimes = number;

/** The annual fee (SPEC.md section 9). */
export const COTISATION: Centimes = 50_00;

/** What a donor is offered at one tap. */
export const MONTANTS_PROPOSES: readonly Centimes[] = [20_00, 50_00, 100_00];

/** More than this is a slip of the finger, or a reason to talk first. A QR-bill could carry 999 999 999.99. */
export const MONTANT_MAX: Centimes = 10_000_00;

/** @returns an amount as people write it here: `CHF 50.–`, `CHF 50.50`, `CHF 1’000.–` */
export function montantLisible(montant: Centimes): string {
  const francs = String(Math.floor(montant / 100)).replace(/\B(?=(?:\d{3})+$)/g, "’");
  const reste = montant % 100;
  return `CHF\u00a0${francs}.${reste === 0 ? "–" : String(reste).padStart(2, "0")}`;
}

/** @returns an amount as a field shows it and an address carries it: `50`, `50.50` */
export const montantSaisi = (montant: Centimes): string =>
  montant % 100 === 0 ? String(montant / 100) : (montant / 100).toFixed(2);

export type RefusMontant = "forme" | "zero" | "trop";

/** What is said beside the field, by reason. */
export const PHRASES_MONTANT: Record<RefusMontant, string> = {
  forme: "Indiquez un montant en francs, par exemple 50 ou 50.50.",
  zero: "Indiquez un montant plus grand que zéro.",
  trop: `Indiquez ${montantLisible(MONTANT_MAX)} au plus\u00a0: pour davantage, écrivez d’abord au comité.`,
};

const DEVISE = String.raw`(?:CHF|S?Fr\.?|francs?)`;
const AUTOUR = new RegExp(`^${DEVISE}|${DEVISE}$`, "giu");
/** Thousands apart or not; then centimes after a point or a comma, or the dashes that stand for none. */
const FORME = /^(\d{1,3}(?:['’ ]\d{3})+|\d+)(?:[.,](?:(\d{1,2})|\p{Pd}{1,2})?)?$/u;

/**
 * Reads what somebody typed for an amount: `50`, `50,5`, `1'000`, `CHF 20.-`.
 * @param saisie as typed; what is longer than any field is refused unread
 * @returns null for nothing at all: whoever pays decides then
 */
export function lireMontant(saisie: string): Resultat<Centimes | null, RefusMontant> {
  if (saisie.length > LIMITES.texte) return refuse("forme");
  const texte = normalForm(saisie, "NFKC").trim().replace(AUTOUR, "").trim();
  if (texte === "" && saisie.trim() === "") return accepte(null);
  const [, francs, centimes = ""] = FORME.exec(texte) ?? [];
  if (francs === undefined) return refuse("forme");
  const montant = Number(francs.replace(/\D/g, "")) * 100 + Number(centimes.padEnd(2, "0"));
  if (montant === 0) return refuse("zero");
  return montant > MONTANT_MAX ? refuse("trop") : accepte(montant);
}
