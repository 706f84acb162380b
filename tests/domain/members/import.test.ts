import { describe, expect, it } from "vitest";
import { matchColumns, readColumns } from "#domain/members/import/columns.ts";
import { readTable } from "#domain/members/import/csv-table.ts";
import { importPlanner } from "#domain/members/import/plan.ts";
import { readDate, typedLine } from "#domain/members/import/typed-line.ts";
import { aMember } from "#tests/contracts/members/register.contract.ts";

const DAY = "2027-02-01";
const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));
const read = (file: Uint8Array) => {
  const table = readTable(file);
  return table.ok && [table.value.header, ...table.value.rows.map(({ number, cells }) => [number, ...cells])];
};

describe("a CSV file", () => {
  it.each([
    ["UTF-8 with `;`", bytes("\ufeffPrénom;Nom\r\nZoé;Héritier\r\n")],
    ["Windows-1252 with `,`", bytes("Prénom,Nom\rZoé,Héritier", "latin1")],
    ["UTF-16 with tabs", bytes("\ufeffPrénom\tNom\nZoé\tHéritier", "utf16le")],
    ["`|`, quotes and empty lines", bytes('"Prénom"|"Nom"\n"Zoé"|"Héritier"\n|\n\n')],
  ])("is read when it has %s", (_, file) => {
    expect(read(file)).toEqual([
      ["Prénom", "Nom"],
      [2, "Zoé", "Héritier"],
    ]);
  });

  it("keeps row numbers, line ends and quotes, and loses the separator line and the apostrophes of exports", () => {
    expect(read(bytes('sep=;\na;b\n\n"x\n""y""";\'+33 6'))).toEqual([
      ["a", "b"],
      [4, 'x\n"y"', "+33 6"],
    ]);
  });
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

it("recognises the column titles of Excel, ClubDesk and hitobito", () => {
  const fieldsOf = (...titles: string[]) => matchColumns(titles).join(" ");
  expect(fieldsOf("Prénom", "NOM", "Né(e) le", "Membre depuis", "x")).toBe("firstName lastName birthDate since ");
  expect(fieldsOf("Vorname", "Nachname", "PLZ", "Ort")).toBe("firstName lastName postcode place");
  expect(fieldsOf("E-Mail Adresse", "Telefon Mobil", "Haupt-E-Mail")).toBe("email phone email");
  expect(fieldsOf("Strasse", "Hausnummer", "Geburtstag")).toBe("street buildingNumber birthDate");
  const chosen = readColumns({ "column-1": "lastName", "column-0": "nothing", "column-9999": "note" });
  expect(chosen.slice(0, 2)).toEqual([null, "lastName"]);
});

it("joins and splits the columns of an address, and restores the leading zero of a phone number", () => {
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
      { is: "refused", detail: "Parti·e le « 01.01.2027 » : C’est avant l’entrée de cette personne." },
    ],
    ["Ana;;;", { is: "refused", detail: "Nom : Ce champ est obligatoire." }],
    ["Ana;Luyet;hier;", { is: "refused", detail: "Date de naissance « hier » : écrivez 05.08.2008." }],
    [`${"A".repeat(1_000_000)};Luyet`, { is: "refused", name: `${"A".repeat(40)}…` }],
  ])("for the line %.40j", (line, planned) => {
    expect(JSON.parse(JSON.stringify(plan([zoe], line)[0]).replaceAll("\u00a0", " "))).toMatchObject(planned);
  });

  it("refuses a person who is in the file twice, and a name that two members have", () => {
    expect(plan([], "Ana;Luyet;;", "ANA;LUYET;;")[1]?.detail).toBe("Cette personne est déjà à la ligne 2.");
    const other = { ...zoe, id: "other", birthDate: "1990-01-01" };
    expect(plan([zoe, other], "Zoé;Héritier;;")[0]?.is).toBe("refused");
  });

  it("matches a member without birth date by name, and describes the changes", () => {
    expect(plan([{ ...zoe, birthDate: "" }], "Zoé;Héritier;5.8.2001;078 000 00 00")[0]).toMatchObject({
      member: { id: "zoe", fields: { birthDate: "2001-08-05", phone: "0780000000" } },
      detail: "Date de naissance\u00a0: rien → 05.08.2001, Téléphone\u00a0: 079 123 45 67 → 078 000 00 00",
    });
  });
});
