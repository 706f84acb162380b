import fc from "fast-check";
import { expect, it } from "vitest";
import { matchColumns } from "#domain/register/import/columns.ts";
import { readCsvTable } from "#domain/register/import/csv-table.ts";
import { createImportPlanner, fieldForExport, findDateFormats } from "#domain/register/import/plan.ts";
import {
  EMPTY_MEMBER,
  IN_GROUP_CHAT,
  MEMBER_FIELDS,
  MEMBER_LABELS,
  type MemberData,
  samePersonKey,
} from "#domain/register/member.ts";
import { leavingSchema, memberSchema } from "#domain/register/member-form.ts";
import { writeCsv } from "#domain/text/csv.ts";
import { finish } from "#tests/steps.ts";

const DAY = "2027-02-01";
const schema = memberSchema(DAY);
const leaving = leavingSchema(DAY, "");

/** Texts that spreadsheets, CSV and the readers of cells treat in a special way. */
const PIECES = [
  "=",
  "+",
  "-",
  "@",
  "＝",
  ";",
  ",",
  "\t",
  "\n",
  '"',
  "'",
  "’",
  " ",
  "\u00a0",
  "\\N",
  "NULL",
  "Total",
  "Prénom",
  "é",
  "Ž",
  "Ã©",
  "ß",
  "ł",
  "a",
  "B",
  "0",
  "7",
  "1965",
  "5.8.04",
  "38204",
  "079 123 45 67",
  "x@y.ch",
  "🎉",
  "\ufeff",
];
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...PIECES), maxLength }),
    fc.string({ unit: "grapheme", maxLength }),
    fc.constant(""),
  );
const day = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const phone = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 210_000_000, max: 999_999_999 }).map((number) => `0${number}`),
  fc.integer({ min: 100_000_000, max: 999_999_999 }).map((number) => `+33${number}`),
);

const typed = fc.record({
  firstName: text(8),
  lastName: text(8),
  street: text(8),
  buildingNumber: text(4),
  place: text(8),
  note: text(20),
  postcode: fc.constantFrom("", "1965", "8001"),
  country: fc.constantFrom("CH", "FR", "LI"),
  phone,
  guardianPhone: phone,
  guardianName: text(8),
  // The apostrophe before an address is that of a spreadsheet.
  email: fc.oneof(
    fc.constant(""),
    fc.emailAddress().filter((email) => !/^['`]/.test(email)),
  ),
  inGroupChat: fc.constantFrom("", IN_GROUP_CHAT),
  birthDate: fc.oneof(fc.constant(""), day("1930-01-01", "2010-01-01")),
  since: day("1950-01-01", "2020-01-01"),
  consentOn: fc.oneof(fc.constant(""), day("2000-01-01", "2026-01-01")),
  leftOn: fc.oneof(fc.constant(""), day("2020-01-02", "2026-01-01")),
  leftReason: text(12),
  returnedOn: fc.oneof(fc.constant(""), day("2020-01-02", "2020-01-03")),
});

/** What the register would keep of a form. */
const member = typed
  .map((values): MemberData | null => {
    const { data } = schema.safeParse(values);
    const left = leaving.safeParse(values).data ?? {};
    return data ? { ...EMPTY_MEMBER, ...data, ...left, returnedOn: values.leftOn ? "" : values.returnedOn } : null;
  })
  .filter((one) => one !== null);

const register = fc.uniqueArray(member, { selector: samePersonKey, minLength: 1, maxLength: 4 });

function plan(members: readonly MemberData[], known: readonly MemberData[]) {
  const lines = members.map((one) => MEMBER_FIELDS.map((field) => fieldForExport(field, one[field])));
  const file = finish(writeCsv([MEMBER_FIELDS.map((field) => MEMBER_LABELS[field]), ...lines]));
  const read = finish(readCsvTable(new Uint8Array(Buffer.from(file))));
  if (!read.ok) throw new Error(read.reason);
  const { header, rows, samples } = read.value;
  const columns = matchColumns(header, samples);
  const options = { columns, header, since: DAY, day: DAY, dates: finish(findDateFormats(rows, columns, {})) };
  return rows.map(
    createImportPlanner(
      known.map((one, i) => ({ ...one, id: String(i) })),
      options,
    ),
  );
}

it("importing an exported register changes nothing", () => {
  fc.assert(
    fc.property(register, (members) => {
      const lines = plan(members, members);
      expect(lines.map(({ is, detail }) => [is, detail])).toEqual(members.map(() => ["same", ""]));
    }),
    { numRuns: 10_000 },
  );
});

it("importing an exported register into an empty one creates the same members, except for their returns", () => {
  fc.assert(
    fc.property(register, (members) => {
      const imported = plan(members, []).map(({ member: one, detail }) => one?.fields ?? detail);
      expect(imported).toEqual(members.map((one) => ({ ...one, returnedOn: "" })));
    }),
    { numRuns: 2_000 },
  );
});

it("importing an exported register changes nothing in a note that ends with a comma", () => {
  const one = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Luyet", since: DAY, note: "Vient avec Paul," };
  expect(plan([one], [one])).toMatchObject([{ is: "same" }]);
});
