/**
 * A process that keeps payments of a bank's file, one transaction each, and prints the number of each one:
 * `node keep-and-die.ts DATABASE`
 */
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { createBankBook } from "#stores/bank/payments.ts";
import { createFeeBook } from "#stores/fees/fees.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";

export const PAYMENTS = 12;

/** Keeps all payments. `onKept`: called after each one. */
export async function keepAll(documents: Documents, onKept: (i: number) => void = () => {}): Promise<void> {
  const dues = (await createFeeBook(documents).listYear("2027")).map(({ id }) => id).sort();
  const bank = createBankBook(documents);
  for (let i = 0; i < PAYMENTS; i++) {
    await bank.keep(aTransaction(`T${i}`, { amount: 5500 }), aVerdict({ fees: [dues[i] ?? ""] }), null);
    onKept(i);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , database = ""] = process.argv;
  openDatabase(database).close();
  await keepAll(openDocuments(database), (i) => process.stdout.write(`${i}\n`));
}
