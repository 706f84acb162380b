/** The fees of all years. Lines of a fee are added, never changed or removed. */
import { type Day, dayInZurich } from "#domain/dates.ts";
import type { Fee, FeeSending, FeeTarget, FeeYear, SendingWay } from "#domain/fees/fee.ts";
import { feeId, feeLinesTowards, owesFeeOfYear, sendingsNotRefused } from "#domain/fees/fee.ts";
import { filterFees, sortFees } from "#domain/fees/fee-list.ts";
import type { Author, Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import { mapInSlices, runInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import { cancelBankDecisionLines, readBankPayments, readWaitingPayments } from "#stores/bank/payment-document.ts";
import { recordAction } from "#stores/journal.ts";
import { type NewLetter, queueLetter } from "#stores/mail-document.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";
import { memberFromDocument, REGISTER_COLLECTION } from "#stores/register/member-document.ts";
import {
  addFeeLines,
  addFeeSending,
  createFeeDocument,
  FEE_YEARS_COLLECTION,
  FEES_COLLECTION,
  feeFromDocument,
  feeYearContent,
  feeYearFromDocument,
  queryFeesOfMember,
  readFeeYears,
  type StoredFee,
} from "./fee-document.ts";

type NewYear = Pick<FeeYear, "year" | "amount" | "joinedBy">;

/** `absent`: a fee does not exist. `outdated`: the payments of the fee have changed since the form was opened. */
export type FeeRefusal = "absent" | "outdated";

export type FeeStore = ReturnType<typeof createFeeStore>;

/** Methods throw if the store is unavailable. Each write is a database transaction. @param now clock for writes */
export function createFeeStore(documents: Documents, now = () => new Date()) {
  const listYear = async (year: string): Promise<StoredFee[]> =>
    sortFees(
      await mapInSlices(
        await documents.query(FEES_COLLECTION, { where: { field: "year", equals: year } }),
        feeFromDocument,
      ),
    );
  return {
    /** @returns all years, newest first */
    listYears: () => readFeeYears(documents),

    /** Opens a year and creates its fees. @returns number of fees; null if the year already exists */
    open: (year: NewYear, by: Person | null): Promise<number | null> =>
      documents.transaction((transaction) => openYear(transaction, year, { by, at: now() })),

    /** Closes a year. Idempotent. @returns false if the year does not exist */
    close: (year: string, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => closeYear(transaction, year, { by, at: now() })),

    /** @returns all fees of a year with their lines, sorted by name */
    listYear,

    /** @returns the fees of a year that are not fully paid or waived, sorted by name */
    listOpen: async (year: string): Promise<StoredFee[]> =>
      runInSlices(filterFees(await listYear(year), { filter: "open", text: "" })),

    async get(id: Fee["id"]): Promise<Fee | null> {
      const document = await documents.get(FEES_COLLECTION, id);
      return document && feeFromDocument(document);
    },

    /** @returns all fees of a member, oldest year first */
    listOfMember: async (member: string): Promise<Fee[]> =>
      (await queryFeesOfMember(documents, member)).map(feeFromDocument),

    /** @returns the fees of these members for a year, by id of the member */
    async ofMembers(year: string, members: readonly string[]): Promise<ReadonlyMap<string, Fee>> {
      const found = await Promise.all(members.map((member) => documents.get(FEES_COLLECTION, feeId(year, member))));
      const fees = found.filter((document) => document !== null).map(feeFromDocument);
      return new Map(fees.map((fee) => [fee.member, fee]));
    },

    /** Creates a member's fee for a year. @returns false if the year is not open or the member does not exist */
    addFee: (year: string, member: string, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => addFee(transaction, { year, member }, { by, at: now() })),

    /** Adds lines so that all fees reach `target`. A refusal changes no fee. @returns number of changed fees */
    settle: (ids: readonly string[], target: FeeTarget, by: Person | null): Promise<Result<number, FeeRefusal>> =>
      documents.transaction((transaction) => bringFeesToTarget(transaction, ids, target, { by, at: now() })),

    /**
     * Records sent bills and queues their letters. A fee gets at most one bill per day and `way`.
     * @returns number of recorded bills
     */
    recordSent: (bills: SentBills, way: SendingWay, by: Person | null): Promise<number> =>
      documents.transaction((transaction) => recordSent(transaction, bills, { way, by, at: now() })),

    /** Deletes fees of erased members after their legal retention (`feeRetentionDay`). @returns number of deleted fees */
    purge: (day: Day): Promise<number> => purgeDocumentsBefore(documents, FEES_COLLECTION, "keptUntil", day),
  };
}

async function openYear(transaction: Transaction, opened: NewYear, { by, at }: Author): Promise<number | null> {
  if (await transaction.get(FEE_YEARS_COLLECTION, opened.year)) return null;
  const members = await mapInSlices(await transaction.query(REGISTER_COLLECTION), memberFromDocument);
  const waiting = await readWaitingPayments(transaction, { by, at });
  const paying = members.filter((member) => owesFeeOfYear(opened, member));
  const year = { ...opened, openedAt: at, openedBy: by, closedAt: null, closedBy: null };
  transaction.create(FEE_YEARS_COLLECTION, opened.year, feeYearContent(year));
  for (const member of paying) {
    await yieldToEventLoop();
    createFeeDocument(transaction, opened, member, waiting);
  }
  recordAction(transaction, { at, by, action: "opened", subject: "fee", subjectId: "" });
  return paying.length;
}

async function closeYear(transaction: Transaction, year: string, { by, at }: Author): Promise<boolean> {
  const document = await transaction.get(FEE_YEARS_COLLECTION, year);
  if (!document) return false;
  if (feeYearFromDocument(document).closedAt) return true;
  transaction.update(
    FEE_YEARS_COLLECTION,
    year,
    feeYearContent({ ...feeYearFromDocument(document), closedAt: at, closedBy: by }),
  );
  recordAction(transaction, { at, by, action: "closed", subject: "fee", subjectId: "" });
  return true;
}

async function addFee(transaction: Transaction, fee: { year: string; member: string }, author: Author) {
  const { year, member } = fee;
  const [opened, document] = [
    await transaction.get(FEE_YEARS_COLLECTION, year),
    await transaction.get(REGISTER_COLLECTION, member),
  ];
  const existing = await transaction.get(FEES_COLLECTION, feeId(year, member));
  const waiting = await readWaitingPayments(transaction, author);
  if (!opened || !document) return false;
  if (existing) return true;
  if (feeYearFromDocument(opened).closedAt) return false;
  createFeeDocument(transaction, feeYearFromDocument(opened), memberFromDocument(document), waiting);
  recordAction(transaction, { ...author, action: "added", subject: "fee", subjectId: member });
  return true;
}

export async function bringFeesToTarget(
  transaction: Transaction,
  ids: readonly string[],
  target: FeeTarget,
  author: Author,
): Promise<Result<number, FeeRefusal>> {
  const years = await readFeeYears(transaction);
  const found = await Promise.all([...new Set(ids)].map((id) => transaction.get(FEES_COLLECTION, id)));
  const fees = found.filter((document) => document !== null);
  if (fees.length < found.length) return refusal("absent");
  const lines = fees.map((document) => feeLinesTowards(feeFromDocument(document), target, () => transaction.newId()));
  if (lines.includes(null)) return refusal("outdated");
  const corrected = lines.flatMap((added) => (added ?? []).flatMap(({ corrects }) => corrects ?? []));
  cancelBankDecisionLines(transaction, await readBankPayments(transaction, corrected), corrected, author);
  const changed = fees.filter((document, i) => addFeeLines(transaction, document, lines[i] ?? [], years, author));
  for (const { content } of changed)
    recordAction(transaction, { ...author, action: "changed", subject: "fee", subjectId: String(content.member) });
  return success(changed.length);
}

/** Letters with bills, by id of the fee. Null if the committee sends or prints the bill itself. */
type SentBills = ReadonlyMap<Fee["id"], NewLetter | null>;

async function recordSent(transaction: Transaction, bills: SentBills, sending: Omit<FeeSending, "reminder">) {
  const found = await Promise.all([...bills.keys()].map((id) => transaction.get(FEES_COLLECTION, id)));
  const isRepeated = ({ way, at }: FeeSending) => way === sending.way && dayInZurich(at) === dayInZurich(sending.at);
  const fresh = found
    .filter((one) => one !== null)
    .filter((one) => !sendingsNotRefused(feeFromDocument(one)).some(isRepeated));
  for (const document of fresh) {
    const letter = bills.get(document.id);
    addFeeSending(transaction, document, sending);
    if (letter) queueLetter(transaction, letter, sending.at);
  }
  const { at, by, way } = sending;
  const members = fresh.map(({ content }) => String(content.member));
  // Several bills on paper get one journal entry.
  for (const subjectId of way === "printed" && members.length > 1 ? [""] : members)
    recordAction(transaction, { at, by, action: "sent", subject: "fee", subjectId });
  return fresh.length;
}
