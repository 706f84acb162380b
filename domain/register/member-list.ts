import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, yearsBefore } from "#domain/dates.ts";
import { mobileNumbersOfMember } from "#domain/rounds/phones.ts";
import { containsAllWords, searchWords } from "#domain/text/search.ts";
import { postalAddressState } from "./address.ts";
import {
  type EmailWithRefusal,
  hasLeft,
  type MemberData,
  type MemberFilter,
  memberSearchText,
  memberSortKey,
  workingEmail,
} from "./member.ts";

/**
 * `text`: as typed. A member must contain every word, ignoring accents and case. `day`: today in Zurich. `kept`: ids of
 * members whom the filter does not exclude.
 */
export type MemberSearch = {
  readonly text: string;
  readonly filter: MemberFilter;
  readonly day: Day;
  readonly kept?: ReadonlySet<string>;
};

type Listed = MemberData & EmailWithRefusal & { readonly id?: string };

/**
 * Finds members of the register, for `runInSlices`. Yields after each member.
 * @param members all members, in the order of members with equal names
 * @returns the members who match, sorted by last name and first name
 */
export function* filterMembers<One extends Listed>(
  members: readonly One[],
  { text, filter, day, kept }: MemberSearch,
): Generator<void, One[]> {
  const words = searchWords(text);
  const isListed = conditionOf(filter, day);
  const found: { member: One; key: string }[] = [];
  for (const member of members) {
    yield;
    if (
      (isListed(member) || kept?.has(member.id ?? "")) &&
      (words.length === 0 || containsAllWords(words, memberSearchText(member)))
    )
      found.push({ member, key: memberSortKey(member) });
  }
  found.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return found.map(({ member }) => member);
}

function conditionOf(filter: MemberFilter, day: Day): (member: Listed) => boolean {
  // Birth date of people who turn 18 on `day`.
  const ofAge = yearsBefore(day, AGE_OF_MAJORITY);
  const year = ofAge.slice(0, 4);
  const conditions: Record<MemberFilter, (member: Listed) => boolean> = {
    present: () => true,
    minors: ({ birthDate }) => birthDate > ofAge,
    "turning-18": ({ birthDate }) => birthDate.startsWith(year),
    "no-consent": ({ birthDate, consentOn }) => consentOn === "" && birthDate > ofAge,
    "no-address": (member) => postalAddressState(member) !== "complete",
    "no-email": (member) => workingEmail(member) === "",
    unreachable: (member) => workingEmail(member) === "" && mobileNumbersOfMember(member, day).length === 0,
    "not-in-group": ({ inGroupChat }) => inGroupChat === "",
    left: () => true,
    "left-in-group": ({ inGroupChat }) => inGroupChat !== "",
  };
  const isOfFormer = filter === "left" || filter === "left-in-group";
  return (member) => hasLeft(member) === isOfFormer && conditions[filter](member);
}
