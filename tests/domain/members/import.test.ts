import { describe, expect, it } from "vitest";
import { matchColumns, readColumns } from "#domain/members/import/columns.ts";
import { readTable, TABLE_SENTENCES } from "#domain/members/import/csv-table.ts";
import { importPlanner } from "#domain/members/import/plan.ts";
import { readDate, typedLine } from "#domain/members/import/typed-line.ts";
import { aMember } from "#tests/contracts/members/register.contract.ts";

const DAY = "2027-02-01";
const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));
const read = (file: Uint8Array) => {
  const table = readTable(file);
  return table.ok
    ? [table.value.header, ...table.value.rows.map(({ number, cells }) => [number, ...cells])]
    : table.reason;
};

describe("a CSV file", () => {
  const LINES = [
    ["Prénom", "Nom"],
    [2, "Zoé", "Héritier"],
  ];

  it.each([
    ["UTF-8 with `;`", bytes("\ufeffPrénom;Nom\r\nZoé;Héritier\r\n")],
    ["Windows-1252 with `,`", bytes("Prénom,Nom\rZoé,Héritier", "latin1")],
    ["UTF-16 with tabs", bytes("\ufeffPrénom\tNom\nZoé\tHéritier", "utf16le")],
    ["quotes and empty lines", bytes('"Prénom"|"Nom"\n"Zoé"|"Héritier"\n|\n\n')],
  ])("is read: %s", (_, file) => expect(read(file)).toEqual(LINES));

  it("keeps the row numbers of a spreadsheet, line ends and quotes in cells, and undoes the marks of exports", () => {
    expect(read(bytes('sep=;\na;b\n\n"x\n""y""";\'+33 6'))).toEqual([
      ["a", "b"],
      [4, 'x\n"y"', "+33 6"],
    ]);
  });

  it.each([
    ["", "missing"],
    ["Nom", "empty"],
    ["PK\u0003\u0004", "workbook"],
    ["a\0b", "workbook"],
    ['a;b\n"x', "quote"],
    [";".repeat(100_000), "columns"],
    ["a;b\n".repeat(4000), "lines"],
    ["x".repeat(3_000_000), "heavy"],
  ] as const)("is refused: %.20j", (text, reason) => expect(read(bytes(text))).toBe(TABLE_SENTENCES[reason]));
});

it.each([
  ["05.08.2008", "2008-08-05"],
  ["5/8/08", "2008-08-05"],
  ["5.8.96", "1996-08-05"],
  ["2008-08-05T00:00:00", "2008-08-05"],
  ["5 août 2008", "2008-08-05"],
  ["1er févr. 2008", "2008-02-01"],
  ["31.02.2008", null],
  ["August", null],
])("reads the date %s", (text, day) => expect(readDate(text, DAY)).toBe(day));

it("matches columns by name, as Excel, ClubDesk and hitobito write them", () => {
  expect(matchColumns(["Prénom", "NOM", "Né(e) le", "Membre depuis", "x"])).toEqual([
    ...["firstName", "lastName", "birthDate", "since", null],
  ]);
  expect(matchColumns(["Vorname", "Nachname", "PLZ", "Ort", "E-Mail Adresse", "Telefon Mobil"])).toEqual([
    ...["firstName", "lastName", "postcode", "place", "email", "phone"],
  ]);
  expect(matchColumns(["Haupt-E-Mail", "Strasse", "Hausnummer", "Geburtstag"])).toEqual([
    ...["email", "street", "buildingNumber", "birthDate"],
  ]);
  expect(readColumns({ "column-1": "lastName", "column-0": "nothing", "column-9999": "note" }).slice(0, 2)).toEqual([
    ...[null, "lastName"],
  ]);
});

it("takes an address apart, joins its columns, and gives back the zero that Excel drops", () => {
  const columns = matchColumns(["Adresse", "NPA Lieu", "Mobile", "Téléphone", "Pays"]);
  expect(typedLine(["Rue du Stade 4", "1965 Savièse", "", "791234567", "Schweiz"], columns)).toEqual({
    ...{ street: "Rue du Stade", buildingNumber: "4", postcode: "1965", place: "Savièse" },
    ...{ phone: "0791234567", country: "CH" },
  });
});

describe("the plan of an import", () => {
  const zoe = { ...aMember(), id: "zoe" };
  const plan = (members: (typeof zoe)[], ...lines: string[]) => {
    const columns = matchColumns(["Prénom", "Nom", "Naissance", "Tél", "Sortie"]);
    const planner = importPlanner(members, { columns, since: DAY, day: DAY });
    return lines.map((line, i) => planner({ number: i + 2, cells: line.split(";") }));
  };

  it.each([
    ["zoe;HERITIER;5.8.2000;079 123 45 67", { is: "same" }],
    ["Zoé;Héritier;;", { is: "same" }],
    ["Zoé;Héritier;;078 000 00 00", { is: "changed", member: { id: "zoe", fields: { phone: "0780000000" } } }],
    ["Zoé;Héritier;5.8.2001;", { is: "new", member: { id: null } }],
    ["Ana;Luyet;;", { is: "new", member: { id: null, fields: { since: DAY, leftOn: "" } } }],
    [
      "Ana;Luyet;;;1.1.2027",
      { is: "refused", detail: "Parti·e le « 2027-01-01 » : C’est avant l’entrée de cette personne." },
    ],
    ["Ana;;;", { is: "refused", detail: "Nom : Ce champ est obligatoire." }],
    ["Ana;Luyet;hier;", { is: "refused", detail: "Date de naissance « hier » : écrivez 05.08.2008." }],
    [`${"A".repeat(1_000_000)};Luyet`, { is: "refused", name: `${"A".repeat(40)}…` }],
  ])("of %.40j", (line, planned) => {
    expect(JSON.parse(JSON.stringify(plan([zoe], line)[0]).replaceAll("\u00a0", " "))).toMatchObject(planned);
  });

  it("finds nobody twice, and does not guess between two people", () => {
    expect(plan([], "Ana;Luyet;;", "ANA;LUYET;;")[1]).toMatchObject({
      detail: "Cette personne est déjà à la ligne 2.",
    });
    const other = { ...zoe, id: "other", birthDate: "1990-01-01" };
    expect(plan([zoe, other], "Zoé;Héritier;;")[0]?.is).toBe("refused");
    expect(plan([{ ...zoe, birthDate: "" }], "Zoé;Héritier;5.8.2000;")[0]).toMatchObject({
      member: { id: "zoe", fields: { birthDate: "2000-08-05" } },
    });
  });

  it("says what changes", () =>
    expect(plan([{ ...zoe, birthDate: "" }], "Zoé;Héritier;5.8.2001;078 000 00 00")[0]?.detail).toBe(
      "Date de naissance\u00a0: rien → 05.08.2001, Téléphone\u00a0: 079 123 45 67 → 078 000 00 00",
    ));
});
