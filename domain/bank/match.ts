/** Which fees the transactions of a bank's file pay. */
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { feeReference, yearOfReference } from "#domain/fees/reference.ts";
import { type MemberData, memberName } from "#domain/members/member.ts";
import { foldText } from "#domain/text/search.ts";
import { type Identified, isSame, isUncertain, likeness } from "./identity.ts";
import { type BankPayment, restOf } from "./payment.ts";
import type { BankTransaction } from "./transaction.ts";

type MatchedMember = MemberData & { readonly id: string; readonly signUps: readonly string[] };

export type Ledger = {
  /** Of all open years, and of the years that references name. */
  readonly fees: readonly Fee[];
  /** Years that were ever opened. */
  readonly years: readonly string[];
  readonly members: readonly MatchedMember[];
  /** Not accepted. */
  readonly signUps: readonly { readonly id: string; readonly name: string; readonly isRefused: boolean }[];
};

/**
 * `recognised`: by reference; it pays `fees`, else it waits. `proposed`: by name and amount. `unclear`: has the
 * reference of a fee, but none to pay. `perhaps`: like a known one, but the bank gives no reference; `rank` is then one
 * that no known one has. `elsewhere`: to another account. `supersedes`: the undecided payment of which it is a detail.
 */
export type Verdict = Pick<BankPayment, "awaits" | "awaitsName" | "toRefund"> & {
  readonly is: "recognised" | "proposed" | "unclear" | "perhaps" | "unrelated" | "known" | "elsewhere";
  readonly fees: readonly string[];
  readonly supersedes: string | null;
  readonly rank: number;
};

const NOTHING = { fees: [], awaits: "", awaitsName: "", toRefund: false, supersedes: null };

/** All references of fees, structured or in the free text, where spaces may divide them. */
export function referencesIn({ reference, text }: Pick<BankTransaction, "reference" | "text">): string[] {
  const found = [reference];
  const compact = text.replace(/\s/g, "").toUpperCase();
  for (let at = compact.indexOf("RF"); at >= 0; at = compact.indexOf("RF", at + 1))
    found.push(compact.slice(at, at + REFERENCE_LENGTH));
  return [...new Set(found)].filter((one) => yearOfReference(one) !== null);
}

const REFERENCE_LENGTH = 21;

type Target = { readonly fee: Fee | null; readonly name: string; readonly isRefused: boolean };

/** The fee that each reference of these years pays; null for one that does not exist yet. */
function targetsOf({ fees, years, members, signUps }: Ledger, wanted: ReadonlySet<string>): Map<string, Target> {
  const targets = new Map<string, Target>();
  const byId = new Map(members.map((member) => [member.id, member]));
  const add = (year: string, subjects: readonly string[], target: Target) => {
    for (const subject of subjects) targets.set(feeReference(year, subject), target);
  };
  for (const year of wanted) {
    for (const { id, ...signUp } of signUps) add(year, [id], { fee: null, ...signUp });
    if (years.includes(year)) continue;
    for (const member of members)
      add(year, [member.id, ...member.signUps], { fee: null, name: memberName(member), isRefused: false });
  }
  for (const fee of fees.filter(({ year }) => wanted.has(year))) {
    const { signUps: accepted = [] } = byId.get(fee.member) ?? {};
    add(fee.year, [fee.member, ...accepted], { fee, name: fee.name, isRefused: false });
  }
  return targets;
}

/** Years of all references of fees. */
export const yearsIn = (transactions: readonly Pick<BankTransaction, "reference" | "text">[]): Set<string> =>
  new Set(transactions.flatMap(referencesIn).map((reference) => String(yearOfReference(reference))));

/**
 * Judges the transactions of one or more files, each once, in their order. Those of entries without details come last,
 * because another file may have the details.
 * @param known those of the same time that are kept
 * @param ibans accounts of the association, former ones included
 */
export function matchTransactions(
  transactions: readonly Identified[],
  ledger: Ledger,
  { known, ibans }: { known: readonly BankPayment[]; ibans: readonly string[] },
): Verdict[] {
  const recognise = createRecognition(ledger, yearsIn(transactions));
  const propose = createProposals(ledger);
  const seen = createSeen(known);
  const judge = (transaction: Identified): Verdict => {
    const { identity, returned } = transaction;
    const isOwn = ibans.includes(transaction.iban);
    const references = referencesIn(transaction);
    if (!isOwn && references.length === 0) return { is: "elsewhere", ...NOTHING, rank: identity.rank };
    const { is, ...before } = seen(transaction);
    if (is !== "new") return { ...NOTHING, ...before, is };
    const found = { ...NOTHING, ...before };
    const recognised = isOwn && !returned && !isUncertain(identity) ? recognise(transaction, references) : null;
    if (recognised) return { ...found, ...recognised };
    if (propose(transaction).some(({ isLikely }) => isLikely)) return { ...found, is: "proposed" };
    return { ...found, is: references.length > 0 ? "unclear" : "unrelated" };
  };
  const verdicts = new Map<Identified, Verdict>();
  for (const part of [transactions.filter(hasDetail), transactions.filter((one) => !hasDetail(one))])
    for (const transaction of part) verdicts.set(transaction, judge(transaction));
  return transactions.map((transaction) => verdicts.get(transaction) as Verdict);
}

/** @returns a function that finds what references pay; each fee is paid once */
function createRecognition(ledger: Ledger, years: ReadonlySet<string>) {
  const targets = targetsOf(ledger, years);
  const open = new Map(ledger.fees.map((fee) => [fee.id, balanceOf(fee).open]));
  return ({ amount }: Identified, references: readonly string[]) => {
    const fees: string[] = [];
    let rest = amount;
    for (const reference of references) {
      const { fee = null } = targets.get(reference) ?? {};
      const part = Math.min(rest, (fee && open.get(fee.id)) ?? 0);
      if (!fee || part === 0) continue;
      fees.push(fee.id);
      open.set(fee.id, (open.get(fee.id) ?? 0) - part);
      rest -= part;
    }
    if (fees.length > 0) return { is: "recognised", fees } as const;
    const later = references.find((reference) => targets.get(reference)?.fee === null);
    const target = later === undefined ? null : targets.get(later);
    if (later === undefined || !target) return null;
    const { name: awaitsName, isRefused: toRefund } = target;
    return { is: toRefund ? "unclear" : "recognised", awaits: later, awaitsName, toRefund } as const;
  };
}

const hasDetail = ({ identity }: Identified): boolean => identity.detail !== "";

/** @returns a function that says whether a transaction was seen before */
function createSeen(known: readonly BankPayment[]) {
  type Before = Pick<BankPayment, "identity"> & { readonly undecided: string | null };
  const byReference = new Map<string, Before[]>();
  const remember = (before: Before) => {
    for (const key of new Set([before.identity.own, before.identity.entry]))
      if (key) byReference.set(key, [...(byReference.get(key) ?? []), before]);
  };
  for (const payment of known)
    remember({ ...payment, undecided: restOf(payment) === payment.amount ? payment.id : null });
  const certain = counts(known.filter(({ identity }) => !isUncertain(identity)));
  const uncertain = counts(known.filter(({ identity }) => isUncertain(identity)));
  return (transaction: Identified) => {
    const { identity } = transaction;
    const near = [identity.own, identity.entry].flatMap((key) => byReference.get(key) ?? []);
    const same = near.filter((before) => isSame(before.identity, identity));
    const batch = same.find((before) => before.identity.detail === "" && hasDetail(transaction) && before.undecided);
    const supersedes = batch?.undecided ?? null;
    if (same.some((before) => before !== batch)) return { is: "known", supersedes: null, rank: identity.rank } as const;
    const like = likeness(transaction);
    const alike = (uncertain.get(like) ?? 0) + (isUncertain(identity) ? (certain.get(like) ?? 0) : 0);
    remember({ identity, undecided: null });
    if (alike > identity.rank) return { is: "perhaps", supersedes, rank: identity.rank + alike } as const;
    return { is: "new", supersedes, rank: identity.rank } as const;
  };
}

function counts(payments: readonly BankPayment[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const payment of payments) all.set(likeness(payment), (all.get(likeness(payment)) ?? 0) + 1);
  return all;
}

export type Proposal = { readonly fee: Fee /** By name and amount. */; readonly isLikely: boolean };

/** @returns a function that proposes fees for a payment: those to pay, or for a return those that were paid */
export function createProposals(ledger: Ledger) {
  const byWord = Map.groupBy(
    ledger.members.flatMap((member) =>
      [memberName(member), member.guardianName]
        .filter(Boolean)
        .map((name) => ({ member, words: foldText(name).split(" ") })),
    ),
    ({ words }) => String(words.at(-1)),
  );
  const feesOf = Map.groupBy(ledger.fees, ({ member }) => member);
  return (payment: Pick<BankTransaction, "amount" | "returned" | "reference" | "text" | "payer">): Proposal[] => {
    const words = new Set(foldText(`${payment.payer} ${payment.text}`).split(" "));
    const references = referencesIn(payment);
    const targets = references.length > 0 ? targetsOf(ledger, yearsIn([payment])) : null;
    const referred = new Set(references.map((reference) => targets?.get(reference)?.fee?.member));
    const named = [...words].flatMap((word) => byWord.get(word) ?? []);
    const full = new Set(named.filter((one) => one.words.every((word) => words.has(word))).map((one) => one.member.id));
    const family = new Set(named.map(({ member }) => member.id));
    return [...new Set([...referred, ...full, ...family])].flatMap((member) =>
      (feesOf.get(String(member)) ?? []).flatMap((fee) => {
        const { open, paid } = balanceOf(fee);
        const sum = payment.returned ? paid : open;
        const isNamed = full.has(fee.member) || referred.has(fee.member);
        return sum === 0 ? [] : [{ fee, isLikely: isNamed && sum > 0 && payment.amount % sum === 0 }];
      }),
    );
  };
}

/** Whether a payment waits for the fee of a member, or of a sign-up that was accepted as the member. */
export const isAwaited = (
  awaits: string,
  year: string,
  { id, signUps = [] }: { readonly id: string; readonly signUps?: readonly string[] },
): boolean => [id, ...signUps].some((subject) => feeReference(year, subject) === awaits);
