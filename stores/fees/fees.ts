/** The fees of all years. Their lines are only ever added to (domain/fees/fee.ts). */
import type { Day } from "#domain/dates.ts";
import {
  type Balance,
  type Fee,
  type FeeFilter,
  type FeeTarget,
  type FeeTotals,
  type FeeYear,
  feeId,
  linesTowards,
  type NewFeeLine,
  paysIn,
  totalsOf,
} from "#domain/fees/fee.ts";
import type { Person } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { searchWords } from "#domain/text/search.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { readBankPayments, readWaiting, takeBackDecisions } from "#stores/bank/payment-document.ts";
import { recordAction } from "#stores/journal.ts";
import { type Author, memberOf, REGISTER } from "#stores/members/member-document.ts";
import {
  addLines,
  createDue,
  FEE_YEARS,
  FEES,
  feeOf,
  feeYearContent,
  feeYearOf,
  purgeFees,
  readFeesOf,
  readFeeYears,
} from "./fee-document.ts";
import { createSentBills } from "./sent-bills.ts";

const ORDERS: Record<FeeFilter, string> = {
  ...{ all: "orderAll", open: "orderOpen", paid: "orderPaid", waived: "orderWaived" },
};

export type FeeSearch = { readonly year: string; readonly filter: FeeFilter; readonly text: string };

/** `less`: the target is below what is paid. */
export type FeeRefusal = "absent" | "less";

export type FeeBook = ReturnType<typeof createFeeBook>;

/** Methods throw if the store is unavailable; each write is one transaction. @param now the time of a write */
export function createFeeBook(documents: Documents, now = () => new Date()) {
  return {
    ...createSentBills(documents, now),
    /** @returns all years, newest first */
    listYears: () => readFeeYears(documents),

    /**
     * Opens a year and writes the due of each member who pays by its rule.
     * @returns the number of dues; null, without a write, if the year is open already
     */
    open: (year: Pick<FeeYear, "year" | "amount" | "joinedBy">, by: Person | null): Promise<number | null> =>
      documents.transaction((transaction) => openYear(transaction, year, { by, at: now() })),

    /** Closes a year; the first closing stays. @returns false if there is no such year */
    close: (year: string, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => closeYear(transaction, year, { by, at: now() })),

    /** @returns all fees of a year with their lines, by name */
    listYear: async (year: string): Promise<Fee[]> => (await documents.query(FEES, inOrder(year, "all"))).map(feeOf),

    /** @returns all fees of a member, oldest year first */
    listOfMember: async (member: string): Promise<Fee[]> => (await readFeesOf(documents, member)).map(feeOf),

    /** @returns the figures of a year */
    async totals(year: string): Promise<FeeTotals> {
      const select = ["amount", "state", "paid", "waived", "open"];
      const found = await documents.query(FEES, { where: { field: "year", equals: year }, select });
      return totalsOf(found.map(({ content }) => content as unknown as Balance & Pick<Fee, "amount">));
    },

    /** @returns fees by name, and the number of all that match */
    async search({ year, filter, text }: FeeSearch, { start, count }: { start: number; count: number }) {
      const words = searchWords(text);
      const query = {
        ...inOrder(year, filter),
        ...(words.length > 0 && { contains: { field: "search", text: words } }),
      };
      const [found, total] = await Promise.all([
        documents.query(FEES, { ...query, offset: start, limit: count }),
        documents.count(FEES, query),
      ]);
      return { fees: found.map(feeOf), total };
    },

    /** @returns the fees of a year that these members have, by member */
    async ofMembers(year: string, members: readonly string[]): Promise<ReadonlyMap<string, Fee>> {
      const found = await Promise.all(members.map((member) => documents.get(FEES, feeId(year, member))));
      return new Map(
        found.filter((document) => document !== null).map((document) => [fieldOf(document), feeOf(document)]),
      );
    },

    /** Writes the due of a member who does not pay by the rule of the year. @returns false without year or member, and for a closed year */
    addDue: (year: string, member: string, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => addDue(transaction, { year, member }, { by, at: now() })),

    /** Brings all these fees to a target, or none. */
    settle: (ids: readonly string[], target: FeeTarget, by: Person | null): Promise<Result<number, FeeRefusal>> =>
      change(documents, ids, (fee, newId) => linesTowards(fee, target, newId), { by, at: now() }),

    /** Deletes the fees of erased members that the accounts need no longer. @returns how many */
    purge: (day: Day): Promise<number> => purgeFees(documents, day),

    /** Adds lines to fees, each once (`FeeLine.id`). All of them, or none. @returns how many fees changed */
    add: (lines: ReadonlyMap<string, readonly NewFeeLine[]>, by: Person | null): Promise<Result<number, FeeRefusal>> =>
      change(documents, [...lines.keys()], ({ id }) => lines.get(id) ?? [], { by, at: now() }),
  };
}

const inOrder = (year: string, filter: FeeFilter) => ({
  where: { field: ORDERS[filter], from: `${year} `, before: `${year}!` },
});

const fieldOf = ({ content }: StoredDocument): string => String(content.member);

async function openYear(
  transaction: Transaction,
  { year, amount, joinedBy }: Pick<FeeYear, "year" | "amount" | "joinedBy">,
  { by, at }: Author,
): Promise<number | null> {
  if (await transaction.get(FEE_YEARS, year)) return null;
  const members = (await transaction.query(REGISTER)).map(memberOf);
  const waiting = await readWaiting(transaction, { by, at });
  const paying = members.filter((member) => paysIn({ joinedBy }, member));
  const opened = { year, amount, joinedBy, openedAt: at, openedBy: by, closedAt: null, closedBy: null };
  transaction.create(FEE_YEARS, year, feeYearContent(opened));
  for (const member of paying) createDue(transaction, opened, member, [], waiting);
  recordAction(transaction, { at, by, action: "opened", subject: "fee", subjectId: "" });
  return paying.length;
}

async function closeYear(transaction: Transaction, year: string, { by, at }: Author): Promise<boolean> {
  const document = await transaction.get(FEE_YEARS, year);
  if (!document) return false;
  if (feeYearOf(document).closedAt) return true;
  transaction.replace(FEE_YEARS, year, feeYearContent({ ...feeYearOf(document), closedAt: at, closedBy: by }));
  recordAction(transaction, { at, by, action: "closed", subject: "fee", subjectId: "" });
  return true;
}

async function addDue(
  transaction: Transaction,
  { year, member }: { year: string; member: string },
  { by, at }: Author,
): Promise<boolean> {
  const [opened, document] = [await transaction.get(FEE_YEARS, year), await transaction.get(REGISTER, member)];
  const existing = await transaction.get(FEES, feeId(year, member));
  const waiting = await readWaiting(transaction, { by, at });
  if (!opened || !document) return false;
  if (existing) return true;
  if (feeYearOf(opened).closedAt) return false;
  createDue(transaction, feeYearOf(opened), memberOf(document), [], waiting);
  recordAction(transaction, { at, by, action: "added", subject: "fee", subjectId: member });
  return true;
}

const change = (
  documents: Documents,
  ids: readonly string[],
  linesFor: (fee: Fee, newId: () => string) => readonly NewFeeLine[] | null,
  author: Author,
): Promise<Result<number, FeeRefusal>> =>
  documents.transaction(async (transaction) => {
    const years = await readFeeYears(transaction);
    const found = await Promise.all([...new Set(ids)].map((id) => transaction.get(FEES, id)));
    const fees = found.filter((document) => document !== null);
    if (fees.length < found.length) return refusal("absent");
    const lines = fees.map((document) => linesFor(feeOf(document), () => transaction.newId()));
    if (lines.includes(null)) return refusal("less");
    const corrected = lines.flatMap((added) => (added ?? []).flatMap(({ corrects }) => corrects ?? []));
    const payments = await readBankPayments(
      transaction,
      corrected.map((id) => ({ id })),
    );
    takeBackDecisions(transaction, payments, corrected, author);
    let changed = 0;
    for (const [i, document] of fees.entries()) {
      const { year, member } = document.content;
      const isClosed = years.some((one) => one.year === year && one.closedAt !== null);
      if (!addLines(transaction, document, lines[i] ?? [], { ...author, isClosed })) continue;
      recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: String(member) });
      changed++;
    }
    return accept(changed);
  });
