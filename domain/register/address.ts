import { normaliseUnicode } from "#domain/text/normal-form.ts";

/** Banks require these separate fields since November 2025. `country`: ISO 3166-1 alpha-2. */
export type PostalAddress = Record<"street" | "buildingNumber" | "postcode" | "place" | "country", string>;

type Street = Pick<PostalAddress, "street" | "buildingNumber">;
type Town = Pick<PostalAddress, "postcode" | "place" | "country">;

export const HOME_COUNTRY = "CH";

const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  CH: "suisse|schweiz|svizzera|svizra|switzerland",
  LI: "liechtenstein",
  FR: "france|frankreich|francia",
  IT: "italie|italien|italia|italy",
  DE: "allemagne|deutschland|germania|germany",
  AT: "autriche|osterreich|austria",
};
const POSTCODE_DIGITS: Readonly<Record<string, number>> = { CH: 4, LI: 4, AT: 4, FR: 5, IT: 5, DE: 5 };
const COUNTRY_PREFIXES: Readonly<Record<string, string>> = {
  CH: "CH",
  FL: "LI",
  LI: "LI",
  F: "FR",
  FR: "FR",
  I: "IT",
  IT: "IT",
  D: "DE",
  DE: "DE",
  A: "AT",
  AT: "AT",
};
/**
 * Canton codes that may follow a place. BE and LU are missing, because they may also mean Belgium and Luxembourg: their
 * postcodes have four digits, too.
 */
const CANTONS = new Set("AG AI AR BL BS FR GE GL GR JU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH".split(" "));
const CANTON_NAMES = /^(?:valais|wallis|vaud|geneve|fribourg|neuchatel|jura|berne|bern|tessin|ticino|zurich)$/;
const LIECHTENSTEIN = /^94(?:8[5-9]|9[0-8])$/;

const TEXT_MAX = 500;

const folded = (text: string): string => normaliseUnicode(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** The code of a country from its code or its name in French, German, Italian or English. Null if unknown. */
export function countryCodeOf(text: string): string | null {
  const name = folded(text.slice(0, TEXT_MAX));
  const found = Object.entries(COUNTRY_NAMES).find(
    ([code, names]) => code.toLowerCase() === name || names.split("|").includes(name),
  );
  return found?.[0] ?? null;
}

/**
 * Splits an address that was typed or pasted as one text. A part that can be read in two ways stays in `street` as it
 * was typed. `postalAddressState` then returns `unsure`. `country`: code of the country, if it is known from elsewhere.
 */
export function splitPostalAddress(typed: string, country: string | null = null): PostalAddress {
  const whole = { buildingNumber: "", postcode: "", place: "", country: HOME_COUNTRY };
  if (typed.length > TEXT_MAX) return { ...whole, street: typed };
  const segments = segmentsOf(typed);
  const found = findTown(segments, country);
  if (found === "several" || (!found && countryCodeOf(segments.at(-1) ?? "")))
    return { ...whole, street: segments.join(", ") };
  if (!found) return { ...whole, ...(readStreet(segments, false) ?? { street: segments.join(", ") }) };
  const { rest, ...town } = found;
  return { ...(readStreet(rest, true) ?? { street: rest.join(", "), buildingNumber: "" }), ...town };
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const TOWN_START = String.raw`(?:[A-Z]{1,3}[-–])?\d{4,5}\s+\p{L}`;
/** The dash or slash in « Rue du Stade 5 - 1965 Savièse » and « Rue du Stade 5/1965 Savièse ». */
const DASH_BEFORE_TOWN = new RegExp(String.raw`(?:\s[-–—/]+\s?|(?<=\d[a-z]?)[-–—/]\s?)(?=${TOWN_START})`, "giu");

function segmentsOf(typed: string): string[] {
  return normaliseUnicode(typed, "NFC")
    .replace(INVISIBLE, "")
    .replace(/(?<![\p{L}\d])(CH|FL|LI|VS)\s?[-–]?\s?(?=\d{4}\s)/giu, "$1-")
    .split(/[,;\n\r|•·]/)
    .flatMap((text) => text.replace(/\s+/g, " ").replace(DASH_BEFORE_TOWN, "\n").split("\n"))
    .map((text) => text.replace(/^[\s.]+|[\s.]+$/g, "").replace(/^[-–—/]\s|\s[-–—/]$/g, ""))
    .filter((text) => text !== "");
}

const STREET_WORDS =
  /(?:^|[\s,])(?:rue|ruelle|route|rte|chemin|ch\.|che?m\.|avenue|av\.?|place|pl\.|impasse|imp\.|passage|sentier|quai|boulevard|bd\.?|allée|promenade|square|montée|venelle|grand[-’' ]rue|via|viale|piazza|vicolo|corso)\s|\p{L}(?:strasse|straße|str\.|gasse|weg|platz)(?!\p{L})/iu;
const isStreet = (text: string): boolean => STREET_WORDS.test(`${text} `);
/** The greedy start makes the last postcode match. A name of a place contains no group of three digits. */
const TOWN = /^(?:(.*\S)\s)?(?:([A-Z]{1,3})[-–])?(\d{4,5})\s(\p{L}\D*(?:\s\d{1,2})?)$/iu;
const POSTCODE_ALONE = /^(?:[A-Z]{1,3}[-–])?\d{4,5}$/i;

/** `rest`: the segments without town and country. `several`: the town or its country can be read in two ways. */
function findTown(segments: readonly string[], given: string | null): (Town & { rest: string[] }) | "several" | null {
  const parts = joinPostcode(segments);
  const written = parts.length > 1 ? countryCodeOf(parts.at(-1) ?? "") : null;
  if (written) parts.pop();
  const at = parts.findLastIndex((part) => townIn(part) !== null);
  const town = townIn(parts[at] ?? "");
  if (!town) return null;
  const before = [...parts.slice(0, at), ...(town.before ? [town.before] : [])];
  const after = parts
    .slice(at + 1)
    .filter((part) => !CANTONS.has(part.toUpperCase()) && !CANTON_NAMES.test(folded(part)));
  const rest = before.length > 0 ? before : after;
  const { place, named } = placeAndCountry(town.place);
  const known = countryOf(town.prefix, town.postcode, written ?? named ?? given);
  const isAmbiguous = before.length > 0 && after.length > 0;
  // « Lausanne 25 » ends with the number of a post office, but « Chandolin 12 » with a house number.
  const isHouse = /\d$/.test(place) && rest.length === 0;
  if (!known || isAmbiguous || isHouse || rest.some((part) => townIn(part))) return "several";
  return { rest, postcode: town.postcode, place, country: known };
}

/** Joins a postcode and its place: « 1965, Savièse » becomes « 1965 Savièse ». */
function joinPostcode(segments: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of segments) {
    const last = joined.at(-1) ?? "";
    const isPlace = POSTCODE_ALONE.test(last) && /^\p{L}/u.test(part) && !isStreet(part);
    joined.push(isPlace ? `${joined.pop()} ${part}` : part);
  }
  return joined;
}

function townIn(part: string) {
  const [, before = "", prefix = "", postcode = "", place = ""] = TOWN.exec(part) ?? [];
  if (postcode === "" || isStreet(place)) return null;
  return { before, prefix: prefix.toUpperCase(), postcode, place };
}

/** Splits off the country in « Savièse (Suisse) » and « Savièse Suisse ». */
function placeAndCountry(text: string): { place: string; named: string | null } {
  const [, place = "", last = ""] = /^(\S.*?)[\s(/-]+(\p{L}+)\)?$/u.exec(text) ?? [];
  const named = last.length > 2 ? countryCodeOf(last) : null;
  return named ? { place, named } : { place: text, named: null };
}

function countryOf(prefix: string, postcode: string, named: string | null): string | null {
  const isCanton = postcode.length === 4 && CANTONS.has(prefix);
  const byPrefix = isCanton ? HOME_COUNTRY : (COUNTRY_PREFIXES[prefix] ?? null);
  if (prefix !== "" && (!byPrefix || (named && named !== byPrefix))) return null;
  const usual = LIECHTENSTEIN.test(postcode) ? "LI" : HOME_COUNTRY;
  const country = byPrefix ?? named ?? usual;
  const isPossible = POSTCODE_DIGITS[country] === postcode.length && !/^0\d{3}$/.test(postcode);
  return isPossible ? country : null;
}

const NUMBER_SIGN = String.raw`(?:(?:n[o°º]|№|nr|numéro)\.?\s?)?`;
const SUFFIX = String.raw`(?:\s?(?:bis|ter|quater|[a-z])(?![\p{L}\d’']))?`;
const NUMBER = String.raw`\d{1,4}${SUFFIX}(?:\s?[-–/+]\s?(?:\d{1,4}${SUFFIX}|[a-z](?!\p{L})))?`;
const NUMBER_ALONE = new RegExp(`^${NUMBER_SIGN}${NUMBER}$`, "iu");
const NUMBER_LAST = new RegExp(String.raw`^(.*?\p{L}.*?)\s${NUMBER_SIGN}(${NUMBER})$`, "iu");
const NUMBER_FIRST = new RegExp(String.raw`^${NUMBER_SIGN}(${NUMBER})\s(\p{L}.*)$`, "iu");
const ORDINAL = /^\d+\s?(?:er|re|e|[eè]me|nde?)\s/iu;
/** An article before the number: « Place du 14 » has no house number. */
const ARTICLE_LAST = /(?:^|\s)(?:du|de|des|la|le|les)$/i;
const MONTHS = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";
/** Numbers that belong to the street name: « Rue du 14 Juillet », « Rue des 4-Vents », « Rue du 8 Mai 1945 ». */
const NUMBER_IN_NAME = new RegExp(
  String.raw`(?<=(?:^|\s)(?:du|de|des|la|le|les|der|zum|zur)\s)\d+(?:(?:er)?[\s-](?:${MONTHS})[\s-]1[6-9]\d{2}(?!\d)|(?=\p{L}|[\s-]\p{L}{3}))`,
  "giu",
);
const maskNames = (text: string): string => text.replace(NUMBER_IN_NAME, (name) => "x".repeat(name.length));
const hasNumber = (text: string): boolean => /\d/.test(maskNames(text));

const POST_BOX = String.raw`case postale|casella postale|boîte postale|postfach|c\.?p|b\.?p|p\.?o\.? ?box`;
const BESIDE = String.raw`app|appt|apt|appart|appartement|logement|studio|chambre|bât|bat|bâtiment|batiment|bloc|immeuble|entrée|escalier|esc|étage|etage|lot|rez|rez-de-chaussée|hall|halle|porte|box|wohnung|whg|stock|int|interno|c/o|chez|p/a|p\.\s?a|${POST_BOX}`;
const POST_BOX_SEGMENT = new RegExp(String.raw`^(?:${POST_BOX})\.?\s?\d+$`, "iu");
/** Parts of an address that are neither street nor house number: flat, building, floor, post box, « c/o ». */
const BESIDE_SEGMENT = new RegExp(
  String.raw`^(?:(?:${BESIDE})(?=[\s.:\d]|$)|\d+\s?(?:er|e|[eè]me|\.)\s?(?:étage|etage|stock|og))`,
  "iu",
);
const BESIDE_INLINE = new RegExp(
  String.raw`^(.*?\d(?:\s?(?:bis|ter|[a-z]))?)[\s(–-]+((?:(?:${BESIDE})(?=[\s.:\d])|\d+\s?(?:er|e|[eè]me)\s(?:étage|etage)).*?)\)?$`,
  "iu",
);

/**
 * A word before a number that makes it something else than a house number: « Rue du Stade app. 12 », « Rue du Stade c/o
 * Dupont 3 ». But « Chemin du Lot 3 » has a house number.
 */
const BESIDE_IN_STREET = new RegExp(
  String.raw`(?:^|[\s(])(?<!(?:^|\s)(?:du|de|des|la|le|les)\s)(?:${BESIDE})(?=[\s.:]|$)`,
  "iu",
);

/** Null if the house number can be read in two ways. @param hasTown false if a postcode may be among the numbers */
function readStreet(segments: readonly string[], hasTown: boolean): Street | null {
  const [beside, main]: [string[], string[]] = [[], []];
  for (const segment of segments.flatMap(splitBeside)) (BESIDE_SEGMENT.test(segment) ? beside : main).push(segment);
  const joined = joinNumber(main);
  if (!joined.some(hasNumber) && beside.every((text) => !hasNumber(text) || POST_BOX_SEGMENT.test(text)))
    return { street: segments.join(", "), buildingNumber: "" };
  const street = joined.at(-1) ?? "";
  const read = readNumber(street, hasTown);
  const before = joined.slice(0, -1);
  // « Rue du Stade, Villa 4 » has no house number.
  const isBehindStreet = before.some(isStreet) && !isStreet(street);
  if (!read || isBehindStreet || before.some(hasNumber)) return null;
  return { ...read, street: [...beside, ...before, read.street].join(", ") };
}

function splitBeside(segment: string): string[] {
  const [, main, beside] = BESIDE_INLINE.exec(segment) ?? [];
  return main && beside && !BESIDE_SEGMENT.test(segment) ? [main, beside] : [segment];
}

/** Joins street and number: « 12, chemin des Vignes », « Chemin des Vignes, 12 ». */
function joinNumber(segments: readonly string[]): string[] {
  const at = segments.findIndex((text) => NUMBER_ALONE.test(text));
  const [number = "", before, after] = [segments[at], segments[at - 1], segments[at + 1]];
  if (at > 0 && before && !after && !hasNumber(before)) return [...segments.slice(0, at - 1), `${before} ${number}`];
  if (at === 0 && after && !hasNumber(after)) return [`${after} ${number}`, ...segments.slice(2)];
  return [...segments];
}

function readNumber(text: string, hasTown: boolean): Street | null {
  const masked = maskNames(text);
  const [, before, last] = NUMBER_LAST.exec(masked) ?? [];
  const [, first, after] = NUMBER_FIRST.exec(masked) ?? [];
  const [street, number] = before && last ? [before, last] : [after, first];
  const isNumbered = first !== undefined && last !== undefined;
  if (!street || !number || isNumbered || /\d/.test(street)) return null;
  if (ARTICLE_LAST.test(street) || BESIDE_IN_STREET.test(street)) return null;
  // « 3 Fontaines » is a name. « 2e étage » is no number 2e.
  if (number === first && (!isStreet(street) || ORDINAL.test(text))) return null;
  if (!hasTown && /^[1-9]\d{3}$/.test(number)) return null;
  const named = street === before ? text.slice(0, street.length) : text.slice(-street.length);
  return { street: named, buildingNumber: number.replace(/\s/g, "").replace("–", "-") };
}

/** What people and exported lists write for a house without a number. */
const NO_NUMBER = /^(?:s\.?\s?\/?\s?n\.?|snc|sans(?: num[ée]ro)?|aucun|[-–—]+)$/iu;

/**
 * Street and number in the form that the post and the bank need. Null if a number in `street` can be read in two ways.
 * The committee resolves such a street by typing the number « s. n. ».
 */
export function exactStreetAndNumber({ street, buildingNumber }: Street): Street | null {
  if (street.length > TEXT_MAX) return null;
  if (buildingNumber === "") return readStreet(segmentsOf(street), true);
  if (NO_NUMBER.test(buildingNumber)) return { street, buildingNumber: "" };
  const segments = segmentsOf(street);
  const inside = readNumber(segments.findLast((segment) => !BESIDE_SEGMENT.test(segment)) ?? "", true);
  if (!inside) return { street, buildingNumber };
  // Also split the field of the street: browsers fill « Rue du Stade 5 » into it.
  return inside.buildingNumber === buildingNumber.replace(/\s/g, "") ? readStreet(segments, true) : null;
}

/** `unsure`: the address has a text, but the post or the bank cannot use it. Some villages have no street names. */
export function postalAddressState(address: Omit<PostalAddress, "country">): "complete" | "unsure" | "missing" {
  const { street, postcode, place } = address;
  if (postcode === "" || place === "") return street === "" ? "missing" : "unsure";
  return exactStreetAndNumber(address) ? "complete" : "unsure";
}
