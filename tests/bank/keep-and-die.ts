/**
 * A process that keeps payments of a bank's file, one transaction each, and prints the number of each one:
 * `node keep-and-die.ts DATABASE`
 */
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createBankBook } from "#stores/bank/payments.ts";
import { createFeeBook } from "#stores/fees/fees.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";

export const PAYMENTS = 12;

async function keepAll(database: string): Promise<void> {
  openDatabase(database).close();
  const documents = openDocuments(database);
  const dues = (await createFeeBook(documents).listYear("2027")).map(({ id }) => id).sort();
  const bank = createBankBook(documents);
  for (let i = 0; i < PAYMENTS; i++) {
    await bank.keep(aTransaction(`T${i}`, { amount: 5500 }), aVerdict({ fees: [dues[i] ?? ""] }), null);
    process.stdout.write(`${i}\n`);
  }
}

if (process.argv[1] === import.meta.filename) await keepAll(process.argv[2] ?? "");
