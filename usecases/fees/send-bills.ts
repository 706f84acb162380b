import { dayInZurich } from "#domain/dates.ts";
import { billLetter } from "#domain/fees/bill-letter.ts";
import { type Fee, type FeeSending, feeBalance, type SendingWay, sendingsNotRefused } from "#domain/fees/fee.ts";
import { type BillAccount, qrBillOfFee } from "#domain/fees/fee-bill.ts";
import { awaitsBill, billMessageValues, composeBillMail } from "#domain/fees/sending.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft, workingEmail } from "#domain/register/member.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import { mobileNumbersOfMember, type RoundPhone } from "#domain/rounds/phones.ts";
import { isRecentTouch, type TouchWay } from "#domain/rounds/round.ts";
import { fillRoundMessage, type RoundTextsByAudience, roundTextFor } from "#domain/rounds/round-words.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { billsPdf, isBillDrawingBusy } from "#print/qr-bill.ts";
import type { NewLetter } from "#stores/mail-document.ts";
import type { Member } from "#stores/register/member-document.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "fees" | "register" | "memberLinks" | "clock">;

/**
 * `link`: absolute URL of the member's page; null if the member has left. `waits`: whether a bill must still be sent.
 * `touched`: the recent message of a round that counts as the sending of this bill. `before`: the fee without this
 * message.
 */
export type OpenFeeToSend = {
  fee: Fee;
  member: Member;
  phones: readonly RoundPhone[];
  link: string | null;
  waits: boolean;
  touched: (FeeSending & { readonly way: TouchWay }) | null;
  before: Fee;
};

/**
 * @param days minimum days since the last bill; null reads the fees without a bill
 * @returns the owed fees, without those of members in the recycle bin
 */
export async function readOpenFees(services: Needs, fees: readonly Fee[], days: number | null, publicUrl: string) {
  const now = services.clock.now();
  const [today, isRecent] = [dayInZurich(now), isRecentTouch(now)];
  // Two queries instead of two reads per fee, because hundreds of reads at once exceed Firestore's deadline.
  const [members, memberLinks] = await Promise.all([services.register.list(), services.memberLinks.readAll()]);
  const membersById = new Map(members.map((member) => [member.id, member]));
  const all = await mapInSlices(fees, async (fee): Promise<OpenFeeToSend | null> => {
    const member = membersById.get(fee.member);
    if (!member) return null;
    const link = hasLeft(member) ? null : publicUrl + (await readMemberLink({ memberLinks }, member));
    const before = { ...fee, sendings: fee.sendings.filter((one) => !isRecent(one)) };
    const waits = awaitsBill(fee, days, today);
    const touched = waits || !awaitsBill(before, days, today) ? null : (fee.sendings.findLast(isRecent) ?? null);
    return { fee, member, link, phones: link ? mobileNumbersOfMember(member, today) : [], waits, touched, before };
  });
  return all.filter((owed) => owed !== null);
}

/**
 * @param open fees of any years @param members all members @param days as in `readOpenFees`
 * @returns how many of these fees wait for a bill or a reminder, by year
 */
export async function countBillsByYear(
  { clock }: Pick<Services, "clock">,
  open: readonly Fee[],
  members: readonly Member[],
  days: number | null,
): Promise<ReadonlyMap<string, number>> {
  const today = dayInZurich(clock.now());
  const known = new Set(members.map(({ id }) => id));
  const waiting = await mapInSlices(open, (fee) => known.has(fee.member) && awaitsBill(fee, days, today));
  const years = open.filter((_, i) => waiting[i]).map(({ year }) => year);
  return new Map([...Map.groupBy(years, (year) => year)].map(([year, fees]) => [year, fees.length]));
}

/**
 * @returns the open fees between the fees of two members, sorted by name; null if one of the two fees no longer exists
 */
export async function listOpenFeesBetween(
  { fees }: Pick<Services, "fees">,
  year: string,
  [from, to]: readonly [from: string, to: string],
): Promise<Fee[] | null> {
  // Read paid fees too: if one of the two members pays in the meantime, the range must stay the same.
  const all = await fees.listYear(year);
  const [first, last] = [from, to].map((member) => all.findIndex((fee) => fee.member === member));
  if (first === undefined || last === undefined || first < 0 || last < 0) return null;
  return all.slice(first, last + 1).filter((fee) => feeBalance(fee).open > 0);
}

/**
 * @param words the committee's sentence on each bill
 * @returns null if there is no bill, or no payment account in the settings; `busy` if too many PDFs wait to be drawn
 */
export async function printOwedBills(
  services: JournalServices & Pick<Services, "clock">,
  owed: readonly OpenFeeToSend[],
  { account, words }: { account: BillAccount; words: string },
  by: Person | null,
): Promise<Uint8Array | "busy" | null> {
  const today = dayInZurich(services.clock.now());
  const bills = await mapInSlices(owed, ({ fee, member, link }) => {
    const bill = qrBillOfFee(account, { year: fee.year, amount: feeBalance(fee).open, subject: member.id }, member);
    return bill && { bill, link, letter: billLetter(member, account.place, words, today) };
  });
  const pages = bills.filter((page) => page !== null);
  const [first, ...others] = owed;
  if (!first || pages.length === 0) return null;
  if (isBillDrawingBusy(pages)) return "busy";
  const pdf = await billsPdf(`Cotisation ${first.fee.year}`, pages);
  const subjectId = others.length === 0 ? first.member.id : "";
  await addJournalEntry(services, by, { action: "exported", subject: "fee", subjectId });
  return pdf;
}

/**
 * Number of bills per transaction. A transaction that reads several hundred documents at once exceeds Firestore's
 * deadline.
 */
const AT_ONCE = 50;

/**
 * If `way` is `email`, queues the due letters and ignores all other fees. After an error, a repeated call records only the
 * missing bills. @returns number of recorded bills
 */
export async function sendBills(
  services: Needs & Pick<Services, "mailer" | "roundTexts" | "settings">,
  { year, days, way, ids }: { year: string; days: number | null; way: SendingWay; ids: readonly string[] },
  publicUrl: string,
  by: Person | null,
): Promise<number> {
  const record = async <One>(all: readonly One[], billOf: (one: One) => readonly [string, NewLetter | null]) => {
    let count = 0;
    for (let i = 0; i < all.length; i += AT_ONCE)
      count += await services.fees.recordSent(new Map(all.slice(i, i + AT_ONCE).map(billOf)), way, by);
    return count;
  };
  if (way !== "email") return record(ids, (id) => [id, null]);
  if (!services.mailer.sendLetter) return 0;
  const words = await readBillTexts(services);
  const wanted = new Set(ids);
  const fees = (await services.fees.listOpen(year)).filter(({ id }) => wanted.has(id));
  const owed = (await readOpenFees(services, fees, days, publicUrl)).filter(isBillDueByEmail);
  return record(owed, (one) => [one.fee.id, billLetterOf(services, one, words)]);
}

export const isBillDueByEmail = ({ member, link, waits }: OpenFeeToSend): boolean =>
  waits && workingEmail(member) !== "" && link !== null;

/** The texts of bills and reminders, and the form of address (« tu » or « vous »). */
export type BillTexts = Readonly<Record<"bill" | "reminder", RoundTextsByAudience>> & {
  readonly address: FormOfAddress;
};

export async function readBillTexts({
  roundTexts,
  settings,
}: Pick<Services, "roundTexts" | "settings">): Promise<BillTexts> {
  const [bill, reminder, { memberAddress }] = await Promise.all([
    roundTexts.get("bill"),
    roundTexts.get("reminder"),
    settings.get(),
  ]);
  return { bill, reminder, address: memberAddress };
}

/** @returns the mail with the bill of an owed fee; null if none is due */
export function billLetterOf(
  { clock }: Pick<Services, "clock">,
  owed: OpenFeeToSend,
  words: BillTexts,
): NewLetter | null {
  const { fee, member, link } = owed;
  if (!isBillDueByEmail(owed) || link === null) return null;
  const kind = sendingsNotRefused(fee).length > 0 ? "reminder" : "bill";
  const text = roundTextFor(kind, words.address, words[kind]);
  const message = fillRoundMessage(text, billMessageValues(fee, member, dayInZurich(clock.now()), link));
  const letter = composeBillMail(fee, message, link, words.address);
  return { kind: "bill", cause: fee.id, recipient: workingEmail(member), member: member.id, ...letter };
}
