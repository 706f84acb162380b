import { describe, expect, it } from "vitest";
import { matchColumns, selectedColumnFields } from "#domain/register/import/columns.ts";
import { readEmails, readPhones } from "#domain/register/import/contact-cells.ts";
import { type CsvReadingOptions, readCsvTable } from "#domain/register/import/csv-table.ts";
import {
  detectDateOrders,
  isEmptyDateCell,
  readImportedDate,
  readImportedEntryDay,
} from "#domain/register/import/dates.ts";
import type { CsvEncoding } from "#domain/register/import/encoding.ts";
import { createImportPlanner, findDateFormats } from "#domain/register/import/plan.ts";
import type { ImportField } from "#domain/register/import/titles.ts";
import { readImportedLine } from "#domain/register/import/typed-line.ts";
import { IN_GROUP_CHAT } from "#domain/register/member.ts";
import { aMember } from "#tests/contracts/register/register.contract.ts";
import { finish } from "#tests/steps.ts";

const DAY = "2027-02-01";
const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));

function table(file: Uint8Array, choices: CsvReadingOptions = {}) {
  const result = finish(readCsvTable(file, choices));
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}
const read = (file: Uint8Array, choices?: CsvReadingOptions) => {
  const { header, rows } = table(file, choices);
  return [header, ...rows.map(({ number, cells }) => [number, ...cells])];
};
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null).replaceAll("\u00a0", " "));

describe("a CSV file", () => {
  it.each([
    ["UTF-8 with `;`", bytes("\ufeffPrénom;Nom\r\nZoé;Héritier\r\n")],
    ["Windows-1252 with `,`", bytes("Prénom,Nom\rZoé,Héritier", "latin1")],
    ["UTF-16 with tabs", bytes("\ufeffPrénom\tNom\nZoé\tHéritier", "utf16le")],
    ["UTF-16 without a mark", bytes("Prénom;Nom\nZoé;Héritier", "utf16le")],
    ["`|`, quotes and empty lines", bytes('"Prénom"|"Nom"\n"Zoé"|"Héritier"\n|\n\n')],
    ["UTF-8 twice", bytes(Buffer.from("Prénom;Nom\nZoé;Héritier").toString("latin1"))],
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

  it.each([
    ['="1965"', "1965"],
    ['"=""0791234567"""', "0791234567"],
    ["NULL", ""],
    ["\\N", ""],
    ['"NULL"', "NULL"],
    ["Null", "Null"],
  ])("reads the cell %s", (cell, text) => {
    expect(read(bytes(`Nom;Note\nx;${cell}\n`))[1]).toEqual([2, "x", text]);
  });

  const OLD_MAC = {
    é: 0x8e,
    è: 0x8f,
    ü: 0x9f,
    ç: 0x8d,
    à: 0x88,
    ö: 0x9a,
    ô: 0x99,
    ë: 0x91,
    ï: 0x95,
    "’": 0xd5,
    É: 0x83,
  };
  const CP850 = { é: 0x82, è: 0x8a, ü: 0x81, ç: 0x87, à: 0x85, ö: 0x94, ô: 0x93, ë: 0x89, ï: 0x8b, "’": 0x27, É: 0x90 };
  const WINDOWS = { "’": 0x92 };
  const encoded = (text: string, codes: Record<string, number>) =>
    Uint8Array.from([...text].map((character) => codes[character] ?? character.charCodeAt(0)));

  it.each([
    ["Rémy", "Hélène", "Müller"],
    ["Zoé", "François", "Böhm"],
    ["Jérôme", "Héritier", "Genève"],
    ["Noëmie", "RÉMY", "Zürich"],
    ["Éloïse", "D’Amico", "Grône"],
    ["Loïc", "Favre", "Sion"],
    ["Zoë", "Rey", "Sion"],
    ["Maël", "Rey", "Sion"],
    ["Jürg", "Favre", "Sion"],
  ])("has the letters of %s %s in each encoding of Excel", (firstName, lastName, place) => {
    const text = `Vorname;Name;Ort\n${firstName};${lastName};${place}`;
    const shown = (file: Uint8Array, choices: CsvReadingOptions = {}) => table(file, choices).rows[0]?.cells.join(" ");
    const said = `${firstName} ${lastName} ${place}`;
    expect(shown(encoded(text, OLD_MAC))).toBe(said);
    expect(shown(encoded(text, CP850))).toBe(said.replace("’", "'"));
    expect(shown(encoded(text, WINDOWS))).toBe(said);
    expect(shown(bytes(text))).toBe(said);
    expect(shown(encoded(text, OLD_MAC), { encoding: "macintosh" })).toBe(said);
  });

  it.each(["João;Peña", "Öst;Éric", "N°;Rey", "Rey;« ami »", "Élodie;Çelik"])(
    "has the letters of « %s » of a Mac",
    (text) => {
      const file = encoded(`Nom;Prenom\n${text}`, {
        ...OLD_MAC,
        ã: 0x8b,
        ñ: 0x96,
        Ö: 0x85,
        "°": 0xa1,
        "«": 0xc7,
        "»": 0xc8,
        Ç: 0x82,
      });
      expect(table(file).rows[0]?.cells.join(";")).toBe(text);
    },
  );

  it.each([[[0xc3]], [[0xf0, 0x9f, 0x98]], [[0xe9, 0x6d, 0xe9]]])(
    "stays UTF-8 with the bytes %j at its end",
    (broken) => {
      const file = Uint8Array.from([...bytes("Prénom;Nom\nZo"), ...broken]);
      expect(table(file)).toMatchObject({ encoding: "utf-8" satisfies CsvEncoding, isDamaged: true });
    },
  );

  it("stays UTF-8 with a broken byte", () => {
    const file = Uint8Array.from([...bytes("Prénom;Nom\nR"), 0x8e, ...bytes("my;Luyet\nZoé;Héritier")]);
    expect(table(file)).toMatchObject({ encoding: "utf-8" satisfies CsvEncoding, isDamaged: true });
    expect(read(file)[2]).toEqual([3, "Zoé", "Héritier"]);
  });

  it.each([
    ["Liste des membres 2026;;\n;;\nNom;Prénom;Date de naissance\nDubuis;Rémy;05.08.2004", 3],
    ["Membres, amis\nNom,Prénom\nDubuis,Rémy", 2],
    ["\n\n;;\nNom;Prénom;Rue\nDubuis;Rémy;Rue 1", 4],
    [";;Adresse;\nNom;Prénom;Rue;NPA\nDubuis;Rémy;Rue 1;1965", 2],
    ["Jeunesse;État au 1.1.2026\nN°;Nom;Prénom\n1;Dubuis;Rémy", 2],
    ["a;b\n1;2", 1],
  ])("has its titles in the first line that names columns: %j", (text, head) => {
    expect(table(bytes(text)).head).toBe(head);
  });

  it("takes its titles from another line, or has none", () => {
    const file = bytes("Nom;Prénom\nName;Vorname\nDubuis;Rémy;x");
    expect(read(file, { head: 2 })).toEqual([
      ["Name", "Vorname", ""],
      [3, "Dubuis", "Rémy", "x"],
    ]);
    expect(table(file, { head: 0 }).rows).toHaveLength(3);
  });
});

const DATES: [text: string, day: string | null][] = [
  ["05.08.2008", "2008-08-05"],
  ["5/8/08", "2008-08-05"],
  ["5.8.96", "1996-08-05"],
  ["2008-08-05T00:00:00", "2008-08-05"],
  ["2004-08-05T00:00:00.000Z", "2004-08-05"],
  ["2004-08-04T22:00:00.000Z", "2004-08-05"],
  ["2004-12-31T23:00:00.000Z", "2005-01-01"],
  ["2004-08-05 00:00:00+02", "2004-08-05"],
  ["5 août 2008", "2008-08-05"],
  ["1er févr. 2008", "2008-02-01"],
  ["5. August 2004", "2004-08-05"],
  ["ven. 5 août 2004", "2004-08-05"],
  ["jeudi 5 août 2004", "2004-08-05"],
  ["Do., 5. Aug. 2004", "2004-08-05"],
  ["jeu. 05.08.2004", "2004-08-05"],
  ["né le 5.8.2004", "2004-08-05"],
  ["mar. 5 oct. 2004", "2004-10-05"],
  ["Mar 5, 2004", "2004-03-05"],
  ["38204", "2004-08-05"],
  ["38204.0", "2004-08-05"],
  ["5-août-04", "2004-08-05"],
  ["05-août-2004", "2004-08-05"],
  ["Aug 5, 2004", "2004-08-05"],
  ["August 5th, 2004", "2004-08-05"],
  ["5th of August 2004", "2004-08-05"],
  ["5 agosto 2004", "2004-08-05"],
  ["5-ago-04", "2004-08-05"],
  ["1° gennaio 2004", "2004-01-01"],
  ["5. März 2004", "2004-03-05"],
  ["05-Mrz-04", "2004-03-05"],
  ["5. Okt. 2004", "2004-10-05"],
  ["5. Dez 2004", "2004-12-05"],
  ["5 juil. 2004", "2004-07-05"],
  ["5 sept. 2004", "2004-09-05"],
  ["5 déc. 04", "2004-12-05"],
  ["5.VIII.2004", "2004-08-05"],
  ["20040805", "2004-08-05"],
  ["05082004", "2004-08-05"],
  ["5082004", "2004-08-05"],
  ["05. 08. 2004", "2004-08-05"],
  ["05 08 2004", "2004-08-05"],
  ["05.08.2004 0:00", "2004-08-05"],
  ["5.8.'04", "2004-08-05"],
  ["5.8.2004.", "2004-08-05"],
  ["2004/8/5", "2004-08-05"],
  ["'05.08.2004", "2004-08-05"],
  ["\u200e5.\u200e8.\u200e2004", "2004-08-05"],
  ["Thu Aug 05 2004 00:00:00 GMT+0200 (CEST)", "2004-08-05"],
  ["5.8.2004 14h30", "2004-08-05"],
  ["8/5/2004 12:00:00 AM", "2004-05-08"],
  ["29.02.2004", "2004-02-29"],
  ["31.02.2008", null],
  ["29.02.2005", null],
  ["31.12.1899", null],
  ["8/25/2004", null],
  ["5 jui 2004", null],
  ["--03-09", null],
  ["2004", null],
  ["99999", null],
  ["August", null],
  ["hier", null],
];
it.each(DATES)("the import reads the date %s", (text, day) => expect(readImportedDate(text, DAY)).toBe(day));

it.each([
  ["2004", "2004-01-01"],
  ["2004.0", "2004-01-01"],
  ["depuis 2004", "2004-01-01"],
  ["08.2004", "2004-08-01"],
  ["2004-08", "2004-08-01"],
  ["août 2004", "2004-08-01"],
  ["Sept. 2004", "2004-09-01"],
  ["1804", null],
  ["2018/19", null],
])("the import reads the entry « %s »", (text, day) => expect(readImportedEntryDay(text, DAY)).toBe(day));

it.each([
  [["8/5/2004", "8/25/2004"], "2004-08-05"],
  [["8-5-2004", "8-25-2004"], "2004-08-05"],
  [["8/5/04", "12/31/2004 12:00:00 AM"], "2004-08-05"],
  [["8.5.2004", "8.25.2004"], "2004-08-05"],
  [["Thu 8/5/2004", "Wed 8/25/2004"], "2004-08-05"],
  [["'8/5/2004", "'8/25/2004"], "2004-08-05"],
  [["8/5/2004", "25/8/2004"], "2004-05-08"],
  [["8.5.2004", "8/25/2004"], "2004-05-08"],
  [["8/5/2004", "25/8/2004", "8/25/2004"], null],
  [["8/8/2004", "25/8/2004", "8/25/2004"], "2004-08-08"],
])("the import reads the first of the dates %j in the order of its column", (texts, day) => {
  expect(readImportedDate(texts[0] ?? "", DAY, { orders: detectDateOrders(texts) })).toBe(day);
});

it("the import counts days from 1904 if the user says so", () =>
  expect(readImportedDate("36742", DAY, { epoch: "1904" })).toBe("2004-08-05"));

it.each(["0000-00-00", "00.00.0000", "0000-00-00 00:00:00", "-", "–", "?", "n/a", "N/A", "null", "inconnu", "0"])(
  "the import treats %j as an empty cell",
  (text) => expect(isEmptyDateCell(text)).toBe(true),
);

/** The titles of a program or of a hand-made list, with the field of each column. Empty for a column left aside. */
const LISTS: [list: string, columns: string[]][] = [
  [
    "hitobito in German",
    [
      "Vorname=firstName",
      "Nachname=lastName",
      "Haupt-E-Mail=email",
      "zusätzliche Adresszeile=",
      "Strasse=street",
      "Hausnummer=buildingNumber",
      "Postfach=",
      "PLZ=postcode",
      "Ort=place",
      "Land=country",
      "Geschlecht=",
      "Geburtstag=birthDate",
      "Telefonnummer Privat=phone",
      "Telefonnummer Mobil=phone",
      "Telefonnummer Vater=guardianPhone",
      "Weitere E-Mail=email",
      "Nummer=",
      "Haushalt=",
    ],
  ],
  [
    "hitobito in French",
    [
      "Prénom=firstName",
      "Nom=lastName",
      "Surnom=",
      "Adresse e-mail principale=email",
      "Rue=street",
      "numéro de rue=buildingNumber",
      "Case postale=",
      "NPA=postcode",
      "Lieu=place",
      "Pays=country",
      "Date de naissance=birthDate",
      "Numéro de téléphone Mobile=phone",
      "Numéro de téléphone Mère=guardianPhone",
      "Numéro de téléphone Privé=phone",
    ],
  ],
  [
    "hitobito in Italian",
    [
      "Nome=firstName",
      "Cognome=lastName",
      "E-mail principale=email",
      "Strada=street",
      "Numero civico=buildingNumber",
      "CAP=postcode",
      "Luogo=place",
      "Nazione=country",
      "Data di nascita=birthDate",
      "Numero di telefono Cellulare=phone",
      "Sesso=",
      "Numero di telefono Privato=phone",
      "Data di iscrizione=since",
    ],
  ],
  [
    "ClubDesk in German",
    [
      "Anrede=",
      "Vorname=firstName",
      "Nachname=lastName",
      "Adresse=address",
      "Adresszusatz=",
      "PLZ=postcode",
      "Ort=place",
      "Land=country",
      "Telefon Privat=phone",
      "Telefon Geschäft=phone",
      "Telefon Mobil=phone",
      "Fax=",
      "E-Mail=email",
      "E-Mail Alternativ=email",
      "Status=",
      "Eintritt=since",
      "Austritt=leftOn",
      "Geburtsdatum=birthDate",
      "Bemerkungen=note",
      "Adress-Nr.=",
    ],
  ],
  [
    "ClubDesk in French",
    [
      "Prénom=firstName",
      "Nom=lastName",
      "Adresse=address",
      "Complément d’adresse=",
      "NPA=postcode",
      "Localité=place",
      "Pays=country",
      "Téléphone privé=phone",
      "Téléphone professionnel=phone",
      "Téléphone mobile=phone",
      "E-mail=email",
      "E-mail alternatif=email",
      "Entrée=since",
      "Sortie=leftOn",
      "N° de membre=",
    ],
  ],
  [
    "Google Contacts",
    [
      "First Name=firstName",
      "Middle Name=",
      "Last Name=lastName",
      "Birthday=birthDate",
      "Notes=note",
      "Labels=",
      "E-mail 1 - Label=",
      "E-mail 1 - Value=email",
      "Phone 1 - Label=",
      "Phone 1 - Value=phone",
      "Phone 2 - Value=phone",
      "Address 1 - Label=",
      "Address 1 - Street=street",
      "Address 1 - City=place",
      "Address 1 - Postal Code=postcode",
      "Address 1 - Country=country",
      "Address 2 - Street=",
    ],
  ],
  [
    "Google Contacts of before 2024",
    [
      "Name=",
      "Given Name=firstName",
      "Additional Name=",
      "Family Name=lastName",
      "Given Name Yomi=",
      "E-mail 1 - Type=",
      "Phone 1 - Value=phone",
    ],
  ],
  [
    "Outlook in English",
    [
      "Title=",
      "First Name=firstName",
      "Last Name=lastName",
      "Company=",
      "Business Street=",
      "Home Street=street",
      "Home City=place",
      "Home Postal Code=postcode",
      "Home Country/Region=country",
      "Home Phone=phone",
      "Mobile Phone=phone",
      "Business Fax=",
      "Birthday=birthDate",
      "E-mail Address=email",
      "E-mail Type=",
      "E-mail 2 Address=email",
      "Notes=note",
    ],
  ],
  [
    "Outlook in French",
    [
      "Titre=",
      "Prénom=firstName",
      "Nom=lastName",
      "Rue (bureau)=",
      "Rue (domicile)=street",
      "Ville (domicile)=place",
      "Code postal (domicile)=postcode",
      "Pays/Région (domicile)=country",
      "Téléphone (domicile)=phone",
      "Tél. mobile=phone",
      "Téléphone personnel=phone",
      "Adresse de messagerie=email",
      "Anniversaire=birthDate",
    ],
  ],
  [
    "Outlook in German",
    [
      "Vorname=firstName",
      "Nachname=lastName",
      "Straße privat=street",
      "Ort privat=place",
      "Postleitzahl privat=postcode",
      "Land/Region privat=country",
      "Telefon (privat)=phone",
      "Mobiltelefon=phone",
      "E-Mail-Adresse=email",
      "E-Mail: Angezeigter Name=",
      "Notizen=note",
      "Straße geschäftlich=",
    ],
  ],
  [
    "a list by hand in French",
    [
      "N°=",
      "NOM =lastName",
      "Prénom*=firstName",
      "Né(e) le :=birthDate",
      "Adresse=address",
      "NPA / Localité=address",
      "Tél. privé=phone",
      "Natel=phone",
      "Adresse mail=email",
      "Date d’adhésion=since",
      "Cotisation=",
      "Remarques=note",
    ],
  ],
  [
    "another list by hand in French",
    [
      "No=",
      "Nom, Prénom=lastNameFirst",
      "Rue=street",
      "Numéro=buildingNumber",
      "CP=postcode",
      "N° tél.=phone",
      "Portable=phone",
      "Date de naissance (jj.mm.aaaa)=birthDate",
      "E-mail (obligatoire)=email",
      "Tél. maman=guardianPhone",
      "Nom des parents=guardianName",
    ],
  ],
  [
    "a list by hand in German",
    [
      "Nr.=",
      "Name=lastName",
      "Vorname=firstName",
      "Strasse/Nr.=address",
      "PLZ/Ort=address",
      "Handy=phone",
      "E-Mail=email",
      "Geb.-Datum=birthDate",
      "Beitrittsdatum=since",
      "Eltern=guardianName",
    ],
  ],
  [
    "a list by hand in Italian",
    [
      "N.=",
      "Cognome=lastName",
      "Nome=firstName",
      "Indirizzo=address",
      "CAP / Luogo=address",
      "Cellulare=phone",
      "Nato/a il=birthDate",
      "Membro dal=since",
      "Osservazioni=note",
    ],
  ],
  [
    "a database",
    [
      "id=",
      "first_name=firstName",
      "lastName=lastName",
      "dateNaissance=birthDate",
      "code_postal=postcode",
      "EMAIL=email",
      "phoneNumber=phone",
      "E_MAIL 2=email",
    ],
  ],
  [
    "a third list by hand in French",
    [
      "Membre n°=",
      "Nom(s)=lastName",
      "Prénom(s)=firstName",
      "Membre depuis (année)=since",
      "Tél. port.=phone",
      "Tél. prof.=phone",
      "Adr. e-mail=email",
      "N° AVS=",
      "Âge=",
      "Sexe=",
      "Parent 1 – Nom=guardianName",
      "Parent 1 – Tél.=guardianPhone",
      "E-mail parents=",
      "Lieu d’origine=",
      "Lieu de naissance=",
      "Année de naissance=",
    ],
  ],
  [
    "a list by hand in two languages",
    [
      "Nom / Name=lastName",
      "Prénom / Vorname=firstName",
      "Né(e)=birthDate",
      "Rue + N°=address",
      "Code postal (NPA)=postcode",
      "Ville / Localité=place",
      "Tél. + Natel=phone",
      "Remarque(s)=note",
      "Entrée en=since",
      "Nom de la maman=guardianName",
      "Rue (bureau)=",
    ],
  ],
  ["a number before an address", ["Nom=lastName", "Prénom=firstName", "N°=", "Adresse=address"]],
  ["a number after the street", ["Nom=lastName", "Prénom=firstName", "Rue=street", "N°=buildingNumber"]],
  ["a number before the street", ["Nom=lastName", "Prénom=firstName", "N°=buildingNumber", "Rue=street"]],
  ["a number of a line before the street", ["N°=", "Rue=street", "Nom=lastName", "Prénom=firstName"]],
  ["a number away from the street", ["Rue=street", "Nom=lastName", "N°=", "Prénom=firstName"]],
  [
    "a member’s number beside a street with a house number",
    ["Nom=lastName", "Rue=street", "Hausnummer=buildingNumber", "N°=", "Prénom=firstName"],
  ],
];

it.each(LISTS)("the import recognises the columns of %s", (_, columns) => {
  const titles = columns.map((column) => column.slice(0, column.indexOf("=")));
  const found = matchColumns(titles);
  expect(titles.map((title, i) => `${title}=${found[i] ?? ""}`)).toEqual(columns);
});

it("the import recognises one column of each field, and prefers a column with texts", () => {
  expect(matchColumns(["Rue", "Strasse"], ["", "Rue 1"])).toEqual([null, "street"]);
  expect(matchColumns(["Nom", "N°", "Rue"], ["Favre", "7", "Rue du Stade 5"])).toEqual(["lastName", null, "street"]);
  expect(matchColumns(["Nom"], ["Favre Jean"])).toEqual(["lastNameFirst"]);
  expect(matchColumns(["Nom"], ["Favre"])).toEqual(["lastName"]);
});

it("the import takes a column « WhatsApp » for ticks if it has ticks, and for numbers otherwise", () => {
  expect(matchColumns(["WhatsApp", "Tél"], ["✓", "079 123 45 67"])).toEqual(["inGroupChat", "phone"]);
  expect(matchColumns(["WhatsApp"], ["079 123 45 67"])).toEqual(["phone"]);
  expect(matchColumns(["WhatsApp"], [""])).toEqual(["phone"]);
  expect(matchColumns(["WhatsApp (oui/non)"], ["079 123 45 67"])).toEqual(["phone"]);
  const hinted = ["Groupe WhatsApp (oui/non)", "WhatsApp-Gruppe [ja/nein]", "Gruppo WhatsApp (sì o no)"];
  for (const title of ["Dans le groupe WhatsApp", "groupe Whatsapp", "WhatsApp-Gruppe", "Dans le groupe", ...hinted])
    expect(matchColumns([title])).toEqual(["inGroupChat"]);
});

it.each([
  ["yes", ["oui", "Oui.", " X ", "×", "✓", "✔️", "1", "1.0", "VRAI", "Ja", "si", "ok"]],
  ["", ["non", "Non", "0", "0.0", "FAUX", "nein", "-", "–", "✗", "❌", "☐"]],
  [undefined, ["", "?", "n/a", "NULL", "inconnu"]],
  ["refused", ["demander", "2", "079 123 45 67", "x".repeat(100_000)]],
])("the import reads %j in the column of the group chat", (wanted, cells) => {
  for (const cell of cells) {
    const { said } = readImportedLine(["Ana", "Luyet", cell], ["firstName", "lastName", "inGroupChat"]);
    expect(said.inGroupChat, cell).toBe(wanted === "refused" ? cell : wanted);
  }
});

it("the import reads the columns that the user has chosen", () => {
  const chosen = selectedColumnFields({ "column-1": "lastName", "column-0": "nothing", "column-9999": "note" });
  expect(chosen.slice(0, 3)).toEqual([null, "lastName", null]);
});

describe("phones", () => {
  const phones = (...cells: [title: string, text: string][]) => {
    const contact = readPhones(cells.map(([title, text]) => ({ title, text })));
    return plain([contact?.value, ...(contact?.rest ?? [])]);
  };

  it.each([
    ["41791234567", "0791234567"],
    ["0041791234567", "0791234567"],
    ["791234567", "0791234567"],
    ["791234567.0", "0791234567"],
    ["791234567,00", "0791234567"],
    ["+41791234567.0", "0791234567"],
    ["79.123.45.67", "0791234567"],
    ["7.91234567E+08", "0791234567"],
    ["79 123 45 67", "0791234567"],
    ["'0791234567", "0791234567"],
    ["791,234,567", "0791234567"],
    ["’079 123 45 67", "0791234567"],
    ["tel:+41791234567", "0791234567"],
    ["079/123.45.67", "0791234567"],
    ["(079) 123 45 67", "0791234567"],
    ["+41 (0) 79 123 45 67", "0791234567"],
    ["33612345678", "+33612345678"],
    ["4,17912E+10", "4,17912E+10"],
    ["7.91E+08", "7.91E+08"],
    ["791 234 56 70", "791 234 56 70"],
    ["7912345678", "7912345678"],
    ["191234567", "191234567"],
    ["hier", "hier"],
  ])("reads the cell %s", (text, number) => expect(phones(["Tél.", text])).toEqual([number]));

  it.each([
    ["079 123 45 67 / 027 395 11 22", ["0791234567", "Tél. : 027 395 11 22"]],
    ["027 395 11 22, 079 123 45 67", ["0791234567", "Tél. : 027 395 11 22"]],
    ["027 395 11 22 ou 079 123 45 67", ["0791234567", "Tél. : 027 395 11 22"]],
    ["027 395 11 22\n079 123 45 67", ["0791234567", "Tél. : 027 395 11 22"]],
    ["791234567 / 273951122", ["0791234567", "Tél. : 027 395 11 22"]],
    ["P: 027 395 11 22, M: 079 123 45 67", ["0791234567", "Tél. : P: 027 395 11 22, M: 079 123 45 67"]],
    ["027/395 11 22/079/123 45 67", ["0791234567", "Tél. : 027 395 11 22"]],
    ["+41 27 395 11 22 ::: +41 79 123 45 67", ["0791234567", "Tél. : 027 395 11 22"]],
    ["0791234567 (maman)", ["0791234567", "Tél. : 0791234567 (maman)"]],
    ["privé 027 395 11 22", ["0273951122", "Tél. : privé 027 395 11 22"]],
    ["079 123 45 67 / 079 123 45 67", ["0791234567"]],
    ["079 123 45 67+027 395 11 22", ["0791234567", "Tél. : 079 123 45 67+027 395 11 22"]],
  ])("reads the numbers in the cell %j", (text, found) => expect(phones(["Tél.", text])).toEqual(found));

  it("takes the mobile number, and puts the others into the note", () => {
    expect(phones(["Telefon Privat", "027 395 11 22"], ["Telefon Mobil", "079 123 45 67"])).toEqual([
      "0791234567",
      "Telefon Privat : 027 395 11 22",
    ]);
    expect(phones(["Tél. 1", "078 000 00 00"], ["Natel", "079 123 45 67"])).toEqual([
      "0791234567",
      "Tél. 1 : 078 000 00 00",
    ]);
    expect(phones(["Tél.", "079 123 45 67"], ["Natel", "+41 79 123 45 67"])).toEqual(["0791234567"]);
    expect(phones(["Tél. prof.", "sur demande"], ["Natel", "079 123 45 67"])).toEqual([
      "0791234567",
      "Tél. prof. : sur demande",
    ]);
  });
});

it.each([
  ["lea@exemple.ch", ["lea@exemple.ch"]],
  ["lea@exemple.ch; tom@exemple.ch", ["lea@exemple.ch", "Mail : tom@exemple.ch"]],
  ["mailto:lea@exemple.ch", ["lea@exemple.ch"]],
  ["'lea@exemple.ch", ["lea@exemple.ch"]],
  ["lea@exemple.ch/tom@exemple.ch", ["lea@exemple.ch", "Mail : tom@exemple.ch"]],
  ["#mailto:lea@exemple.ch#", ["lea@exemple.ch", "Mail : #mailto:lea@exemple.ch#"]],
  ["Léa <lea@exemple.ch>", ["lea@exemple.ch"]],
  ["lea@exemple.ch ::: lea@exemple.ch", ["lea@exemple.ch"]],
  ["lea@exemple.ch (maman)", ["lea@exemple.ch", "Mail : lea@exemple.ch (maman)"]],
  ["aucune idée", ["aucune idée"]],
])("the import reads the e-mail addresses in %j", (text, found) => {
  const contact = readEmails([{ title: "Mail", text }]);
  expect(plain([contact?.value, ...(contact?.rest ?? [])])).toEqual(found);
});

describe("the texts of a line", () => {
  /** @param cells `title=text` */
  const said = (...cells: string[]) => {
    const header = cells.map((cell) => cell.split("=")[0] ?? "");
    const texts = cells.map((cell) => cell.split("=")[1] ?? "");
    return readImportedLine(texts, matchColumns(header, texts), header);
  };

  it.each<[string[], object]>([
    [
      ["Adresse=Rue du Stade 4", "NPA Lieu=1965 Savièse", "Mobile=", "Téléphone=791234567", "Pays=Schweiz"],
      {
        street: "Rue du Stade",
        buildingNumber: "4",
        postcode: "1965",
        place: "Savièse",
        phone: "0791234567",
        country: "CH",
      },
    ],
    [["N°=7", "Nom=Favre", "Prénom=Léa", "Rue=Rue du Stade 5"], { buildingNumber: "5", street: "Rue du Stade" }],
    [["NPA=1965.0"], { postcode: "1965" }],
    [["NPA='1965"], { postcode: "1965" }],
    [["NPA=1'965"], { postcode: "1965" }],
    [["Rue=Rue du Stade", "N°=5.0"], { street: "Rue du Stade", buildingNumber: "5" }],
    [["Adresse=Rue du Stade 5", "N°=12"], { street: "Rue du Stade 5", buildingNumber: "12" }],
    [["NPA=CH-1965"], { postcode: "1965" }],
    [["NPA=1965 Savièse"], { postcode: "1965", place: "Savièse" }],
    [["Domicile=1965 Savièse"], { postcode: "1965", place: "Savièse" }],
    [["Nom et prénom=Favre Jean"], { firstName: "Jean", lastName: "Favre" }],
    [["Nom et prénom=Favre, Jean-Paul"], { firstName: "Jean-Paul", lastName: "Favre" }],
    [["Nom et prénom=DE LA CRUZ Ana María"], { firstName: "Ana María", lastName: "DE LA CRUZ" }],
    [["Prénom et nom=Jean Favre"], { firstName: "Jean", lastName: "Favre" }],
    [["Nome e cognome=Jean FAVRE"], { firstName: "Jean", lastName: "FAVRE" }],
    [["Père=Paul Favre", "Mère=Ana Favre"], { guardianName: "Paul Favre et Ana Favre" }],
  ])("%j", (cells, texts) => expect(said(...cells).said).toMatchObject(texts));

  it("doubts names of three words, and a second number beside a street", () => {
    expect(plain(said("Nom et prénom=De La Cruz Ana").doubts)).toEqual(["prénom « Ana », nom « De La Cruz » ?"]);
    expect(said("Rue=Rue du Stade 5", "N°=7").doubts).toHaveLength(1);
    expect(said("Adresse=Rue du Stade 5", "N°=7").doubts).toHaveLength(1);
    expect(plain(said("Rue=Rue du Stade", "N°=05-avr").doubts)).toEqual(["numéro « 05-avr » ?"]);
    expect(said("Rue=Rue du Stade", "N°=7").doubts).toEqual([]);
  });

  it("puts the second text of a field into the note", () => {
    const columns: ImportField[] = ["birthDate", "birthDate"];
    const { said: texts, rest } = readImportedLine(["5.8.2004", "6.8.2004"], columns, ["Né le", "Anniversaire"]);
    expect(plain([texts, rest])).toEqual([{ birthDate: "5.8.2004" }, ["Anniversaire : 6.8.2004"]]);
  });
});

describe("the plan of an import", () => {
  const zoe = { ...aMember(), id: "zoe" };
  const planOf = (members: (typeof zoe)[], titles: string, lines: readonly string[], isDamaged = false) => {
    const header = titles.split(";");
    const columns = matchColumns(header);
    const rows = lines.map((line, i) => ({ number: i + 2, cells: line.split(";") }));
    const dates = finish(findDateFormats(rows, columns, {}));
    return rows.map(createImportPlanner(members, { columns, header, dates, since: DAY, day: DAY, isDamaged }));
  };
  const plan = (members: (typeof zoe)[], ...lines: string[]) =>
    planOf(members, "Prénom;Nom;Naissance;Tél;Sortie", lines);

  it.each([
    ["zoe;HERITIER;5.8.2000;079 123 45 67", { is: "same" }],
    ["Zoé;Héritier;;", { is: "same" }],
    ["Zoé;Héritier;;078 000 00 00", { is: "changed", member: { id: "zoe", fields: { phone: "0780000000" } } }],
    ["Zoé;Héritier;5.8.2001;", { is: "new", member: { id: null } }],
    ["Ana;Luyet;;", { is: "new", member: { id: null, fields: { since: DAY, leftOn: "" } } }],
    ["Ana;Luyet;NULL;-", { is: "new", member: { id: null, fields: { birthDate: "", phone: "" } } }],
    [
      "Ana;Luyet;;;1.1.2027",
      { is: "refused", detail: "Parti·e le « 01.01.2027 » : C’est avant l’entrée de cette personne." },
    ],
    ["Ana;;;", { is: "refused", detail: "Nom : Ce champ est obligatoire." }],
    ["Ana;Luyet;hier;", { is: "refused", detail: "Date de naissance « hier » : écrivez 05.08.2008." }],
    ["Ana;Luyet;2004;", { is: "refused", detail: "Date de naissance « 2004 » : écrivez 05.08.2008." }],
    [
      "Ana;Luyet;;7.91E+08",
      { is: "refused", detail: "Téléphone « 7.91E+08 » : un tableur a arrondi ce numéro. Retapez-le." },
    ],
    ["Prénom;Nom;Naissance;Tél;Sortie", { is: "refused", detail: "Cette ligne répète les titres des colonnes." }],
    ["Total;23 membres", { is: "refused", detail: "Cette ligne a l’air d’un total." }],
    ["Total;Jean;5.8.2000;", { is: "new" }],
    [`${"A".repeat(1_000_000)};Luyet`, { is: "refused", name: `${"A".repeat(40)}…` }],
  ])("for the line %.40j", (line, planned) => {
    expect(plain(plan([zoe], line)[0])).toMatchObject(planned);
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

  it("reads a column of dates with the month first, and asks for the order of a column with both", () => {
    const fieldsOf = (...lines: string[]) => plan([], ...lines).map(({ member, is }) => member?.fields.birthDate ?? is);
    expect(fieldsOf("Lea;A;8/5/2004", "Tom;A;8/25/2004")).toEqual(["2004-08-05", "2004-08-25"]);
    expect(fieldsOf("Lea;A;8/5/2004", "Tom;A;8/25/2004", "Ana;A;25/8/2004")).toEqual([
      "refused",
      "2004-08-25",
      "2004-08-25",
    ]);
  });

  it("keeps a member’s note above a second number, and adds the number once", () => {
    const [first] = planOf([zoe], "Prénom;Nom;Tél. privé;Natel", ["Zoé;Héritier;027 395 11 22;079 123 45 67"]);
    const note = `${zoe.note}\nTél. privé\u00a0: 027 395 11 22`.trim();
    expect(first).toMatchObject({ is: "changed", member: { fields: { note } }, doubts: [expect.anything()] });
    const again = planOf([{ ...zoe, note }], "Prénom;Nom;Tél. privé;Natel", ["Zoé;Héritier;027 395 11 22;0791234567"]);
    expect(again[0]).toMatchObject({ is: "same", doubts: [] });
  });

  it("notes who is in the group chat and who is not; a file without the column, or an empty cell, changes nothing", () => {
    const member = { ...zoe, inGroupChat: IN_GROUP_CHAT } as const;
    const group = (cell: string, one: typeof zoe = member) =>
      planOf([one], "Prénom;Nom;Groupe WhatsApp", [`Zoé;Héritier;${cell}`])[0];
    expect(group("")).toMatchObject({ is: "same" });
    expect(group("oui")).toMatchObject({ is: "same" });
    expect(planOf([member], "Prénom;Nom", ["Zoé;Héritier"])[0]).toMatchObject({ is: "same" });
    expect(group("non")).toMatchObject({
      is: "changed",
      detail: "Dans le groupe WhatsApp\u00a0: oui → non",
      member: { fields: { inGroupChat: "" } },
    });
    expect(group("x", zoe)).toMatchObject({ member: { fields: { inGroupChat: IN_GROUP_CHAT } } });
    expect(plain(group("demander"))).toMatchObject({
      is: "refused",
      detail: "Dans le groupe WhatsApp « demander » : Écrivez oui ou non.",
    });
  });

  it("changes nothing that a line does not say, even if the form would refuse it today", () => {
    const old = { ...zoe, country: "PT", postcode: "1000-001", since: "", phone: "12", birthDate: "2020-01-01" };
    const [line] = planOf([old], "Prénom;Nom;Pays;Tél", ["Zoé;Héritier;PT;12"]);
    expect(line).toMatchObject({ is: "same" });
    expect(planOf([old], "Prénom;Nom;E-mail", ["Zoé;Héritier;zoe@exemple.ch"])[0]?.member?.fields).toEqual({
      email: "zoe@exemple.ch",
    });
  });

  it("refuses a line with a broken letter of a damaged file, and marks it in another file", () => {
    expect(plain(planOf([], "Prénom;Nom", ["R\ufffdmy;Luyet"], true)[0]).detail).toBe(
      "Prénom « R\ufffdmy » : une lettre est illisible.",
    );
    expect(planOf([], "Prénom;Nom", ["R\ufffdmy;Luyet"])[0]).toMatchObject({ is: "new", doubts: [expect.anything()] });
  });
});
