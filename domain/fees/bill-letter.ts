/** The letter above the payment slip of a bill on paper. */
import { type Day, dayInFrench } from "#domain/dates.ts";
import { exactStreetAndNumber, HOME_COUNTRY, type PostalAddress } from "#domain/register/address.ts";
import { isMinorMember, type MemberData, memberName } from "#domain/register/member.ts";
import { COUNTRY_NAMES } from "#domain/register/member-form.ts";
import { withPreposition } from "#domain/text/elision.ts";

/** `address`: at most six paragraphs, which may wrap. `words`: the sentence of the committee. */
export type BillLetter = { readonly address: readonly string[]; readonly date: string; readonly words: string };

/** @param place town of the association, for the date line */
export const billLetter = (member: MemberData, place: string, words: string, today: Day): BillLetter => ({
  address: [...addressees(member, today), ...placeLines(member)],
  date: `${place}, le ${dayInFrench(today)}`,
  words,
});

/** Address a minor's bill to the parents. */
function addressees(member: MemberData, today: Day): string[] {
  const name = memberName(member);
  if (!isMinorMember(member, today)) return [name].filter(Boolean);
  const { guardianName } = member;
  return guardianName
    ? [guardianName, name && `pour ${name}`].filter(Boolean)
    : [`Aux parents ${withPreposition(name)}`];
}

/**
 * The lines of a postal address. An unsure street is printed as it was typed: a postman understands what a bank
 * refuses. The post wants the name of a foreign country on the last line, and no country code before the postcode.
 */
function placeLines(member: PostalAddress): string[] {
  const { street, buildingNumber } = exactStreetAndNumber(member) ?? member;
  const streetLine = `${street} ${buildingNumber}`.trim();
  // Splits « c/o Dupont, Rue du Stade 5 » into two lines.
  const segments = streetLine.split(", ");
  const town = `${member.postcode} ${member.place}`.trim();
  const lines = [...(segments.length <= 2 ? segments : [streetLine]), town].filter(Boolean);
  const { country } = member;
  if (lines.length === 0 || country === HOME_COUNTRY) return lines;
  return [...lines, (COUNTRY_NAMES[country] ?? country).toUpperCase()];
}
