import { type Identified, identityKey } from "#domain/bank/identity.ts";
import { createProposals, type Ledger, matchTransactions, type Verdict, yearsIn } from "#domain/bank/match.ts";
import type { BankPayment } from "#domain/bank/payment.ts";
import { addDays } from "#domain/dates.ts";
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "bank" | "fees" | "register" | "settings">;

export type Judged = { readonly found: Identified; readonly verdict: Verdict };

/** Days between the bookings of one payment in two files. */
const APART = 31;

/** Judges the transactions of a file against what is kept. Nothing is written. */
export async function judgeTransactions(services: Needs, found: readonly Identified[]): Promise<Judged[]> {
  const days = found.map(({ date }) => date).sort();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  if (first === "") return [];
  const { settings, bank } = services;
  const [ledger, known, current, former] = await Promise.all([
    readLedger(services, yearsIn(found)),
    bank.listBetween(addDays(first, -APART), addDays(last, APART)),
    settings.get(),
    settings.listRevisions(),
  ]);
  const ibans = [current.iban, ...former.map(({ content }) => content.iban)];
  const verdicts = matchTransactions(found, ledger, { known, ibans });
  return found.map((transaction, i) => {
    const verdict = verdicts[i] as Verdict;
    const { identity } = transaction;
    return { found: { ...transaction, identity: { ...identity, rank: verdict.rank } }, verdict };
  });
}

/** Whether « Enregistrer » keeps it; others only when they are ticked. */
export const isKept = ({ is }: Verdict): boolean => is === "recognised" || is === "proposed" || is === "unclear";

export const canBeTicked = ({ is }: Verdict): boolean => is === "perhaps" || is === "unrelated";

/**
 * Keeps transactions, each with the fees that it pays in one transaction, so that it can be repeated after a crash.
 * @param ticked keys of `canBeTicked` @returns how many were not kept before
 */
export async function keepTransactions(
  services: Needs,
  offered: readonly Judged[],
  ticked: readonly string[],
  by: Person | null,
): Promise<number> {
  const wanted = offered.filter(({ found, verdict }) => isKept(verdict) || ticked.includes(identityKey(found)));
  let kept = 0;
  for (const { found, verdict } of await judgeTransactions(
    services,
    wanted.map(({ found }) => found),
  ))
    if (verdict.is !== "known" && verdict.is !== "elsewhere")
      kept += Number(await services.bank.keep(found, verdict, by));
  return kept;
}

async function readLedger(
  { fees, register, bank }: Pick<Needs, "fees" | "register" | "bank">,
  named: ReadonlySet<string>,
): Promise<Ledger> {
  const [years, members] = await Promise.all([fees.listYears(), register.list()]);
  const wanted = years.filter(({ year, closedAt }) => closedAt === null || named.has(year));
  const [all, signUps] = await Promise.all([
    Promise.all(wanted.map(({ year }) => fees.listYear(year))),
    named.size > 0 ? bank.listSignUps() : [],
  ]);
  return { years: years.map(({ year }) => year), fees: all.flat(), members, signUps };
}

/** @returns the fees that each payment may pay, the likeliest first; of a return, those that it may reopen */
export async function proposeFees(
  services: Pick<Needs, "fees" | "register" | "bank">,
  payments: readonly BankPayment[],
): Promise<Fee[][]> {
  if (payments.length === 0) return [];
  const propose = createProposals(await readLedger(services, yearsIn(payments)));
  return payments.map((payment) =>
    propose(payment)
      .toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely))
      .map(({ fee }) => fee),
  );
}

/** Whether a payment can pay a fee, or a return reopen it. */
export const canSettle = ({ returned }: Pick<BankPayment, "returned">, fee: Fee): boolean =>
  (returned ? balanceOf(fee).paid : balanceOf(fee).open) > 0;
