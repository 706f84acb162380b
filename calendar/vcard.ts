import { escape as escapeText, foldLines } from "ical-generator";
import { toMultiline } from "#domain/fields.ts";

/** A contact of an association. Empty texts are left out. */
export type VcardContact = {
  readonly name: string;
  /** Absolute URL of the member's own page. */
  readonly url: string;
  readonly email: string;
  /** International: `+41791234567`. */
  readonly phone: string;
  readonly note: string;
};

/** A vCard file, version 3.0 (RFC 2426): the contacts of iOS and Android import it completely, of 4.0 they do not. */
export function writeVcard({ name, url, email, phone, note }: VcardContact): string {
  const properties = [
    ["FN", text(name)],
    // The name of a person is required, and empty for an organisation.
    ["N", ";;;;"],
    ["ORG", text(name)],
    ["X-ABShowAs", "COMPANY"],
    ["EMAIL;TYPE=INTERNET", text(email)],
    ["TEL;TYPE=VOICE", text(phone)],
    // A URI is not escaped.
    ["URL", url],
    ["NOTE", text(note)],
  ].filter(([, value]) => value !== "");
  const lines = [["BEGIN", "VCARD"], ["VERSION", "3.0"], ...properties, ["END", "VCARD"]];
  return foldLines(lines.map(([property, value]) => `${property}:${value}\r\n`).join(""));
}

/** vCard 3.0 escapes and folds as iCalendar. */
const text = (value: string): string => escapeText(toMultiline(value), false);
