/** Documents `fees/{year}-{member}`, with their lines, and `fee-years/{year}`. */
import type { Day } from "#domain/dates.ts";
import {
  balanceOf,
  type Fee,
  type FeeLine,
  type FeeSending,
  type FeeYear,
  feeId,
  keptUntil,
  type NewFeeLine,
  paysIn,
  withoutReasons,
} from "#domain/fees/fee.ts";
import { type MemberData, memberName, memberSortKey } from "#domain/members/member.ts";
import type { Person } from "#domain/person.ts";
import { foldText } from "#domain/text/search.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import type { WaitingPayments } from "#stores/bank/payment-document.ts";
import { inBatches } from "#stores/format.ts";

export const FEES = "fees";
export const FEE_YEARS = "fee-years";
/** Maximum of deletions per transaction. */
const AT_ONCE = 200;

type Author = { readonly by: Person | null; readonly at: Date };

const personIn = (by: Person | null): Content | null => by && { id: by.id, name: by.name };

export function feeOf({ id, content }: Pick<StoredDocument, "id" | "content">): Fee {
  const { year, member, name, amount, ...lists } = content;
  const dated = <One>(list: unknown) =>
    ((list ?? []) as Content[]).map((one) => ({ ...one, at: new Date(String(one.at)) }) as unknown as One);
  return {
    ...{ id, year: String(year), member: String(member), name: String(name), amount: Number(amount) },
    ...{ lines: dated<FeeLine>(lists.lines), sendings: dated<FeeSending>(lists.sendings) },
    ...(typeof content.keptUntil === "string" && { isErased: true }),
  };
}

/** @param sortKey of the member's name */
const feeContent = (fee: Omit<Fee, "id">, sortKey: string): Content => {
  const { state, paid, waived, open } = balanceOf(fee);
  const order = `${fee.year} ${sortKey}`;
  const { year, member, name, amount } = fee;
  return {
    ...{ year, member, name, amount, sortKey, state, paid, waived, open },
    lines: fee.lines.map((line) => ({ ...line, at: line.at.toISOString(), by: personIn(line.by) })),
    sendings: fee.sendings.map((one) => ({ ...one, at: one.at.toISOString(), by: personIn(one.by) })),
    ...{ search: foldText(name), orderAll: order, orderOpen: open > 0 ? order : null },
    ...{ orderPaid: state === "paid" ? order : null, orderWaived: state === "waived" ? order : null },
  };
};

export const feeYearOf = ({ id, content }: Pick<StoredDocument, "id" | "content">): FeeYear => ({
  year: id,
  amount: Number(content.amount),
  joinedBy: String(content.joinedBy),
  openedAt: new Date(String(content.openedAt)),
  openedBy: (content.openedBy ?? null) as Person | null,
  closedAt: typeof content.closedAt === "string" ? new Date(content.closedAt) : null,
  closedBy: (content.closedBy ?? null) as Person | null,
});

export const feeYearContent = ({ amount, joinedBy, openedAt, openedBy, closedAt, closedBy }: FeeYear): Content => ({
  ...{ amount, joinedBy, openedAt: openedAt.toISOString(), openedBy: personIn(openedBy) },
  ...{ closedAt: closedAt?.toISOString() ?? null, closedBy: personIn(closedBy) },
});

/** @returns all years, newest first */
export const readFeeYears = async (reader: Pick<Transaction, "query">): Promise<FeeYear[]> =>
  (await reader.query(FEE_YEARS)).map(feeYearOf).toReversed();

/** @returns the fees of a member, with their documents, oldest first */
export const readFeesOf = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(FEES, { where: { field: "member", equals: member } });

type PayingMember = MemberData & { readonly id: string; readonly signUps?: readonly string[] };

/** Creates the due of a member for a year, unless `existing` has it; what waits for it pays it. Call it after all reads. */
export function createDue(
  transaction: Transaction,
  { year, amount }: Pick<FeeYear, "year" | "amount">,
  { id, signUps, ...data }: PayingMember,
  existing: readonly StoredDocument[] = [],
  waiting?: WaitingPayments,
): void {
  if (existing.some((document) => document.id === feeId(year, id))) return;
  const fee = { year, member: id, name: memberName(data), amount, lines: [], sendings: [] };
  const lines = waiting?.pay({ ...fee, id: feeId(year, id) }, signUps) ?? [];
  transaction.create(FEES, feeId(year, id), feeContent({ ...fee, lines }, memberSortKey(data)));
}

/** Creates the dues that a member has by the rule of each open year. */
export function createDues(
  transaction: Transaction,
  years: readonly FeeYear[],
  member: PayingMember,
  existing: readonly StoredDocument[] = [],
  waiting?: WaitingPayments,
): void {
  for (const year of years)
    if (year.closedAt === null && paysIn(year, member)) createDue(transaction, year, member, existing, waiting);
}

/** Pays the dues that a member has with what waits for them, under the present name. @returns the documents afterwards */
export const payDues = (
  transaction: Transaction,
  years: readonly FeeYear[],
  { signUps, ...data }: PayingMember,
  existing: readonly StoredDocument[],
  waiting: WaitingPayments,
): StoredDocument[] =>
  existing.map((document) => {
    const isClosed = years.some(({ year, closedAt }) => closedAt !== null && year === document.content.year);
    const content = { ...document.content, name: memberName(data), sortKey: memberSortKey(data) };
    const lines = waiting.pay(feeOf(document), signUps);
    return addLines(transaction, { ...document, content }, lines, { ...waiting.author, isClosed }) ?? document;
  });

/** Adds lines that the fee does not have yet. @returns the document afterwards; null if there were none */
export function addLines(
  transaction: Transaction,
  document: StoredDocument,
  added: readonly NewFeeLine[],
  { by, at, isClosed }: Author & { isClosed: boolean },
): StoredDocument | null {
  const fee = feeOf(document);
  const fresh = added.filter(({ id }) => fee.lines.every((line) => line.id !== id));
  if (fresh.length === 0) return null;
  const lines = [...fee.lines, ...fresh.map((line) => ({ ...line, afterClosing: isClosed, at, by }))];
  return replaceFee(transaction, document, { ...fee, lines });
}

/** Records that the bill went out. */
export const addSending = (transaction: Transaction, document: StoredDocument, sending: FeeSending): void => {
  const fee = feeOf(document);
  replaceFee(transaction, document, { ...fee, sendings: [...fee.sendings, sending] });
};

function replaceFee(transaction: Transaction, document: StoredDocument, fee: Fee): StoredDocument {
  const until = typeof document.content.keptUntil === "string" && { keptUntil: keptUntil(fee) };
  const content = { ...feeContent(fee, String(document.content.sortKey)), ...until };
  transaction.replace(FEES, document.id, content);
  return { ...document, content };
}

/** Gives the fees the member's present name. */
export function renameFees(transaction: Transaction, documents: readonly StoredDocument[], data: MemberData): void {
  const name = memberName(data);
  for (const document of documents)
    if (document.content.name !== name)
      transaction.replace(FEES, document.id, feeContent({ ...feeOf(document), name }, memberSortKey(data)));
}

/** For an erased member: keeps what the accounts need, until `keptUntil`, and deletes the rest. */
export function keepForAccounts(transaction: Transaction, documents: readonly StoredDocument[]): void {
  for (const document of documents) {
    const fee = withoutReasons(feeOf(document));
    const until = keptUntil(fee);
    if (until === null) transaction.delete(FEES, document.id);
    else
      transaction.replace(FEES, document.id, {
        ...feeContent(fee, String(document.content.sortKey)),
        keptUntil: until,
      });
  }
}

/** Deletes the fees of erased members that are kept until a day before `day`. */
export const purgeFees = (documents: Documents, day: Day): Promise<number> =>
  inBatches(AT_ONCE, () =>
    documents.transaction(
      async (transaction) => {
        const where = { field: "keptUntil", before: day };
        const found = await transaction.query(FEES, { where, limit: AT_ONCE, select: ["year"] });
        for (const { id } of found) transaction.delete(FEES, id);
        return found.length;
      },
      { erases: true },
    ),
  );

/** Deletes the dues about which nothing was ever written, except those of closed years. */
export function deleteUntouchedDues(
  transaction: Transaction,
  documents: readonly StoredDocument[],
  years: readonly FeeYear[],
): void {
  const closed = new Set(years.filter(({ closedAt }) => closedAt !== null).map(({ year }) => year));
  for (const document of documents) {
    const { year, lines } = feeOf(document);
    if (lines.length === 0 && !closed.has(year)) transaction.delete(FEES, document.id);
  }
}
