import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { feeReference, yearOfReference } from "#domain/fees/reference.ts";
import { type MemberData, memberName } from "#domain/members/member.ts";
import { foldText } from "#domain/text/search.ts";
import type { BankTransaction } from "./bank-file.ts";
import { type IdentifiedTransaction, isSame, isUncertain, likeness, type TransactionIdentity } from "./identity.ts";
import type { BankPayment } from "./payment.ts";

export type Ledger = {
  /** Fees of all open years, and of the years in the payments' references. */
  readonly fees: readonly Fee[];
  /** All years for which fees were ever opened. */
  readonly years: readonly string[];
  readonly members: readonly (MemberData & { readonly id: string; readonly signUps: readonly string[] })[];
  /** Sign-ups that the committee has neither accepted nor refused. */
  readonly signUps: readonly { readonly id: string; readonly name: string }[];
};

/**
 * How a bank transaction relates to fees.
 * - `recognised`: it contains the reference of a fee, or of a fee that does not exist yet (`awaits`).
 * - `proposed`: name and amount fit a fee.
 * - `unclear`: it contains a fee's reference, but no fee fits, for example because the fee is paid.
 * - `perhaps`: it looks like a stored payment, but the bank gave no reference to compare.
 * - `batch`: it is a sum, and the file does not list the transactions of the sum.
 * - `known`: the payment is already stored, or occurs twice in the uploaded files.
 * - `unrelated`: none of these.
 */
export type Verdict = Pick<BankPayment, "awaits" | "awaitsName"> & {
  readonly is: "recognised" | "proposed" | "unclear" | "perhaps" | "unrelated" | "batch" | "known";
  readonly fees: readonly string[];
  readonly rank: number;
};

type Referring = Pick<BankTransaction, "reference" | "text">;

/** All fee references in a payment: the structured reference, and references in the free text. */
export function referencesIn({ reference, text }: Referring): string[] {
  const compact = text.replace(/\s/g, "").toUpperCase();
  const written = compact.match(/RF\d{6}[\dA-Z]{13}/g) ?? [];
  return [...new Set([reference, ...written])].filter((one) => yearOfReference(one) !== null);
}

/** The years in the fee references of payments. */
export const yearsIn = (payments: readonly Referring[]): Set<string> =>
  new Set(payments.flatMap(referencesIn).map((reference) => String(yearOfReference(reference))));

/**
 * Finds a verdict on each transaction. Yields after each, so that the caller can serve requests.
 * @param known stored payments of the period of `transactions`
 */
export function* matchTransactions(
  transactions: readonly IdentifiedTransaction[],
  ledger: Ledger,
  known: readonly BankPayment[],
): Generator<void, Verdict[]> {
  const targets = yield* targetsOf(ledger, transactions);
  const recognise = createRecognition(ledger, targets);
  const propose = createFeeMatcher(ledger, targets);
  const seen = createSeen(known);
  const judge = (transaction: IdentifiedTransaction): Verdict => {
    const nothing = { fees: [], awaits: "", awaitsName: "", rank: transaction.identity.rank };
    if (transaction.batchSize > 1) return { ...nothing, is: "batch" };
    const before = seen(transaction);
    if (before) return { ...nothing, ...before };
    const recognised = transaction.returned || isUncertain(transaction.identity) ? null : recognise(transaction);
    if (recognised) return { ...nothing, ...recognised, is: "recognised" };
    if (propose(transaction).some(({ isLikely }) => isLikely)) return { ...nothing, is: "proposed" };
    return { ...nothing, is: referencesIn(transaction).length > 0 ? "unclear" : "unrelated" };
  };
  // An entry without transactions may repeat transactions of another file. Judge such an entry last.
  const inOrder = transactions.toSorted((a, b) => Number(a.index === null) - Number(b.index === null));
  const verdicts = new Map<IdentifiedTransaction, Verdict>();
  for (const transaction of inOrder) {
    verdicts.set(transaction, judge(transaction));
    yield;
  }
  return transactions.map((transaction) => verdicts.get(transaction) as Verdict);
}

const NONE: TransactionIdentity = { own: "", entry: "", detail: "", rank: 0 };

/** The returned function detects stored and repeated payments, and returns null for a new payment. */
function createSeen(known: readonly BankPayment[]) {
  const seen = new Map<string, TransactionIdentity>();
  const remember = (identity: TransactionIdentity) => {
    const { own, entry, detail } = identity;
    for (const key of [own, entry && `${entry}\n${detail}`, entry && `${entry}\n*`]) seen.set(key, identity);
  };
  for (const { identity } of known) remember(identity);
  const byLikeness = Map.groupBy(known, likeness);
  return (transaction: IdentifiedTransaction): Pick<Verdict, "is" | "rank"> | null => {
    const { identity } = transaction;
    const { own, entry, detail, rank } = identity;
    const near = [own, `${entry}\n${detail}`, `${entry}\n`, detail === "" && `${entry}\n*`];
    if (near.some((key) => key && isSame(seen.get(key) ?? NONE, identity))) return { is: "known", rank };
    if (!isUncertain(identity)) remember(identity);
    const alike = (byLikeness.get(likeness(transaction)) ?? []).filter(
      (one) => isUncertain(identity) || isUncertain(one.identity),
    ).length;
    return alike > rank ? { is: "perhaps", rank: rank + alike } : null;
  };
}

/** `fee`: null if the fee does not exist yet. `name`: name of the person who owes, or will owe, the fee. */
type Target = { readonly fee: Fee | null; readonly name: string };

/** Maps references to fees, for all years in the payments. Yields, so that the caller can serve requests. */
export function* targetsOf(
  { fees, years, members, signUps }: Ledger,
  payments: readonly Referring[],
): Generator<void, Map<string, Target>> {
  const targets = new Map<string, Target>();
  const accepted = new Map(members.map((member) => [member.id, member.signUps]));
  const wanted = yearsIn(payments);
  const add = (year: string, subjects: readonly string[], target: Target) => {
    for (const subject of subjects) targets.set(feeReference(year, subject), target);
  };
  for (const year of wanted) {
    for (const { id, name } of signUps) {
      add(year, [id], { fee: null, name });
      yield;
    }
    for (const member of years.includes(year) ? [] : members) {
      add(year, [member.id, ...member.signUps], { fee: null, name: memberName(member) });
      yield;
    }
  }
  for (const fee of fees.filter(({ year }) => wanted.has(year))) {
    add(fee.year, [fee.member, ...(accepted.get(fee.member) ?? [])], { fee, name: fee.name });
    yield;
  }
  return targets;
}

/** The returned function finds open fees by reference, and counts the fees of earlier calls as paid. */
function createRecognition({ fees: all }: Ledger, targets: ReadonlyMap<string, Target>) {
  const open = new Map(all.map((fee) => [fee.id, balanceOf(fee).open]));
  return (transaction: IdentifiedTransaction): Partial<Verdict> | null => {
    const references = referencesIn(transaction);
    let rest = transaction.amount;
    const fees = references.flatMap((reference) => {
      const { id = "" } = targets.get(reference)?.fee ?? {};
      const part = Math.min(rest, open.get(id) ?? 0);
      open.set(id, (open.get(id) ?? 0) - part);
      rest -= part;
      return part > 0 ? id : [];
    });
    const awaits = references.find((reference) => targets.get(reference)?.fee === null);
    if (fees.length > 0 || awaits === undefined) return fees.length > 0 ? { fees } : null;
    return { awaits, awaitsName: targets.get(awaits)?.name ?? "" };
  };
}

/**
 * The returned function proposes open fees for a payment. If the bank returned the payment, the function proposes paid
 * fees. `isLikely`: the payment names the member or the guardian, and the amount is a multiple of the fee. A guardian
 * may pay for several children at once.
 */
export function createFeeMatcher(ledger: Ledger, targets: ReadonlyMap<string, Target>) {
  const named = ledger.members.flatMap((member) => {
    const names = [memberName(member), member.guardianName].filter(Boolean);
    return names.map((name) => ({ member: member.id, words: foldText(name).split(" ") }));
  });
  const byLastWord = Map.groupBy(named, ({ words }) => words.at(-1) ?? "");
  const feesOf = Map.groupBy(ledger.fees, ({ member }) => member);
  return (payment: Referring & Pick<BankTransaction, "amount" | "returned" | "payer">) => {
    const words = new Set(foldText(`${payment.payer} ${payment.text}`).split(" "));
    const family = [...words].flatMap((word) => byLastWord.get(word) ?? []);
    const sure = new Set([
      ...referencesIn(payment).flatMap((reference) => targets.get(reference)?.fee?.member ?? []),
      ...family.filter((one) => one.words.every((word) => words.has(word))).map(({ member }) => member),
    ]);
    return [...new Set([...sure, ...family.map(({ member }) => member)])].flatMap((member) =>
      (feesOf.get(member) ?? []).flatMap((fee) => {
        const { open, paid } = balanceOf(fee);
        const sum = payment.returned ? paid : open;
        return sum === 0 ? [] : [{ fee, isLikely: sure.has(member) && payment.amount % sum === 0 }];
      }),
    );
  };
}

/** Whether `awaits` is the reference of a member's fee. `subjects`: ids of the member and of the member's sign-ups. */
export const isAwaited = (awaits: string, year: string, subjects: readonly string[]): boolean =>
  subjects.some((subject) => feeReference(year, subject) === awaits);
