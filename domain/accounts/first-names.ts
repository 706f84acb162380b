/** Two accounts must not have names that look alike, because the journal shows only the name. */
import { normaliseUnicode, toWellFormed } from "#domain/text/normal-form.ts";
import { foldText } from "#domain/text/search.ts";
import { FIRST_NAME_MAX } from "./account-forms.ts";

export type NamedAccount = { readonly firstName: string; readonly email: string };

const RESERVED = ["Le site", "Le webmaster"];

/** Letters that look like Latin letters. `foldText` does not replace such letters. */
const SIMILAR_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["АВЕЗКМНОРСТУХЅІЈаеоріјѕсухԁԛԝһ", "ABE3KMHOPCTYXSIJaeopijscyxdqwh"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεινκορτυχϳ", "ABEZHIKMNOPTYXaeivkoptuxj"],
    ["ɑɡ", "ag"],
  ].flatMap(([from = "", to = ""]) => [...from].map((letter, i) => [letter, to[i] ?? ""])),
);

const latin = (name: string): string => name.replace(/[^\p{ASCII}]/gu, (letter) => SIMILAR_LETTERS[letter] ?? letter);

/** Comparison key. Names that differ only in case, accents, spaces or punctuation have the same key. */
export function firstNameKey(name: string): string {
  const folded = foldText(latin(normaliseUnicode(name, "NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")));
  return latin(folded).replace(/[^\p{L}\p{N}]/gu, "") || folded || name;
}

const visualForm = (name: string): string =>
  firstNameKey(name.replace(/[I1|]/g, "l").replaceAll("0", "O")).replaceAll("rn", "m");

function alikeAny(names: readonly string[]): (name: string) => boolean {
  const [keys, visualForms] = [new Set(names.map(firstNameKey)), new Set(names.map(visualForm))];
  return (name) => keys.has(firstNameKey(name)) || visualForms.has(visualForm(name));
}

/** Says in French why the account `email` cannot have `name`. Null if the name is accepted. */
export function firstNameRefusal(name: string, email: string, others: readonly NamedAccount[]): string | null {
  if (alikeAny(RESERVED)(name)) return "Le journal nomme déjà ainsi le site. Écrivez un prénom.";
  const free = availableFirstName(name, email, others);
  return free === name ? null : `Un autre compte s’appelle déjà ainsi. Prenez par exemple «\u00a0${free}\u00a0».`;
}

/** Returns `name`. If another account has a similar name, returns a free variant such as `Léa B.`. */
export function availableFirstName(name: string, email: string, others: readonly NamedAccount[]): string {
  const isTaken = alikeAny(others.flatMap(({ firstName, email }) => [firstName || email, email]));
  if (!isTaken(name)) return name;
  const base = name.replace(/ \p{L}\.$/u, "").slice(0, FIRST_NAME_MAX - 4);
  const first = toWellFormed(base).trim();
  const initials = [initialOf(first, email), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter(Boolean);
  const ends = [...initials.map((initial) => `${initial}.`), ...others.map((_, i) => String(i + 2))];
  const free = ends.map((end) => `${first} ${end}`).find((candidate) => !isTaken(candidate));
  return free ?? email.slice(0, FIRST_NAME_MAX);
}

/** `B` for `lea.bonvin@…` and for `lbonvin@…`. Undefined if the address does not contain the last name. */
function initialOf(first: string, email: string): string | undefined {
  const key = firstNameKey(first);
  const words = foldText(email.split("@", 1)[0] ?? "").split(" ");
  const word = words.findLast((part) => part !== key) ?? "";
  const isShortened = word.length > 1 && word[0] === key[0];
  const rest = word.startsWith(key) ? word.slice(key.length) : word.slice(isShortened ? 1 : 0);
  return /^\p{L}/u.exec(rest)?.[0].toUpperCase();
}
