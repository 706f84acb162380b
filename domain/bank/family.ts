/** Fees of several members that one payment may pay at once: a parent pays for two children. */
import type { Fee } from "#domain/fees/fee.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { type MemberData, memberName } from "#domain/register/member.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";
import { foldText } from "#domain/text/search.ts";

/** If more members share an address, a phone number or a guardian, they do not count as a household. */
const HOUSEHOLD_MAX = 12;

type Relative = MemberData & { readonly id: string };

/**
 * Yields after each member, so that the caller can serve requests.
 * @returns a function that finds a member and everyone with the same address, phone number or legal representative
 */
export function* createHouseholdFinder(members: readonly Relative[]): Generator<void, (member: string) => string[]> {
  const byMark = new Map<string, string[]>();
  const marksOf = new Map<string, string[]>();
  for (const member of members) {
    const marks = householdMarks(member);
    marksOf.set(member.id, marks);
    for (const mark of marks) {
      const same = byMark.get(mark);
      if (same) same.push(member.id);
      else byMark.set(mark, [member.id]);
    }
    yield;
  }
  const sharing = (mark: string) => byMark.get(mark) ?? [];
  return (member) => {
    const marks = (marksOf.get(member) ?? []).filter((mark) => sharing(mark).length <= HOUSEHOLD_MAX);
    return [...new Set([member, ...marks.flatMap(sharing)])];
  };
}

function householdMarks({ street, buildingNumber, postcode, phone, guardianName, guardianPhone }: MemberData) {
  const address = street && foldText(`${street} ${buildingNumber} ${postcode}`);
  // Use both numbers as phone numbers: a minor's guardian may also be a member.
  const marks = [address && `address ${address}`, phone && `phone ${phone}`, guardianPhone && `phone ${guardianPhone}`];
  return [...new Set([...marks, guardianName && `guardian ${foldText(guardianName)}`].filter(Boolean))];
}

/** Maximum number of fees to combine. More fees have too many subsets, and rarely belong to one family. */
const FEES_MAX = 10;

/**
 * Finds sets of at least two open fees whose open amounts add up to `amount`. If all fees add up to it, returns all of
 * them; otherwise sets within one year; otherwise any sets.
 */
export function feeSetsWithSum(fees: readonly Fee[], amount: Centimes, openOf: (fee: Fee) => Centimes): Fee[][] {
  const sumOf = (set: readonly Fee[]) => set.reduce((sum, fee) => sum + openOf(fee), 0);
  if (fees.length < 2 || sumOf(fees) < amount) return [];
  if (sumOf(fees) === amount) return [[...fees]];
  if (fees.length > FEES_MAX) return [];
  const found = subsetsWithSum(fees, amount, openOf).filter((set) => set.length > 1);
  const ofOneYear = found.filter((set) => new Set(set.map(({ year }) => year)).size === 1);
  return ofOneYear.length > 0 ? ofOneYear : found;
}

function subsetsWithSum(fees: readonly Fee[], amount: Centimes, openOf: (fee: Fee) => Centimes): Fee[][] {
  if (amount === 0) return [[]];
  return fees.flatMap((fee, i) => {
    const rest = amount - openOf(fee);
    if (rest < 0) return [];
    return subsetsWithSum(fees.slice(i + 1), rest, openOf).map((set) => [fee, ...set]);
  });
}

/**
 * The names of several members in French, a shared last name once: « Léa et Tom Dubuis », « Léa Dubuis et Tom Rey ».
 */
export function joinMemberNames(members: readonly Pick<MemberData, "firstName" | "lastName">[]): string {
  const [{ lastName = "" } = {}] = members;
  const isFamily = lastName !== "" && members.every((member) => member.lastName === lastName);
  return isFamily
    ? `${listInFrench(members.map(({ firstName }) => firstName))} ${lastName}`
    : listInFrench(members.map(memberName));
}
