import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { IMPORT_LIMITS } from "#domain/register/import/csv-table.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { shortestHold } from "#tests/machine.ts";
import { exportMembers } from "#usecases/register/export-members.ts";
import { importMembers, previewImport } from "#usecases/register/import-members.ts";
import { desk } from "./desk.ts";

const fail = (error: unknown) => {
  throw error;
};
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const importText = async (services: ReturnType<typeof desk>, text: string) => {
  const plan = await previewImport(services, bytes(text), {});
  if (!plan.ok) throw new Error(plan.reason);
  return importMembers(services, plan.value.lines, null, fail);
};

const HELD_MS = 100;
const MEGABYTE = 1_000_000;
/** Leaves room for a header and a name within the limit of a file. */
const LARGEST = IMPORT_LIMITS.bytes - 500;
const ROW = "Zoé;Héritier";
const HEAD = "Prénom;Nom;Naissance;Tél;E-mail;Adresse;Remarque";
const long = (text: string, length = LARGEST) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** `outcome`: the sentence of the refusal, the plan of the first line, or `unnamed` if the columns are unknown. */
const HOSTILE: [content: string, file: string | Uint8Array, outcome: RegExp][] = [
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

describe("the preview of a hostile file", () => {
  it.each(HOSTILE)("takes less than a second of work and writes nothing: %s", async (_, file, outcome) => {
    const services = desk();
    const { held, worked, result } = await shortestHold(HELD_MS, () =>
      previewImport(services, typeof file === "string" ? bytes(file) : file, {}),
    );
    expect(worked).toBeLessThan(1000);
    expect(held).toBeLessThan(HELD_MS);
    const said = result.ok ? (result.value.named ? (result.value.lines[0]?.is ?? "") : "unnamed") : result.reason;
    expect(said).toMatch(outcome);
    expect(await services.register.list()).toEqual([]);
  });
});

describe("an import", () => {
  it("of 2,000 members blocks other requests for less than 100 ms, and changes nothing the second time", async () => {
    const rowOf = (i: number) => `Prénom${i};Nom${i % 90};5.8.2001;079 123 45 67;;Rue 1, 1965 Savièse`;
    const text = [HEAD, ...Array.from({ length: 2000 }, (_, i) => rowOf(i))].join("\n");
    const { held, result } = await shortestHold(HELD_MS, async () => {
      const services = desk();
      await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
      return { services, imported: await importText(services, text) };
    });
    const { services, imported } = result;
    expect(imported).toEqual({ count: 2000, finished: true });
    expect(held).toBeLessThan(HELD_MS);
    expect(await services.register.list()).toHaveLength(2000);
    expect(await services.fees.listYear("2027")).toHaveLength(2000);
    expect((await importText(services, text)).count).toBe(0);
  });

  it("of an exported list changes nothing", async () => {
    const services = desk();
    const left = { leftOn: "2026-01-01", leftReason: "=1+1", phone: "+33612345678", note: "@x;-y" };
    await saveMember(services.register, aMember(left));
    const text = await exportMembers(services, { text: "", filter: "left", day: "2027-01-01" }, null);
    expect(text).toContain("'=1+1");
    const plan = await previewImport(services, bytes(text), {});
    expect(plan.ok && plan.value.lines).toMatchObject([{ is: "same" }]);
  });
});
