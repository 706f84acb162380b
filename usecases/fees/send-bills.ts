/** Bills of open fees: on paper, and sent with the member's personal link. */
import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, type Fee, type SendingWay } from "#domain/fees/fee.ts";
import { type BillAccount, billOfFee } from "#domain/fees/fee-bill.ts";
import { awaitsSending, billMail, type Phone, phonesOf } from "#domain/fees/sending.ts";
import { hasLeft } from "#domain/members/member.ts";
import type { Person } from "#domain/person.ts";
import { billsPdf } from "#print/qr-bill.ts";
import type { SentBill } from "#stores/fees/sent-bills.ts";
import type { Member } from "#stores/members/member-document.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import { linkOf } from "#usecases/members/member-link.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "fees" | "register" | "memberLinks" | "clock">;

/** `days`: null for a first bill, else a reminder so many days after the last sending. */
export type Round = { readonly year: string; readonly days: number | null };

/** An open fee. `link`: absolute; null after the member has left. */
export type OwedFee = {
  readonly fee: Fee;
  readonly member: Member;
  readonly phones: readonly Phone[];
  readonly link: string | null;
};

/** Maximum of mails per transaction. */
const AT_ONCE = 50;

/** @returns the open fees that wait for a bill of this round, by name */
export async function listWaiting({ fees, clock }: Needs, { year, days }: Round): Promise<Fee[]> {
  const today = dayInZurich(clock.now());
  return (await fees.listOpen(year)).filter((fee) => awaitsSending(fee, days, today));
}

/** @returns the fees with what bills need, without those of members in the recycle bin */
export async function readOwed(services: Needs, fees: readonly Fee[], publicUrl: string): Promise<OwedFee[]> {
  const today = dayInZurich(services.clock.now());
  const all = fees.map(async (fee): Promise<OwedFee | null> => {
    const member = await services.register.get(fee.member);
    if (!member) return null;
    const link = hasLeft(member) ? null : publicUrl + (await linkOf(services, member));
    return { fee, member, link, phones: link === null ? [] : phonesOf(member, today) };
  });
  return (await Promise.all(all)).filter((owed) => owed !== null);
}

/** `member`: only this one. `days`: only those who wait for a bill of that round, and have no phone. */
type Wanted = { readonly year: string; readonly member?: string; readonly days?: Round["days"] };

/** @returns the bills of open fees as PDF; null if there is none, or no account to pay to */
export async function printBills(
  services: Needs & JournalServices,
  { year, member, days }: Wanted,
  { account, publicUrl }: { account: BillAccount; publicUrl: string },
  by: Person | null,
): Promise<Uint8Array | null> {
  const fees = days === undefined ? await services.fees.listOpen(year) : await listWaiting(services, { year, days });
  const wanted = fees.filter((fee) => member === undefined || fee.member === member);
  const pages = (await readOwed(services, wanted, publicUrl)).flatMap(({ fee, member: payer, link, phones }) => {
    const billed = { year, amount: balanceOf(fee).open, subject: payer.id };
    const bill = days !== undefined && phones.length > 0 ? null : billOfFee(account, billed, payer);
    return bill ? [{ bill, link }] : [];
  });
  if (pages.length === 0) return null;
  const pdf = await billsPdf(`Cotisation ${year}`, pages);
  await recordAction(services, by, { action: "exported", subject: "fee", ...(member && { subjectId: member }) });
  return pdf;
}

/**
 * Records bills as sent; by e-mail, it also queues the mails to those who have an address and wait.
 * @returns how many; none if they were recorded before, or the site sends no mail
 */
export async function sendBills(
  services: Needs & Pick<Services, "accountMailer">,
  { way, bills, ...round }: Round & { way: SendingWay; bills: readonly SentBill[] },
  publicUrl: string,
  by: Person | null,
): Promise<number> {
  const once = [...new Map(bills.map((bill) => [bill.id, bill])).values()];
  const sent = way === "email" ? await withMails(services, round, once, publicUrl) : once;
  let count = 0;
  for (let i = 0; i < sent.length; i += AT_ONCE)
    count += await services.fees.recordSent(sent.slice(i, i + AT_ONCE), { way, reminder: round.days !== null }, by);
  return count;
}

async function withMails(
  services: Parameters<typeof sendBills>[0],
  round: Round,
  bills: readonly SentBill[],
  publicUrl: string,
): Promise<SentBill[]> {
  if (!services.accountMailer) return [];
  const waiting = await readOwed(services, await listWaiting(services, round), publicUrl);
  return bills.flatMap((bill) => {
    const mail = mailOf(
      services,
      waiting.find(({ fee }) => fee.id === bill.id),
    );
    return mail ? [{ ...bill, mail: { ...mail, id: `${bill.id}-${bill.count}` } }] : [];
  });
}

/** @returns the mail of a bill, without its id; null without an address or link */
export function mailOf({ clock }: Pick<Services, "clock">, owed: OwedFee | undefined) {
  if (!owed?.member.email || owed.link === null) return null;
  const { fee, member, link } = owed;
  return { recipient: member.email, ...billMail(fee, member.firstName, dayInZurich(clock.now()), link) };
}
