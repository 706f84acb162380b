/** Names of the journal: nobody is called what another account is called, or what could be read as that. */
import { normalForm } from "#domain/text/normal-form.ts";
import { fold } from "#domain/text/search.ts";
import { FIRST_NAME_MAX } from "./invitation.ts";

export type Named = { readonly firstName: string; readonly email: string };

/** What the journal calls whoever has no account. */
const RESERVED = ["Le site", "Le webmaster"];

/** Letters that look like a Latin one in the site's fonts and have no accent that Unicode could take away. */
const SIMILAR_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["АВЕЗКМНОРСТУХЅІЈаеоріјѕсухԁԛԝһ", "ABE3KMHOPCTYXSIJaeopijscyxdqwh"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεινκορτυχϳ", "ABEZHIKMNOPTYXaeivkoptuxj"],
    ["ıɑɡłŁøØđĐĸⅼ", "iaglLoOdDkl"],
  ].flatMap(([from = "", to = ""]) => [...from].map((letter, i) => [letter, to[i] ?? ""])),
);

const latin = (name: string): string => name.replace(/[^\p{ASCII}]/gu, (letter) => SIMILAR_LETTERS[letter] ?? letter);

/** @returns the same for names that are read as one, whatever their case, accents, spaces, signs and invisible characters */
export function nameKey(name: string): string {
  const folded = fold(latin(normalForm(name, "NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")));
  return latin(folded).replace(/[^\p{L}\p{N}]/gu, "") || folded || name;
}

/** What is seen: `Alain` with a capital I, `Arnaud` with an m. */
const seen = (name: string): string => nameKey(name.replace(/[I1|]/g, "l").replaceAll("0", "O")).replaceAll("rn", "m");

/** @returns what tells whether a name could be taken for one of these */
function alikeAny(names: readonly string[]): (name: string) => boolean {
  const [keys, sights] = [new Set(names.map(nameKey)), new Set(names.map(seen))];
  return (name) => keys.has(nameKey(name)) || sights.has(seen(name));
}

/**
 * @param name what somebody wants to be called
 * @param email of the account that is called so
 * @param others the other accounts
 * @returns one sentence with a name that is free, or null when this one is
 */
export function nameRefusal(name: string, email: string, others: readonly Named[]): string | null {
  if (alikeAny(RESERVED)(name)) return "Le journal nomme déjà ainsi le site. Écrivez un prénom.";
  const free = freeName(name, email, others);
  return free === name ? null : `Un autre compte s’appelle déjà ainsi. Prenez par exemple «\u00a0${free}\u00a0».`;
}

/** @returns the name, or `Léa B.` or the like where another account is called so; as for `nameRefusal` */
export function freeName(name: string, email: string, others: readonly Named[]): string {
  const isTaken = alikeAny(others.flatMap((one) => [one.firstName || one.email, one.email]));
  if (!isTaken(name)) return name;
  const first = name
    .replace(/ \p{L}\.$/u, "")
    .slice(0, FIRST_NAME_MAX - 4)
    .toWellFormed()
    .trim();
  const initials = [initialOf(first, email), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter(Boolean).map((one) => `${one}.`);
  const numbers = others.map((_, i) => String(i + 2));
  return (
    [...initials, ...numbers].map((end) => `${first} ${end}`).find((one) => !isTaken(one)) ??
    email.slice(0, FIRST_NAME_MAX)
  );
}

/** @returns the capital that a family name in the address begins with: `B` for `lea.bonvin@…` and `lbonvin@…`, or none */
function initialOf(first: string, email: string): string | undefined {
  const known = nameKey(first);
  const word =
    fold(email.split("@", 1)[0] ?? "")
      .split(" ")
      .findLast((one) => one !== known) ?? "";
  const rest = word.startsWith(known)
    ? word.slice(known.length)
    : word.length > 1 && word[0] === known[0]
      ? word.slice(1)
      : word;
  return /^\p{L}/u.exec(rest)?.[0].toUpperCase();
}
