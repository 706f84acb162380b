import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, yearsBefore } from "#domain/dates.ts";
import { foundBy, searchWords } from "#domain/text/search.ts";
import { addressState } from "./address.ts";
import { hasLeft, type MemberData, type MemberFilter, memberSearchText, memberSortKey } from "./member.ts";

/** `text`: as typed. A member must contain every word, ignoring accents and case. `day`: today in Zurich. */
export type MemberSearch = { readonly text: string; readonly filter: MemberFilter; readonly day: Day };

/**
 * Finds members of the register, for `runInSlices`. Yields after each member.
 * @param members all members, in the order of members with equal names
 * @returns the members who match, sorted by last name and first name
 */
export function* findMembers<One extends MemberData>(
  members: readonly One[],
  { text, filter, day }: MemberSearch,
): Generator<void, One[]> {
  const words = searchWords(text);
  const isListed = conditionOf(filter, day);
  const found: { member: One; key: string }[] = [];
  for (const member of members) {
    yield;
    if (isListed(member) && (words.length === 0 || foundBy(words, memberSearchText(member))))
      found.push({ member, key: memberSortKey(member) });
  }
  found.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return found.map(({ member }) => member);
}

function conditionOf(filter: MemberFilter, day: Day): (member: MemberData) => boolean {
  // Birth date of people who turn 18 on `day`.
  const ofAge = yearsBefore(day, AGE_OF_MAJORITY);
  const year = ofAge.slice(0, 4);
  const conditions: Record<MemberFilter, (member: MemberData) => boolean> = {
    present: () => true,
    minors: ({ birthDate }) => birthDate > ofAge,
    "turning-18": ({ birthDate }) => birthDate.startsWith(year),
    "no-consent": ({ birthDate, consentOn }) => consentOn === "" && birthDate > ofAge,
    "no-address": (member) => addressState(member) !== "complete",
    left: () => true,
  };
  return (member) => hasLeft(member) === (filter === "left") && conditions[filter](member);
}
