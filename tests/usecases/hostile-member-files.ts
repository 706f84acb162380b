/** Files that break the import of members, or keep it busy. */
import { gzipSync } from "node:zlib";
import { IMPORT_LIMITS } from "#domain/register/import/csv-table.ts";
import { previewMemberImport } from "#usecases/register/import-members.ts";
import type { desk } from "./desk.ts";

const MEGABYTE = 1_000_000;
/** Leaves room for a header and a name within the limit of a file. */
const LARGEST = IMPORT_LIMITS.bytes - 500;
const ROW = "Zoé;Héritier";
const HEAD = "Prénom;Nom;Naissance;Tél;E-mail;Adresse;Remarque";
const long = (text: string, length = LARGEST) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** `outcome`: the sentence of the refusal, the plan of the first line, or `unnamed` if the columns are unknown. */
export const HOSTILE_FILES: [content: string, file: string | Uint8Array, outcome: RegExp][] = [
  ["nothing", "", /Choisissez/],
  ["spaces", long(" "), /aucune ligne/],
  ["line ends", long("\n"), /plus de 3000 lignes/],
  ["carriage returns", long("\r"), /plus de 3000 lignes/],
  ["carriage returns in a cell", `${HEAD}\n"${long("\r")}";Luyet`, /plus de 3000 lignes/],
  ["as many carriage returns as allowed", `${HEAD}\n"${long("\ra", 200_000)}";Luyet`, /refused/],
  ["a header", HEAD, /aucune ligne/],
  ["100,000 columns", long(";", 100_000), /colonnes/],
  ["100,000 columns in a row", `${HEAD}\n${long(";", 100_000)}`, /colonnes/],
  ["100,000 quoted columns", long('"";', 300_000), /colonnes/],
  ["100,000 lines", long(`${ROW}\n`, MEGABYTE), /plus de 3000 lignes/],
  ["100,000 empty rows", `${HEAD}\n${long(";;;\n")}`, /plus de 3000 lignes/],
  ["too many bytes", long("x", 3 * MEGABYTE), /dépasse 2/],
  ["an open quote", `${HEAD}\n"${long("x")}`, /guillemet/],
  ["only quotes", long('"', LARGEST), /aucune ligne/],
  ["only quotes, one open", long('"', LARGEST + 1), /guillemet/],
  ["quotes inside", `${HEAD}\nZ"o"é;Hé"ri;\n`, /new/],
  ["a workbook", "PK\u0003\u0004\u0014", /pas un fichier CSV/],
  ["a ZIP bomb", new Uint8Array([0x50, 0x4b, ...gzipSync(Buffer.alloc(10 * MEGABYTE))]), /pas un fichier CSV/],
  ["a GZIP bomb", new Uint8Array(gzipSync(Buffer.alloc(10 * MEGABYTE))), /pas un fichier CSV|aucune/],
  ["a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /pas un fichier CSV/],
  ["a PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj\n", /^unnamed$/],
  ["NULs", `${HEAD}\n\0\0\0`, /pas un fichier CSV/],
  ["UTF-16 without a mark", new Uint8Array(Buffer.from(`${HEAD}\n${ROW}`, "utf16le")), /new/],
  ["half a UTF-16 unit", new Uint8Array([0xff, 0xfe, 0x41]), /aucune ligne/],
  ["half a UTF-8 letter", new Uint8Array([...Buffer.from(`${HEAD}\n${ROW}`), 0xc3]), /refused/],
  ["a lone surrogate", `${HEAD}\nZo\ud800;Héritier`, /new/],
  ["a formula as a name", `${HEAD}\n=HYPERLINK("http://evil");Héritier`, /new/],
  ["a command as a name", `${HEAD}\n=cmd|' /C calc'!A0;@SUM(1)`, /new/],
  ["a formula as a note", `${HEAD}\n${ROW};;;;;"=1+1\n-2"`, /new/],
  ["a name of two megabytes", `${HEAD}\n${long("a")};Luyet`, /refused/],
  ["a name of two megabytes of marks", `${HEAD}\na${long("\u0301", LARGEST / 2)};Luyet`, /refused/],
  ["a name of two megabytes of spaces", `${HEAD}\n"${long(" ")}";Luyet`, /refused/],
  ["a title of two megabytes", `${long("a")};${HEAD}\nx;${ROW}`, /new/],
  ["a phone of two megabytes", `${HEAD}\n${ROW};;${long("0")}`, /refused/],
  ["an e-mail of two megabytes", `${HEAD}\n${ROW};;;${long("a@")}`, /refused/],
  ["an address of two megabytes", `${HEAD}\n${ROW};;;;${long("1 a,")}`, /refused/],
  ["a note of two megabytes of line ends", `${HEAD}\n${ROW};;;;;"${long("\n;")}"`, /refused/],
  ["a note of two megabytes", `${HEAD}\n${ROW};;;;;${long("a ")}`, /refused/],
  ["a note of two megabytes of apostrophes", `${HEAD}\n${ROW};;;;;"${long(",'")}"`, /refused/],
  ["a note of two megabytes of formulas", `${HEAD}\n${ROW};;;;;"${long("\n '=")}"`, /refused/],
  ["a date of two megabytes", `${HEAD}\n${ROW};${long("1.")}`, /refused/],
  ["a prototype", "__proto__;constructor;Prénom;Nom\n1;2;Zoé;Héritier", /new/],
  ["4,000,000 bytes of accents", new Uint8Array(LARGEST).fill(0x8e), /aucune ligne/],
  ["20,000 rows of 100 cells", `${HEAD}\n${long(`${";".repeat(99)}\n`)}`, /plus de 3000 lignes/],
  ["2,900 rows of 200 quoted cells", `${HEAD}\n${long(`${'"";'.repeat(199)}x\n`, 1_740_000)}`, /refused/],
  ["3,000 rows of 200 cells of a letter", `${HEAD}\n${long(`${"é;".repeat(199)}x\n`, 1_190_000)}`, /refused/],
  [
    "2,900 rows of many notes",
    `${"Note;".repeat(197)}Prénom;Nom\n${long(`${"a;".repeat(199)}b\n`, 1_160_000)}`,
    /new|refused/,
  ],
  ["direction marks", `${HEAD}\nZo\u202eé;Héritier`, /new/],
  [
    "3,000 slow addresses",
    `${HEAD}\n${Array.from({ length: 3000 }, (_, i) => `P${i};N;;;;${long("a 1 ,", 135)}`).join("\n")}`,
    /new|refused/,
  ],
];

/** @returns the sentence of the refusal, the plan of the first line, or `unnamed` */
export function outcomeOf(result: Awaited<ReturnType<typeof previewMemberImport>>): string {
  if (!result.ok) return result.reason;
  return result.value.named ? (result.value.lines[0]?.is ?? "") : "unnamed";
}

export const preview = (services: ReturnType<typeof desk>, file: string | Uint8Array) =>
  previewMemberImport(services, typeof file === "string" ? new Uint8Array(Buffer.from(file)) : file, {});

/** @returns a file of 2,000 members */
export const largeFile = (): string => {
  const rowOf = (i: number) => `Prénom${i};Nom${i % 90};5.8.2001;079 123 45 67;;Rue 1, 1965 Savièse`;
  return [HEAD, ...Array.from({ length: 2000 }, (_, i) => rowOf(i))].join("\n");
};
