import { expect, it } from "vitest";
import {
  parseResultLine,
  parseResultLines,
  resultAsTyped,
  resultSum,
  resultSumLabel,
  signedAmountInFrench,
} from "#domain/dossier/result.ts";

it.each([
  ["Bar 10’498.–", "Bar", 10_498_00],
  ["Bar 10'498.-", "Bar", 10_498_00],
  ["Sécurité −988.25", "Sécurité", -988_25],
  ["Sécurité -988,25", "Sécurité", -988_25],
  ["Boissons : CHF -1’200", "Boissons", -1_200_00],
  ["Boissons: - CHF 1 200.50", "Boissons", -1_200_50],
  ["Entrées 2026 3200", "Entrées 2026", 3_200_00],
  ["DJ – 450.-", "DJ", -450_00],
  ["Bar 2\t80", "Bar 2", 80_00],
  ["Caution +50 fr.", "Caution", 50_00],
  ["Rien 0", "Rien", 0],
])("reads the line « %s »", (typed, label, amount) => {
  expect(parseResultLine(typed)).toEqual({ ok: true, value: { label, amount } });
});

it.each(["Bar", "10’498.–", "Bar 12.345", `${"x".repeat(101)} 5`, "Bar 99999999"])(
  "refuses the line « %s » with a sentence that names it",
  (typed) => {
    const read = parseResultLines(`Bar 10\n${typed}`);
    expect(read.ok ? "" : read.reason).toContain(typed.slice(0, 4));
  },
);

it("adds the lines, and writes them as it reads them", () => {
  const read = parseResultLines("Bar 10’498.–\n\nSécurité −988.25\r\nDJ - 450");
  const lines = read.ok ? read.value : [];
  expect([resultSum(lines), resultSumLabel(resultSum(lines)), signedAmountInFrench(resultSum(lines))]).toEqual([
    9_059_75,
    "Bénéfice",
    "9’059.75",
  ]);
  expect(parseResultLines(resultAsTyped(lines))).toEqual(read);
  expect([resultSumLabel(-1), resultSumLabel(0)]).toEqual(["Perte", "Ni bénéfice ni perte"]);
});
