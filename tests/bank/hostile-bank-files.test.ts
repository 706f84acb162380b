import { expect, it } from "vitest";
import { parseBankFile } from "#bank/bank-file-worker.ts";
import { readBankFile } from "#bank/read-bank-file.ts";
import { BANK_FILE_MAX_BYTES, BANK_FILE_SENTENCES, type BankFileRefusal } from "#domain/bank/bank-file.ts";
import { CAMT_IBAN } from "./camt-files.ts";
import { bytesOf, HOSTILE, outcomeOf, padded, REFUSED, statement } from "./hostile-bank-files.ts";

it.each(REFUSED)("a hostile bank file is refused for the right reason: %s", (_, make, fate) =>
  expect(outcomeOf(parseBankFile(make()))).toBe(fate),
);

it("long values of a bank file are cut to the lengths that the camt schemas allow", async () => {
  const xml = statement({ PAYER: "é".repeat(1e6), INFO: "i".repeat(1e6), [CAMT_IBAN]: "CH".repeat(1e6) });
  const read = await readBankFile(bytesOf(xml));
  const [one] = read.ok ? read.value.transactions : [];
  expect([one?.payer.length, one?.text.length, one?.iban]).toEqual([140, 1000, ""]);
});

it("bank files that are uploaded at the same time are read one after the other", async () => {
  const all = await Promise.all([readBankFile(padded(1e6)), readBankFile(bytesOf("x")), readBankFile(padded(1e6))]);
  expect(all.map(({ ok }) => ok)).toEqual([true, false, true]);
});

it("a bank file of more than 20 MB is refused before it is read", async () => {
  expect(outcomeOf(await readBankFile(padded(BANK_FILE_MAX_BYTES + 1)))).toBe("size");
});

it("the hostile bank files cover each reason for which the site refuses a file", () => {
  const fates = [...REFUSED, ...HOSTILE].map(([, , fate]) => fate);
  expect(Object.keys(BANK_FILE_SENTENCES).filter((reason) => !fates.includes(reason as BankFileRefusal))).toEqual([]);
});
