/** The texts of rounds: their schema, their placeholders, and the message of one person. */
import * as z from "zod/mini";
import { optionalMultilineSchema, refusalCheck } from "#domain/fields.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { withPreposition } from "#domain/text/elision.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { PLACEHOLDER_OR_BRACE, placeholderKey, unknownPlaceholderSentence } from "#domain/texts/placeholders.ts";
import type { Audience, FormOfAddress } from "./audience.ts";
import { type RoundKind, type RoundMessageValues, type RoundPlaceholder, roundRules } from "./round.ts";

/** Maximum length of the text of a round, in characters. */
const ROUND_WORDS_MAX = 600;

export const AUDIENCES = ["tu", "vous", "guardian"] as const satisfies readonly Audience[];

/** The texts of a round as the committee keeps them. Empty: the site's own text. */
export type RoundTextsByAudience = Readonly<Record<Audience, string>>;

const braced = (name: string): string => `{${name}}`;

/** The placeholders as a French list: « {prénom}, {montant} ou {lien} ». */
function listed(names: readonly string[], word: string): string {
  const all = names.map(braced);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} ${word} ${last}`;
}

/** A French sentence about an unknown or missing placeholder. Null if the text is valid. An empty text is valid. */
export function roundTextRefusal(kind: RoundKind, text: string): string | null {
  if (text === "") return null;
  const { placeholders, required } = roundRules(kind);
  const keys = new Set<string>();
  for (const [found, name] of text.matchAll(PLACEHOLDER_OR_BRACE)) {
    const key = placeholderKey(name ?? "");
    if (!placeholders.some((one) => placeholderKey(one) === key))
      return unknownPlaceholderSentence(found, listed(placeholders, "ou"));
    keys.add(key);
  }
  const missing = required.filter((one) => !keys.has(placeholderKey(one)));
  if (missing.length === 0) return null;
  return `Il manque ${listed(missing, "et")} dans ce message. Ajoutez-le, ou videz le champ pour reprendre le texte du site.`;
}

/** Schema of the form above a round. */
export const roundTextsSchema = (kind: RoundKind) => {
  const text = () =>
    optionalMultilineSchema(ROUND_WORDS_MAX).check(refusalCheck((typed) => roundTextRefusal(kind, typed)));
  return z.object({ tu: text(), vous: text(), guardian: text() });
};

/** The text for an audience. @param words kept or typed texts; the site's own text replaces an empty or invalid one */
export function roundTextFor(kind: RoundKind, audience: Audience, words: RoundTextsByAudience): string {
  const kept = words[audience].trim();
  return kept === "" || roundTextRefusal(kind, kept) ? roundRules(kind).initial[audience] : kept;
}

/**
 * The message to one person. Leaves out lines with {montant} if there is nothing to pay, and lines with {lien} if there is
 * nothing to answer, unless they say what has changed.
 */
export function fillRoundMessage(
  text: string,
  { firstName, amount, link, year, sent, slots, subject = "" }: RoundMessageValues,
): string {
  const values: Record<string, string> = {
    prenom: firstName,
    montant: formatAmount(amount),
    lien: link,
    annee: year,
    envoi: sent,
    evenement: slots?.event ?? "",
    quand: slots?.when ?? "",
    poste: slots?.posts ?? "",
    changement: slots?.change ?? "",
    sujet: subject,
  };
  const has = (line: string, key: string) =>
    [...line.matchAll(PLACEHOLDER_OR_BRACE)].some(([, name = ""]) => placeholderKey(name) === key);
  const isLeftOut = (line: string) =>
    (amount <= 0 && has(line, "montant")) || (link === "" && has(line, "lien") && !has(line, "changement"));
  return text
    .split("\n")
    .filter((line) => !isLeftOut(line))
    .map((line) =>
      withFrenchSpaces(line).replace(/(\bde )?\{([^{}]*)\}/g, (found: string, of = "", name = "") => {
        const key = placeholderKey(name);
        // Elides « de » before a vowel: « de {prénom} » becomes « d’Élodie ».
        if (of !== "" && key === "prenom") return withPreposition(firstName);
        return Object.hasOwn(values, key) ? of + values[key] : found;
      }),
    )
    .join("\n")
    .trim();
}

/**
 * Selects the text by the owner of the phone. Who is not a member is always addressed with « vous ».
 * @param member id of the member; empty for a person who is not a member
 */
export function audienceOfPhone(ofGuardian: boolean, member: string, address: FormOfAddress): Audience {
  if (ofGuardian) return "guardian";
  return member === "" ? "vous" : address;
}

/** The placeholders of a kind, for the hint of the form. */
export const roundPlaceholdersInFrench = (kind: RoundKind): string =>
  listed(roundRules(kind).placeholders satisfies readonly RoundPlaceholder[], "et");
