import { expect, it } from "vitest";
import { readFiles } from "#bank/bank-file-worker.ts";
import { readBankFile } from "#bank/read-bank-file.ts";
import { BANK_FILE_MAX_BYTES, BANK_FILE_SENTENCES, type BankFileRefusal } from "#domain/bank/bank-file.ts";
import { CAMT_IBAN } from "./camt-files.ts";
import { bytesOf, HOSTILE, outcomeOf, padded, REFUSED, statement } from "./hostile-bank-files.ts";

it.each(REFUSED)("a hostile bank file: %s", (_, make, fate) => expect(outcomeOf(readFiles(make()))).toBe(fate));

it("long values are cut to the lengths of the schemas", async () => {
  const xml = statement({ PAYER: "é".repeat(1e6), INFO: "i".repeat(1e6), [CAMT_IBAN]: "CH".repeat(1e6) });
  const read = await readBankFile(bytesOf(xml));
  const [one] = read.ok ? read.value.transactions : [];
  expect([one?.payer.length, one?.text.length, one?.iban]).toEqual([140, 1000, ""]);
});

it("files that arrive together are read one after the other", async () => {
  const all = await Promise.all([readBankFile(padded(1e6)), readBankFile(bytesOf("x")), readBankFile(padded(1e6))]);
  expect(all.map(({ ok }) => ok)).toEqual([true, false, true]);
});

it("a file of more than 20 MB is refused before it is read", async () => {
  expect(outcomeOf(await readBankFile(padded(BANK_FILE_MAX_BYTES + 1)))).toBe("size");
});

it("each reason of a refusal occurs", () => {
  const fates = [...REFUSED, ...HOSTILE].map(([, , fate]) => fate);
  expect(Object.keys(BANK_FILE_SENTENCES).filter((reason) => !fates.includes(reason as BankFileRefusal))).toEqual([]);
});
