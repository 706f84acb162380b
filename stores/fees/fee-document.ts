/** Documents `fees/{year}-{member}` and `fee-years/{year}`. Lines of a fee: payments, waivers, refunds, corrections. */
import type { Fee, FeeLine, FeeSending, FeeYear, NewFeeLine } from "#domain/fees/fee.ts";
import { feeId, feeRetentionDay, owesFeeOfYear, sendingsNotRefused } from "#domain/fees/fee.ts";
import type { Author, Person } from "#domain/person.ts";
import { type MemberData, memberName, memberSortKey } from "#domain/register/member.ts";
import type { DocumentContent, StoredDocument, Transaction } from "#ports/documents.ts";
import type { WaitingPayments } from "#stores/bank/payment-document.ts";
import { MAILS_COLLECTION, mailFromDocument, queryMailsOfCauses } from "#stores/mail-document.ts";

export const FEES_COLLECTION = "fees";
export const FEE_YEARS_COLLECTION = "fee-years";

/** `sortKey`: the member's last name and first name, normalised. It remains after the member is erased. */
export type StoredFee = Fee & { readonly sortKey: string };

export function feeFromDocument({ id, content }: Pick<StoredDocument, "id" | "content">): StoredFee {
  const { year, member, name, sortKey, amount, ...lists } = content;
  const dated = <One>(list: unknown) =>
    ((list ?? []) as DocumentContent[]).map((one) => ({ ...one, at: new Date(String(one.at)) }) as unknown as One);
  return {
    id,
    year: String(year),
    member: String(member),
    name: String(name),
    sortKey: String(sortKey),
    amount: Number(amount),
    lines: dated<FeeLine>(lists.lines),
    sendings: dated<FeeSending>(lists.sendings),
    ...(typeof content.keptUntil === "string" && { isErased: true }),
  };
}

const stored = (one: FeeLine | FeeSending): DocumentContent => ({ ...one, at: one.at.toISOString() });

const feeContent = ({
  year,
  member,
  name,
  sortKey,
  amount,
  lines,
  sendings,
}: Omit<StoredFee, "id">): DocumentContent => ({
  year,
  member,
  name,
  sortKey,
  amount,
  lines: lines.map(stored),
  sendings: sendings.map(stored),
});

export const feeYearFromDocument = ({ id, content }: Pick<StoredDocument, "id" | "content">): FeeYear => ({
  year: id,
  amount: Number(content.amount),
  joinedBy: String(content.joinedBy),
  openedAt: new Date(String(content.openedAt)),
  openedBy: (content.openedBy ?? null) as Person | null,
  closedAt: typeof content.closedAt === "string" ? new Date(content.closedAt) : null,
  closedBy: (content.closedBy ?? null) as Person | null,
});

export const feeYearContent = ({ year: _, openedAt, closedAt, ...fields }: FeeYear): DocumentContent => ({
  ...fields,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

/** @returns all years, newest first */
export const readFeeYears = async (reader: Pick<Transaction, "query">): Promise<FeeYear[]> =>
  (await reader.query(FEE_YEARS_COLLECTION)).map(feeYearFromDocument).toReversed();

/** @returns the documents of a member's fees, oldest year first */
export const queryFeesOfMember = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(FEES_COLLECTION, { where: { field: "member", equals: member } });

type PayingMember = MemberData & { readonly id: string; readonly signUps: readonly string[] };

/** Creates a member's fee for a year. Pays the fee with payments in `waiting`. Call `createFeeDocument` after all reads. */
export function createFeeDocument(
  transaction: Transaction,
  { year, amount }: Pick<FeeYear, "year" | "amount">,
  { id, signUps, ...data }: PayingMember,
  waiting: WaitingPayments,
): void {
  const [name, sortKey] = [memberName(data), memberSortKey(data)];
  const fee = { year, member: id, name, sortKey, amount, lines: [], sendings: [] };
  const lines = waiting.pay({ ...fee, id: feeId(year, id) }, signUps);
  transaction.create(FEES_COLLECTION, feeId(year, id), feeContent({ ...fee, lines }));
}

/** Creates a member's missing fees for the open years in which the member has to pay (`owesFeeOfYear`). */
export function createMissingFees(
  transaction: Transaction,
  years: readonly FeeYear[],
  member: PayingMember,
  existing: readonly StoredDocument[],
  waiting: WaitingPayments,
): void {
  const ids = new Set(existing.map(({ id }) => id));
  for (const year of years)
    if (year.closedAt === null && owesFeeOfYear(year, member) && !ids.has(feeId(year.year, member.id)))
      createFeeDocument(transaction, year, member, waiting);
}

/** Pays fees of a member with bank payments that wait for them. @returns the documents of all fees of the member */
export const payFeesFromWaitingPayments = (
  transaction: Transaction,
  years: readonly FeeYear[],
  { signUps, ...data }: PayingMember,
  existing: readonly StoredDocument[],
  waiting: WaitingPayments,
): StoredDocument[] =>
  existing.map((document) => {
    const content = { ...document.content, name: memberName(data), sortKey: memberSortKey(data) };
    const lines = waiting.pay(feeFromDocument(document), signUps);
    return addFeeLines(transaction, { ...document, content }, lines, years, waiting.author) ?? document;
  });

export const isFeeYearClosed = (years: readonly FeeYear[], year: string): boolean =>
  years.some((one) => one.year === year && one.closedAt !== null);

/** Adds the lines that the fee does not contain yet. @returns the changed document; null if nothing changed */
export function addFeeLines(
  transaction: Transaction,
  document: StoredDocument,
  added: readonly NewFeeLine[],
  years: readonly FeeYear[],
  { by, at }: Author,
): StoredDocument | null {
  const fee = feeFromDocument(document);
  const fresh = added.filter(({ id }) => fee.lines.every((line) => line.id !== id));
  if (fresh.length === 0) return null;
  const afterClosing = isFeeYearClosed(years, fee.year);
  const lines = [...fee.lines, ...fresh.map((line) => ({ ...line, afterClosing, at, by }))];
  return replaceFee(transaction, document, { ...fee, lines });
}

export function addFeeSending(
  transaction: Transaction,
  document: StoredDocument,
  sending: Omit<FeeSending, "reminder">,
) {
  const fee = feeFromDocument(document);
  const sendings = [...fee.sendings, { ...sending, reminder: sendingsNotRefused(fee).length > 0 }];
  replaceFee(transaction, document, { ...fee, sendings });
}

/** Removes the matching sendings of a fee. @returns whether any sending matched */
export function removeSendings(
  transaction: Transaction,
  document: StoredDocument,
  isRemoved: (sending: FeeSending) => boolean,
): boolean {
  const fee = feeFromDocument(document);
  const sendings = fee.sendings.filter((one) => !isRemoved(one));
  if (sendings.length === fee.sendings.length) return false;
  replaceFee(transaction, document, { ...fee, sendings });
  return true;
}

/** Marks a sending as permanently refused by the mail server. The sending's mail was queued at this time (ISO 8601). */
export function markSendingRefused(
  transaction: Transaction,
  document: StoredDocument,
  queuedAt: string,
  reason: string,
) {
  const fee = feeFromDocument(document);
  const isRefused = ({ way, at }: FeeSending) => way === "email" && at.toISOString() === queuedAt;
  const sendings = fee.sendings.map((one) => (isRefused(one) ? { ...one, refused: reason } : one));
  replaceFee(transaction, document, { ...fee, sendings });
}

function replaceFee(transaction: Transaction, document: StoredDocument, fee: StoredFee): StoredDocument {
  const until = typeof document.content.keptUntil === "string" && { keptUntil: feeRetentionDay(fee) };
  const content = { ...feeContent(fee), ...until };
  transaction.update(FEES_COLLECTION, document.id, content);
  return { ...document, content: { ...document.content, ...content } };
}

export function renameFees(transaction: Transaction, documents: readonly StoredDocument[], data: MemberData): void {
  const [name, sortKey] = [memberName(data), memberSortKey(data)];
  for (const document of documents)
    if (document.content.name !== name)
      transaction.update(FEES_COLLECTION, document.id, feeContent({ ...feeFromDocument(document), name, sortKey }));
}

/**
 * Prepares the fees of a member for the member's erasure. Fees with lines stay until `feeRetentionDay`, without the texts
 * `reason`.
 */
export function prepareFeesForErasure(transaction: Transaction, documents: readonly StoredDocument[]): void {
  for (const { id, content } of documents) {
    const fee = feeFromDocument({ id, content });
    const lines = fee.lines.map((line) => ({ ...line, reason: "" }));
    const kept = { ...feeContent({ ...fee, lines, sendings: [] }), keptUntil: feeRetentionDay(fee) };
    if (kept.keptUntil === null) transaction.delete(FEES_COLLECTION, id);
    else transaction.replace(FEES_COLLECTION, id, kept);
  }
}

/** @returns the waiting letters with the bills of these fees */
export const readBillLetters = (
  reader: Pick<Transaction, "query">,
  fees: readonly StoredDocument[],
): Promise<StoredDocument[]> =>
  queryMailsOfCauses(
    reader,
    fees.map(({ id }) => id),
  );

/** Deletes the fees that have no lines and whose year is not closed. @param letters of `readBillLetters` */
export function deleteUntouchedFees(
  transaction: Transaction,
  documents: readonly StoredDocument[],
  letters: readonly StoredDocument[],
  years: readonly FeeYear[],
): void {
  for (const { id, year, lines } of documents.map(feeFromDocument)) {
    if (lines.length > 0 || isFeeYearClosed(years, year)) continue;
    transaction.delete(FEES_COLLECTION, id);
    for (const letter of letters)
      if (mailFromDocument(letter).cause === id) transaction.delete(MAILS_COLLECTION, letter.id);
  }
}
