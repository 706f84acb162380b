import { exactStreetAndNumber, HOME_COUNTRY, type PostalAddress } from "#domain/register/address.ts";
import { COUNTRY_NAMES } from "#domain/register/member-form.ts";

/**
 * The lines of a postal address below the name. An unsure street is printed as it was typed: a postman understands what a
 * bank refuses. The post wants the name of a foreign country on the last line, and no country code before the postcode.
 */
export function postalLines(member: PostalAddress): string[] {
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
