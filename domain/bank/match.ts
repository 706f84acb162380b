import { type Fee, feeBalance } from "#domain/fees/fee.ts";
import { feeReference, feeReferencesIn, yearOfReference } from "#domain/fees/reference.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { type MemberData, memberName } from "#domain/register/member.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { foldText } from "#domain/text/search.ts";
import type { BankTransaction } from "./bank-file.ts";
import { createDuplicateChecker } from "./duplicates.ts";
import { createHouseholdFinder, feeSetsWithSum, joinMemberNames } from "./family.ts";
import type { IdentifiedTransaction } from "./identity.ts";
import { findPayerName, payerWordSequences, preparePayerName, type SearchedPayerName } from "./payer-names.ts";
import type { BankPayment } from "./payment.ts";

export type BankLedger = {
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
 * - `recognised`: it contains the references of fees, or of a fee that does not exist yet (`awaits`).
 * - `proposed`: name and amount fit a fee, or several fees of a family.
 * - `unclear`: it is for fees, but it fits none: they are paid (`settled`), or it pays a part of several fees.
 * - `perhaps`: it looks like a stored payment, and the references of the bank do not tell them apart.
 * - `batch`: it is a sum, and the file does not list the transactions of the sum.
 * - `known`: the payment is already stored, or occurs twice in the uploaded files.
 * - `unrelated`: none of these.
 */
export type PaymentVerdict = Pick<BankPayment, "awaits" | "awaitsName"> & {
  readonly is: "recognised" | "proposed" | "unclear" | "perhaps" | "unrelated" | "batch" | "known";
  /** Ids of the fees that the payment pays. Empty unless `recognised`: the committee decides about the others. */
  readonly fees: readonly string[];
  readonly settled: readonly SettledFee[];
  readonly rank: number;
};

/** A fee with an open amount of zero. */
export type SettledFee = Pick<Fee, "year" | "member" | "name"> & { readonly isWaived: boolean };

type Referring = Pick<BankTransaction, "reference" | "text">;

/** All fee references in a payment: the structured reference, and references in the free text. */
export const feeReferencesOfPayment = ({ reference, text }: Referring): string[] => [
  ...new Set([reference, text].flatMap(feeReferencesIn)),
];

/** The years in the fee references of payments. Yields after each payment, so that the caller can serve requests. */
export function* yearsOfFeeReferences(payments: readonly Referring[]): Generator<void, Set<string>> {
  const years = new Set<string>();
  for (const payment of payments) {
    for (const reference of feeReferencesOfPayment(payment)) years.add(String(yearOfReference(reference)));
    yield;
  }
  return years;
}

/**
 * Finds a verdict on each transaction. Yields after each transaction, so that the caller can serve requests.
 * @param known stored payments of the period of `transactions`
 * @param isNew whether the user has marked a transaction as new, whose verdict would be `perhaps`
 */
export function* matchTransactions(
  transactions: readonly IdentifiedTransaction[],
  ledger: BankLedger,
  known: readonly BankPayment[],
  isNew = (_: IdentifiedTransaction): boolean => false,
): Generator<void, PaymentVerdict[]> {
  const targets = yield* feesByReference(ledger, transactions);
  const { recognise, openOf } = createRecognition(ledger, targets);
  const match = yield* createFeeMatcher(ledger, targets, openOf);
  const duplicateStateOf = yield* createDuplicateChecker(transactions, known);
  const judge = (transaction: IdentifiedTransaction): PaymentVerdict => {
    const nothing = { fees: [], settled: [], awaits: "", awaitsName: "", rank: transaction.identity.rank };
    if (transaction.batchSize > 1) return { ...nothing, is: "batch" };
    const { is, rank } = duplicateStateOf(transaction);
    if (is === "known" || (is === "perhaps" && !isNew(transaction))) return { ...nothing, is, rank };
    const { open, together, settled } = match(transaction);
    const recognised = transaction.returned ? null : recognise(transaction);
    if (recognised) return { ...nothing, rank, ...recognised, is: "recognised" };
    if (together.length > 0 || open.some(({ isLikely }) => isLikely))
      return { ...nothing, rank, settled, is: "proposed" };
    const concernsFees = settled.length > 0 || feeReferencesOfPayment(transaction).length > 0;
    return { ...nothing, rank, settled, is: concernsFees ? "unclear" : "unrelated" };
  };
  const verdicts = new Map<IdentifiedTransaction, PaymentVerdict>();
  for (const transaction of transactions.toSorted((a, b) => missing(a) - missing(b))) {
    verdicts.set(transaction, judge(transaction));
    yield;
  }
  return transactions.map((transaction) => verdicts.get(transaction) as PaymentVerdict);
}

/** Orders the transactions for `createDuplicateChecker`: those that describe their payment most fully come first. */
const missing = ({ index, reference, payer }: IdentifiedTransaction): number =>
  (index === null ? 4 : 0) + (reference === "" ? 1 : 0) + (payer === "" ? 1 : 0);

/** `fee`: null if the fee does not exist yet. `name`: name of the person who owes, or will owe, the fee. */
type Target = { readonly fee: Fee | null; readonly name: string };

/** Maps references to fees, for all years in the payments. Yields, so that the caller can serve requests. */
export function* feesByReference(
  { fees, years, members, signUps }: BankLedger,
  payments: readonly Referring[],
): Generator<void, Map<string, Target>> {
  const targets = new Map<string, Target>();
  const accepted = new Map(members.map((member) => [member.id, member.signUps]));
  const wanted = yield* yearsOfFeeReferences(payments);
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

/** Returns `recognise`, which finds open fees by reference and counts the fees of its earlier calls as paid. */
function createRecognition({ fees: all }: BankLedger, targets: ReadonlyMap<string, Target>) {
  const openById = new Map(all.map((fee) => [fee.id, feeBalance(fee).open]));
  const recognise = (transaction: IdentifiedTransaction): Partial<PaymentVerdict> | null => {
    const references = feeReferencesOfPayment(transaction);
    const found = new Set(references.map((reference) => targets.get(reference)?.fee?.id ?? ""));
    const fees = [...found].filter((id) => openById.get(id));
    const due = fees.reduce((sum, id) => sum + (openById.get(id) ?? 0), 0);
    const awaits = references.find((reference) => targets.get(reference)?.fee === null);
    if (fees.length === 0) return awaits ? { awaits, awaitsName: targets.get(awaits)?.name ?? "" } : null;
    // Only the committee knows which of several fees a smaller amount pays.
    const isEnough = transaction.amount >= due + (awaits ? 1 : 0);
    if (!isEnough && (fees.length > 1 || awaits)) return null;
    let rest = transaction.amount;
    for (const id of fees) {
      const part = Math.min(rest, openById.get(id) ?? 0);
      openById.set(id, (openById.get(id) ?? 0) - part);
      rest -= part;
    }
    return { fees };
  };
  return { recognise, openOf: ({ id }: Fee): Centimes => openById.get(id) ?? 0 };
}

/** The fees to which a payment may belong. */
type FeeMatch = {
  /** Open fees. If the bank returned the payment, paid fees. `isLikely`: name or reference, and the amount fit. */
  readonly open: readonly { readonly fee: Fee; readonly isLikely: boolean }[];
  /** Open fees of a family that the payment pays exactly. At most `TOGETHER_MAX` choices. */
  readonly together: readonly FeeGroup[];
  /** Fees that are already settled, although the payment is for them. */
  readonly settled: readonly SettledFee[];
};

/** At least two fees that one decision pays. `names`: of their members, such as « Léa et Tom Dubuis ». */
export type FeeGroup = { readonly fees: readonly Fee[]; readonly names: string };

/**
 * Maximum number of sets to propose. If more sets of fees have the same sum, the sum is no evidence for any of them.
 */
const TOGETHER_MAX = 3;

type Matched = Referring & Pick<BankTransaction, "amount" | "returned" | "payer">;

/**
 * The returned function finds the fees of the people whom a payment names, by reference or by name. A guardian may pay
 * for several children at once. Fees of people who only share the last name are not likely. `paid`: fees that a part of
 * the payment has paid. `rest`: the amount that is not decided yet.
 * @param openOf the open amount of a fee, after the payments that are not stored yet
 */
export function* createFeeMatcher(
  ledger: BankLedger,
  targets: ReadonlyMap<string, Target>,
  openOf = (fee: Fee): Centimes => feeBalance(fee).open,
): Generator<void, (payment: Matched, paid?: ReadonlySet<string>, rest?: Centimes) => FeeMatch> {
  const byKey = new Map<string, NamedMember[]>();
  for (const { id: member, firstName, lastName, guardianName } of ledger.members) {
    const guardian = guardianName.trim().split(/\s+/);
    const [last = "", ...first] = guardian.toReversed();
    const searched = [preparePayerName(firstName, lastName), preparePayerName(first.toReversed().join(" "), last)];
    for (const name of searched)
      for (const key of name.keys) {
        const sameKey = byKey.get(key);
        if (sameKey) sameKey.push({ member, name });
        else byKey.set(key, [{ member, name }]);
      }
    yield;
  }
  const feesOf = Map.groupBy(ledger.fees, ({ member }) => member);
  const togetherOf = yield* createFamilyMatcher(ledger, feesOf, openOf);
  return (payment, paid = new Set(), rest = payment.amount) => {
    const { amount, returned, payer, text } = payment;
    const [payerWords, words] = [payerWordSequences(payer), payerWordSequences(`${payer} ${text}`)];
    const namesakes = [...words].flatMap((word) => byKey.get(word) ?? []);
    const named = namedIn(namesakes, payerWords, words);
    const referred = new Set(feeReferencesOfPayment(payment).flatMap((reference) => targets.get(reference)?.fee ?? []));
    const sure = new Set([...[...referred].map(({ member }) => member), ...named]);
    const feesOfAll = (ids: Iterable<string>) => [...new Set(ids)].flatMap((member) => feesOf.get(member) ?? []);
    const settled = feesOfAll(returned ? [] : sure).filter((fee) => {
      const isForIt = named.has(fee.member) && amount % fee.amount === 0;
      const owes = feesOf.get(fee.member)?.some((one) => openOf(one) > 0);
      return openOf(fee) === 0 && !paid.has(fee.id) && (referred.has(fee) || (isForIt && !owes));
    });
    const relatives = settled.length > 0 ? [] : namesakes.map(({ member }) => member);
    const open = feesOfAll([...sure, ...relatives]).flatMap((fee) => {
      const balance = feeBalance(fee);
      const sum = returned ? balance.paid : balance.open;
      return sum === 0 ? [] : [{ fee, isLikely: sure.has(fee.member) && amount % sum === 0 }];
    });
    const family = namesakes.map(({ member }) => member);
    return { open, together: returned ? [] : togetherOf(sure, family, rest), settled: settled.map(settledFee) };
  };
}

/**
 * The returned function finds sets of fees with the sum `amount`: first of the people whom a payment names, then of
 * their households, then of all people with the same last name. A shared last name does not prove that people are a
 * family, so these sets are proposals for the committee.
 * @param sure the people whom the payment names
 * @param family the people with a last name that the payment contains
 */
function* createFamilyMatcher(
  { members }: BankLedger,
  feesOf: ReadonlyMap<string, readonly Fee[]>,
  openOf: (fee: Fee) => Centimes,
): Generator<void, (sure: ReadonlySet<string>, family: readonly string[], amount: Centimes) => FeeGroup[]> {
  const householdOf = yield* createHouseholdFinder(members);
  const byId = new Map(members.map((member) => [member.id, member]));
  const byLastName = Map.groupBy(members, ({ lastName }) => foldText(lastName));
  const openFees = (ids: Iterable<string>) =>
    [...new Set(ids)].flatMap((id) => feesOf.get(id) ?? []).filter((fee) => openOf(fee) > 0);
  const namesakesOf = (id: string) =>
    (byLastName.get(foldText(byId.get(id)?.lastName ?? "")) ?? []).map((one) => one.id);
  const together = (set: readonly Fee[]) => {
    const fees = set.toSorted((a, b) => compareFrench(a.name, b.name) || Number(a.year) - Number(b.year));
    const people = [...new Set(fees.map(({ member }) => member))].flatMap((id) => byId.get(id) ?? []);
    return { fees, names: joinMemberNames(people), lastNames: new Set(people.map(({ lastName }) => lastName)).size };
  };
  return (sure, family, amount) => {
    const owed = openFees(sure);
    if (owed.some((fee) => openOf(fee) === amount)) return [];
    const isTheirs = (set: readonly Fee[]) => owed.length === 0 || set.some((fee) => owed.includes(fee));
    const setsOf = (ids: Iterable<string>) => feeSetsWithSum(openFees(ids), amount, openOf).filter(isTheirs);
    const households = () =>
      sure.size > 0
        ? setsOf([...sure].flatMap(householdOf))
        : distinct(distinct(family.map(householdOf), String).flatMap(setsOf), ({ id }) => id);
    const stages = [() => setsOf(sure), households, () => setsOf([...family, ...[...sure].flatMap(namesakesOf)])];
    for (const stage of stages) {
      const sets = stage();
      if (sets.length > 0) return sets.length > TOGETHER_MAX ? [] : sets.map(together).toSorted(byLikelihood);
    }
    return [];
  };
}

/** Sorts sets of brothers and sisters first. */
const byLikelihood = (a: FeeGroup & { lastNames: number }, b: FeeGroup & { lastNames: number }): number =>
  a.lastNames - b.lastNames || compareFrench(a.names, b.names);

const distinct = <One>(sets: readonly One[][], idOf: (one: One) => string): One[][] => [
  ...new Map(sets.map((set) => [set.map(idOf).sort().join(" "), set])).values(),
];

type NamedMember = { readonly member: string; readonly name: SearchedPayerName };

/** Prefers members with the whole name: « Jean Favre » means Jean Favre-Rey only if the register has no Jean Favre. */
function namedIn(family: readonly NamedMember[], payer: ReadonlySet<string>, words: ReadonlySet<string>): Set<string> {
  const found = Map.groupBy(family, ({ name }) => findPayerName(name, payer, words));
  return new Set((found.get("whole") ?? found.get("part") ?? []).map(({ member }) => member));
}

const settledFee = (fee: Fee): SettledFee => {
  const { year, member, name } = fee;
  return { year, member, name, isWaived: feeBalance(fee).waived > 0 };
};

/** Whether `awaits` is the reference of a member's fee. `subjects`: ids of the member and of the member's sign-ups. */
export const isAwaitedReference = (awaits: string, year: string, subjects: readonly string[]): boolean =>
  subjects.some((subject) => feeReference(year, subject) === awaits);
