/**
 * A process that keeps payments of a bank's file, one transaction each, prints the number of each one, and waits after
 * the payment LAST until it is killed: `node keep-and-die.ts DATABASE LAST`
 */
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";

export const PAYMENTS = 12;

/** Keeps all payments. `onKept`: called after each one; the next one waits for its result. */
export async function keepAll(documents: Documents, onKept: (i: number) => unknown = () => {}): Promise<void> {
  const feeIds = (await createFeeStore(documents).listYear("2027")).map(({ id }) => id).sort();
  const bank = createBankPaymentStore(documents);
  for (let i = 0; i < PAYMENTS; i++) {
    await bank.keep(aTransaction(`T${i}`, { amount: 5500 }), aVerdict({ fees: [feeIds[i] ?? ""] }), null);
    await onKept(i);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , database = "", last = ""] = process.argv;
  openDatabase(database).close();
  await keepAll(openSqliteDocuments(database), (i) => {
    process.stdout.write(`${i}\n`);
    if (i === Number(last)) return new Promise(() => setInterval(() => {}, 1000));
  });
}
