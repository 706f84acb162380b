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
  ["Bar 10`498", "Bar", 10_498_00],
  ["Bar 10‘498.00", "Bar", 10_498_00],
  ["Bar 1,200.50", "Bar", 1_200_50],
  ["Bar 1.200,50 CHF.", "Bar", 1_200_50],
  ["Sécurité −988.25", "Sécurité", -988_25],
  ["Sécurité -988,25", "Sécurité", -988_25],
  ["Boissons : CHF -1’200", "Boissons", -1_200_00],
  ["Boissons: - CHF 1 200.50", "Boissons", -1_200_50],
  ["Entrées 2026 3200", "Entrées 2026", 3_200_00],
  ["DJ – 450.-", "DJ", -450_00],
  ["Caution +50 fr.", "Caution", 50_00],
  ["Caution 50.00 frs", "Caution", 50_00],
  ["Rien 0", "Rien", 0],
  ["• Bar 120", "Bar", 120_00],
  ["Bar ........ 120", "Bar", 120_00],
  ["Bar.....120", "Bar", 120_00],
  ["| Bar | 120 |", "Bar", 120_00],
  ["Div. 120", "Div.", 120_00],
  ["Bar 12 x 5.- 60.-", "Bar 12 x 5.-", 60_00],
  ["Bar ×3 120", "Bar ×3", 120_00],
  ["Bar\t10'498.00\t", "Bar", 10_498_00],
  ["Bar 2\t120", "Bar 2", 120_00],
  ["Dépenses\tSécurité\t-988.25", "Dépenses Sécurité", -988_25],
  ["10’498.– Bar", "Bar", 10_498_00],
  ["CHF 20: Bar", "Bar", 20_00],
  ["-988.25 Sécurité", "Sécurité", -988_25],
  ["10.– l’entrée 3200.–", "10.– l’entrée", 3_200_00],
])("reads the line « %s », and what it writes for it", (typed, label, amount) => {
  const line = parseResultLine(typed);
  expect(line).toEqual({ ok: true, value: { label, amount } });
  expect(parseResultLine(resultAsTyped([{ label, amount, day: "" }]))).toEqual(line);
});

it.each([
  ["Bar", "n’a pas de montant"],
  ["10’498.–", "n’a pas de nom"],
  ["Bar 12.345", "n’a pas de montant"],
  ["3 caisses", "n’a pas de montant"],
  ["Affiches A3", "n’a pas de montant"],
  ["Bar (120)", "n’a pas de montant"],
  [`${"x".repeat(101)} 5`, "n’a pas de nom"],
  [`${".".repeat(19_000)}x`, "n’a pas de nom"],
  ["Bar 99999999", "trop grand"],
  ["Bar\t1200\t-300\t900", "plusieurs montants"],
  ["20.– Bar 2", "plusieurs montants"],
  ["Total 500", "le site fait la somme"],
  ["- Sécurité 120", "est-il un moins"],
])("refuses the line « %s » with a sentence that names it", (typed, sentence) => {
  const read = parseResultLines(`Bar 10\n${typed}`);
  expect(read.ok ? "" : read.reason).toContain(sentence);
  expect(read.ok ? "" : read.reason).toContain(typed.slice(0, 3));
});

it("reads a dash before every line as a bullet, and as a minus beside lines with a plus", () => {
  const amountsOf = (typed: string) => {
    const read = parseResultLines(typed);
    return read.ok ? read.value.map(({ label, amount }) => [label, amount]) : read.reason;
  };
  expect(amountsOf("- Bar 2\t120\n- Sécurité -988.25")).toEqual([
    ["Bar 2", 120_00],
    ["Sécurité", -988_25],
  ]);
  expect(amountsOf("+ Bar 120\n- Sécurité 988.25")).toEqual([
    ["Bar", 120_00],
    ["Sécurité", -988_25],
  ]);
});

it("asks for a minus where only the column of a spreadsheet says that something was paid", () => {
  const refused = parseResultLines("Bar\t1200\nSécurité\t\t988.25");
  expect(refused.ok ? "" : refused.reason).toContain("Sécurité 988.25");
  expect(parseResultLines("Bar\t1200\t\nSécurité\t\t-988.25").ok).toBe(true);
  expect(parseResultLines("Bar\t\t1200\nEntrées\t\t50").ok).toBe(true);
});

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
