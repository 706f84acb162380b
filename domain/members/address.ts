/** Banks require these separate fields since November 2025. `country`: ISO 3166-1 alpha-2. */
export type PostalAddress = Record<"street" | "buildingNumber" | "postcode" | "place" | "country", string>;

export const HOME_COUNTRY = "CH";

/** Prefixes of postcodes, as in `F-74000`. */
const PREFIXES: Record<string, string> = { CH: "CH", FL: "LI", LI: "LI", F: "FR", FR: "FR", D: "DE", DE: "DE" };
const TOWN = /(?:^|[\s,;])(?:(CH|FL|LI|FR?|DE?)\s?[-–]\s?)?(\d{4,5})[\s,]+(\p{L}[^,;\n\d]*)/iu;
/** Use `{1,2}`, because `+` would take quadratic time. `tidy` leaves at most two separators in a row. */
const NUMBER_LAST = /[\s,]{1,2}(\d+(?:\s?(?:bis|ter|[a-z]))?(?:\s?[-/]\s?\d+\s?[a-z]?)?)$/iu;
const NUMBER_FIRST = /^(\d+(?:\s?(?:bis|ter)\b|[a-z]\b)?)[\s,]+(\p{L}.*)$/iu;

/** Splits a typed address. Unrecognised parts stay in `street`, so that no text is lost. */
export function splitAddress(typed: string): PostalAddress {
  const [, prefix = "", postcode = "", place = ""] = TOWN.exec(typed) ?? [];
  const rest = tidy(typed.replace(TOWN, ", "));
  const country = PREFIXES[prefix.toUpperCase()] ?? HOME_COUNTRY;
  return { ...splitStreet(rest), postcode, place: tidy(place), country };
}

function splitStreet(text: string): Pick<PostalAddress, "street" | "buildingNumber"> {
  const last = NUMBER_LAST.exec(text);
  const street = text.slice(0, last?.index);
  if (last && /\p{L}/u.test(street)) return { street, buildingNumber: (last[1] ?? "").replace(/\s/g, "") };
  const first = NUMBER_FIRST.exec(text);
  if (first) return { street: tidy(first[2] ?? ""), buildingNumber: (first[1] ?? "").replace(/\s/g, "") };
  return { street: text, buildingNumber: "" };
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/\s?[,;](?:\s?[,;])*\s?/g, ", ")
    .replace(/^[\s,;]+|[\s,;]+$/g, "");
