/** The letter above the payment slip of a bill on paper. */
import { type Day, dayInFrench } from "#domain/dates.ts";
import { isMinorMember, type MemberData, memberName } from "#domain/register/member.ts";
import { postalLines } from "#domain/register/postal-lines.ts";
import { withPreposition } from "#domain/text/elision.ts";

/** `address`: at most six paragraphs, which may wrap. `words`: the sentence of the committee. */
export type BillLetter = { readonly address: readonly string[]; readonly date: string; readonly words: string };

/** @param place town of the association, for the date line */
export const billLetter = (member: MemberData, place: string, words: string, today: Day): BillLetter => ({
  address: [...addressees(member, today), ...postalLines(member)],
  date: placeAndDate(place, today),
  words,
});

/** The date line of a letter: « Savièse, le 2 mars 2027 ». */
export const placeAndDate = (place: string, day: Day): string => `${place}, le ${dayInFrench(day)}`;

/** Address a minor's bill to the parents. */
function addressees(member: MemberData, today: Day): string[] {
  const name = memberName(member);
  if (!isMinorMember(member, today)) return [name].filter(Boolean);
  const { guardianName } = member;
  return guardianName
    ? [guardianName, name && `pour ${name}`].filter(Boolean)
    : [`Aux parents ${withPreposition(name)}`];
}
