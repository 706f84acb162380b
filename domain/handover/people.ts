/**
 * The people of the committee: their account, their card on the committee page, or both. Tasks and lines name them with
 * a text, so the site recognises them by their first names, and says how sure it is.
 */
import { firstNameKey } from "#domain/accounts/first-names.ts";
import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import { committeeMemberFullName } from "#domain/committee-member.ts";
import { compareFrench } from "#domain/text/french-order.ts";

export type PersonAccount = { readonly id: string; readonly firstName: string; readonly email: string };

/** `subject`: random and safe in addresses, where the id contains the last name. */
export type PersonCard = Pick<CommitteeMemberFields, "firstName" | "lastName"> & {
  readonly id: string;
  readonly subject: string;
};

export type CommitteePerson<Account extends PersonAccount = PersonAccount, Card extends PersonCard = PersonCard> = {
  /** Id of the account, or `subject` of the card. */
  readonly id: string;
  readonly name: string;
  readonly account: Account | null;
  readonly card: Card | null;
};

/**
 * An account and a card are one person if the first names say so and nobody else has this first name. « Sophie B. » is
 * the account of Sophie Bernard, also if there is another Sophie.
 */
export function joinPeople<Account extends PersonAccount, Card extends PersonCard>(
  accounts: readonly Account[],
  cards: readonly Card[],
): CommitteePerson<Account, Card>[] {
  const pairs = new Map<Account, Card>();
  for (const isSame of [hasSameInitial, hasSameFirstName]) {
    const left = cards.filter((card) => ![...pairs.values()].includes(card));
    for (const account of accounts) {
      if (pairs.has(account)) continue;
      const found = left.filter((card) => isSame(account, card));
      const [card] = found;
      const others = accounts.filter((other) => !pairs.has(other) && card && isSame(other, card));
      if (card && found.length === 1 && others.length === 1) pairs.set(account, card);
    }
  }
  const paired = new Set(pairs.values());
  return [
    ...accounts.map((account) => personOf(account, pairs.get(account) ?? null)),
    ...cards.filter((card) => !paired.has(card)).map((card) => personOf<Account, Card>(null, card)),
  ].toSorted((a, b) => compareFrench(a.name, b.name));
}

function personOf<Account extends PersonAccount, Card extends PersonCard>(
  account: Account | null,
  card: Card | null,
): CommitteePerson<Account, Card> {
  const fullName = card ? committeeMemberFullName(card) : "";
  return {
    id: account?.id ?? card?.subject ?? "",
    name: fullName || account?.firstName || account?.email || "Sans nom",
    account,
    card,
  };
}

/** « Sophie B. » or « Sophie Bernard » and Sophie Bernard. */
function hasSameInitial(account: PersonAccount, card: PersonCard): boolean {
  const { first, rest } = splitName(account.firstName);
  return (
    rest !== "" &&
    (firstNameKey(account.firstName) === firstNameKey(`${card.firstName}${card.lastName}`) ||
      (rest.length === 1 && isSameName(first, card.firstName) && firstNameKey(card.lastName).startsWith(rest)))
  );
}

const hasSameFirstName = (account: PersonAccount, card: PersonCard): boolean =>
  isSameName(account.firstName, card.firstName);

const isSameName = (a: string, b: string): boolean => a.trim() !== "" && firstNameKey(a) === firstNameKey(b);

/** « Sophie B. » is `Sophie` and `b`, « Marie Claude » is one first name. */
function splitName(name: string): { readonly first: string; readonly rest: string } {
  const [, first, initial] = /^(.*\S)\s+(\p{Lu})\.?$/u.exec(name.trim()) ?? [];
  if (first !== undefined && initial !== undefined) return { first, rest: firstNameKey(initial) };
  const [head = "", ...tail] = name.trim().split(/\s+/);
  return { first: head, rest: firstNameKey(tail.join("")) };
}

/** `sure`: the text names this person. `maybe`: the first name fits, but there may be another one with this name. */
export type NameMatch = "sure" | "maybe";

/**
 * How surely a text names each of these people.
 * @param isName true for a field that contains names of the committee only, such as « Qui »: there, a first name that one
 * person has is enough
 * @param people everybody, because two Sophies are told apart by their last names
 */
export function namedIn(
  text: string,
  isName: boolean,
  people: readonly CommitteePerson[],
): ReadonlyMap<CommitteePerson, NameMatch> {
  const words = wordsOf(text);
  const named = new Map<CommitteePerson, NameMatch>();
  for (let from = 0; from < words.length; from++) {
    const degrees = people.map((person) => [person, degreeAt(words, from, person)] as const);
    const best = Math.max(0, ...degrees.map(([, degree]) => degree));
    if (best === 0) continue;
    const found = degrees.filter(([, degree]) => degree === best).map(([person]) => person);
    const isSure = found.length === 1 && best >= (isName ? DEGREES.firstName : DEGREES.initial);
    for (const person of found) if (named.get(person) !== "sure") named.set(person, isSure ? "sure" : "maybe");
  }
  return named;
}

/** How well a name in a text fits a person. `otherName`: a last name follows that nobody here has. */
const DEGREES = { none: 0, otherName: 1, firstName: 2, initial: 3, lastName: 4 } as const;

/**
 * `key`: for comparisons. `isInitial`: « B. ». `isName`: it begins with a capital. `follows`: only spaces, or the apostrophe
 * of « D’Angelo », before it.
 */
type Word = { readonly key: string; readonly isInitial: boolean; readonly isName: boolean; readonly follows: boolean };

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-\u2010\u2011][\p{L}\p{M}\p{N}]+)*/gu;

/** The words of a text. « Marie-Claude » is one word, and « l’a » has no initial. */
function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(WORD)].map((match) => {
    const [word] = match;
    const follows = /^(?:\s*|['’ʼ])$/u.test(text.slice(end, match.index));
    end = match.index + word.length;
    const isInitial = /^\p{Lu}$/u.test(word) && !/^[’']/.test(text.slice(end));
    return { key: firstNameKey(word), isInitial, isName: /^\p{Lu}/u.test(word), follows };
  });
}

/** The degree to which the words from `from` on are the name of a person. */
function degreeAt(words: readonly Word[], from: number, { account, card }: CommitteePerson): number {
  const { first, rest } = splitName(account?.firstName ?? "");
  const lastName = card ? firstNameKey(card.lastName) : "";
  const accountIsInitial = rest.length === 1;
  const firstNames = [card?.firstName ?? "", accountIsInitial ? first : (account?.firstName ?? "")]
    .filter((name) => name.trim() !== "")
    .map(firstNameKey);
  const length = Math.max(0, ...[1, 2, 3].filter((count) => firstNames.includes(joined(words, from, count))));
  if (length === 0) return DEGREES.none;
  if (lastName !== "" && isLastNameAround(words, from, length, lastName)) return DEGREES.lastName;
  // The account is called « Sophie Bernard ».
  if (!accountIsInitial && rest !== "" && length > 1) return DEGREES.lastName;
  const next = words[from + length];
  if (!next?.follows || !next.isName) return DEGREES.firstName;
  const initial = lastName[0] ?? (accountIsInitial ? rest : "");
  if (next.isInitial) {
    if (initial === "") return DEGREES.otherName;
    return next.key === initial ? DEGREES.initial : DEGREES.none;
  }
  return DEGREES.otherName;
}

const joined = (words: readonly Word[], from: number, count: number): string => {
  const part = words.slice(from, from + count);
  return part.length === count && part.every(({ follows }, i) => i === 0 || follows)
    ? part.map(({ key }) => key).join("")
    : "";
};

/** « Sophie Bernard », « Bernard Sophie », « Sophie de Courten ». */
const isLastNameAround = (words: readonly Word[], from: number, length: number, lastName: string): boolean =>
  [1, 2, 3].some(
    (count) =>
      (words[from + length]?.follows && joined(words, from + length, count) === lastName) ||
      (words[from]?.follows && from >= count && joined(words, from - count, count) === lastName),
  );
