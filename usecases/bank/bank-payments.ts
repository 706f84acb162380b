import { readBankFile } from "#bank/read-bank-file.ts";
import { BANK_FILE_SENTENCES, type BankFile } from "#domain/bank/bank-file.ts";
import { bankPaymentId, type IdentifiedTransaction, identifyTransactions } from "#domain/bank/identity.ts";
import type { BankLedger, PaymentVerdict } from "#domain/bank/match.ts";
import { createFeeMatcher, feesByReference, matchTransactions, yearsOfFeeReferences } from "#domain/bank/match.ts";
import { type BankPayment, undecidedAmount } from "#domain/bank/payment.ts";
import { addDays, dayInZurich } from "#domain/dates.ts";
import { effectiveFeeLines } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { mapInSlices, runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "bank" | "fees" | "register" | "inbox" | "settings" | "clock">;

export type TransactionWithVerdict = IdentifiedTransaction & { readonly verdict: PaymentVerdict };

/** A transaction as the preview shows it. Omits parts of the verdict, which `storeTransactions` computes again. */
export type OfferedTransaction = IdentifiedTransaction & { readonly verdict: Pick<PaymentVerdict, "is"> };

/** `elsewhere`: number of transactions on accounts that never belonged to the association. They are not in `judged`. */
export type BankFilePreview = Pick<BankFile, "skipped"> & {
  readonly judged: readonly TransactionWithVerdict[];
  readonly elsewhere: number;
};

/** Maximum difference in days between the dates that two files give the same payment. */
const APART = 31;

/** Writes nothing. A refusal is a French sentence. */
export async function previewBankFile(services: Needs, bytes: Uint8Array): Promise<Result<BankFilePreview, string>> {
  const { settings } = services;
  const read = await readBankFile(bytes);
  if (!read.ok) return refusal(BANK_FILE_SENTENCES[read.reason]);
  const { transactions: all, skipped } = read.value;
  const [{ iban }, former] = await Promise.all([settings.get(), settings.listRevisions()]);
  const ibans = new Set([iban, ...former.map(({ content }) => content.iban)]);
  const found = await runInSlices(identifyTransactions(all.filter((one) => ibans.has(one.iban))));
  const judged = (await judge(services, found)).map((verdict, i) => {
    const one = found[i] as IdentifiedTransaction;
    return { ...one, identity: { ...one.identity, rank: verdict.rank }, verdict };
  });
  return success({ judged, elsewhere: all.length - found.length, skipped });
}

async function judge(
  services: Needs,
  found: readonly IdentifiedTransaction[],
  isNew?: (one: IdentifiedTransaction) => boolean,
): Promise<PaymentVerdict[]> {
  const days = found.map(({ date }) => date).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [ledger, known] = await Promise.all([
    readLedger(services, await runInSlices(yearsOfFeeReferences(found))),
    services.bank.listBetween(addDays(first, -APART), addDays(last, APART)),
  ]);
  return runInSlices(matchTransactions(found, ledger, known, isNew));
}

/** Whether a transaction is stored even if the user has not ticked the transaction. */
const isStoredUnticked = ({ verdict: { is } }: OfferedTransaction): boolean =>
  ["recognised", "proposed", "unclear"].includes(is);

/**
 * @param offered all transactions of the preview @param ticked `bankPaymentId` of each ticked transaction
 * @returns the number of newly stored transactions
 */
export const storeTransactions = (
  services: Needs,
  offered: readonly OfferedTransaction[],
  ticked: readonly string[],
  by: Person | null,
): Promise<number> =>
  services.bank.oneFileAtATime(async () => {
    const tickedKeys = new Set(ticked);
    const isTicked = (one: IdentifiedTransaction) => tickedKeys.has(bankPaymentId(one));
    const verdicts = await judge(services, offered, isTicked);
    let kept = 0;
    for (const [i, one] of offered.entries()) {
      const verdict = verdicts[i] as PaymentVerdict;
      if (verdict.is !== "known" && (isStoredUnticked(one) || isTicked(one)))
        kept += Number(await services.bank.keep(one, verdict, by));
    }
    return kept;
  });

async function readLedger(services: Needs, named: ReadonlySet<string>): Promise<BankLedger> {
  const { fees, register, inbox, clock } = services;
  const all = { type: "inscription", text: "", filter: "tout", day: dayInZurich(clock.now()) } as const;
  const [years, members, { entries }] = await Promise.all([
    fees.listYears(),
    register.list(),
    named.size > 0 ? inbox.search(all) : { entries: [] },
  ]);
  const wanted = years.filter(({ year, closedAt }) => closedAt === null || named.has(year));
  return {
    members,
    years: years.map(({ year }) => year),
    fees: (await Promise.all(wanted.map(({ year }) => fees.listYear(year)))).flat(),
    signUps: entries.filter(({ decision }) => !decision).map(({ id, content }) => ({ id, name: memberName(content) })),
  };
}

/**
 * @returns for each payment: the open fees to which it may belong, likely fees first; the sets of a family's fees that
 * it pays exactly; and the fees that were already settled before it arrived
 */
export async function proposeFeesForPayments(services: Needs, payments: readonly BankPayment[]) {
  if (payments.length === 0) return [];
  const ledger = await readLedger(services, await runInSlices(yearsOfFeeReferences(payments)));
  const match = await runInSlices(createFeeMatcher(ledger, await runInSlices(feesByReference(ledger, payments))));
  return mapInSlices(payments, (payment) => {
    const paid = new Set(effectiveFeeLines(payment.lines).map(({ fee }) => fee));
    const { open, together, settled } = match(payment, paid, undecidedAmount(payment));
    const likelyFirst = open.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely));
    return { open: likelyFirst.map(({ fee }) => fee), together, settled };
  });
}
