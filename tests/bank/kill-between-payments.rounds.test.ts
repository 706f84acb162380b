import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { undecidedAmount } from "#domain/bank/payment.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { aMember } from "#tests/contracts/register/register.contract.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { keepAll, PAYMENTS } from "./keep-and-die.ts";

const ROUNDS = 100;

/**
 * Keeps payments in a process, which is killed between its nth payment and the next one, or within the next one. It does
 * not go on further, however late a busy machine kills it.
 */
async function keepAndDie(file: string, killedAfter: number): Promise<void> {
  const script = join(import.meta.dirname, "keep-and-die.ts");
  const child = spawn(process.execPath, [script, file, String(killedAfter)], { stdio: ["ignore", "pipe", "inherit"] });
  let said = 0;
  child.stdout.on("data", async (text: Buffer) => {
    said += String(text).trim().split("\n").length;
    if (said < killedAfter) return;
    await wait(Math.random() * 4);
    child.kill("SIGKILL");
  });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

it(`a bank import loses and doubles no payment when the process is killed between two of them, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { file, open } = embeddedFile();
    const documents = documentsOf(open());
    const names = Array.from({ length: PAYMENTS }, (_, i) => ({ id: null, data: aMember({ firstName: `M${i}` }) }));
    await createRegisterStore(documents).save(names, null);
    const [fees, bank] = [createFeeStore(documents), createBankPaymentStore(documents)];
    await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);

    const killedAfter = 1 + (round % (PAYMENTS - 1));
    await keepAndDie(file, killedAfter);
    const kept = await bank.listBetween("2027-01-01", "2027-12-31");
    expect([killedAfter, killedAfter + 1]).toContain(kept.length);
    const paid = (await fees.listYear("2027")).filter((fee) => feeBalance(fee).paid === 5000);
    expect(kept.flatMap(({ lines }) => lines.map(({ fee }) => fee)).sort()).toEqual(paid.map(({ id }) => id).sort());

    await keepAll(documents);
    const all = await bank.listBetween("2027-01-01", "2027-12-31");
    expect(all.map(undecidedAmount)).toEqual(Array.from({ length: PAYMENTS }, () => 500));
    expect((await fees.listYear("2027")).map(({ lines }) => lines.length)).toEqual(all.map(() => 1));
  }
});
