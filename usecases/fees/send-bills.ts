import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, type Fee, type SendingWay } from "#domain/fees/fee.ts";
import { type BillAccount, billOfFee } from "#domain/fees/fee-bill.ts";
import { awaitsSending, billMail, type Phone, phonesOf } from "#domain/fees/sending.ts";
import { hasLeft } from "#domain/members/member.ts";
import type { Person } from "#domain/person.ts";
import { billsPdf } from "#print/qr-bill.ts";
import type { Member } from "#stores/members/member-document.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import { linkOf } from "#usecases/members/own-page.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "fees" | "register" | "memberLinks" | "clock">;

/** `link`: absolute URL of the member's page; null if the member has left. `waits`: whether a bill must be sent. */
export type OwedFee = { fee: Fee; member: Member; phones: readonly Phone[]; link: string | null; waits: boolean };

/** @param days minimum days since the last bill; null reads fees that had no bill @returns no members in the bin */
export async function readOwed(services: Needs, fees: readonly Fee[], days: number | null, publicUrl: string) {
  const today = dayInZurich(services.clock.now());
  // Two queries instead of two reads per fee, because hundreds of reads at once exceed Firestore's deadline.
  const [members, memberLinks] = await Promise.all([services.register.list(), services.memberLinks.readAll()]);
  const membersById = new Map(members.map((member) => [member.id, member]));
  const all = fees.map(async (fee): Promise<OwedFee | null> => {
    const member = membersById.get(fee.member);
    if (!member) return null;
    const link = hasLeft(member) ? null : publicUrl + (await linkOf({ memberLinks }, member));
    return { fee, member, link, phones: link ? phonesOf(member, today) : [], waits: awaitsSending(fee, days, today) };
  });
  return (await Promise.all(all)).filter((owed) => owed !== null);
}

/** @returns null if there is no bill, or no payment account in the settings */
export async function printOwedBills(
  services: JournalServices,
  owed: readonly OwedFee[],
  account: BillAccount,
  by: Person | null,
): Promise<Uint8Array | null> {
  const pages = owed.flatMap(({ fee, member, link }) => {
    const bill = billOfFee(account, { year: fee.year, amount: balanceOf(fee).open, subject: member.id }, member);
    return bill ? [{ bill, link }] : [];
  });
  const [first, ...others] = owed;
  if (!first || pages.length === 0) return null;
  const pdf = await billsPdf(`Cotisation ${first.fee.year}`, pages);
  const subjectId = others.length === 0 ? first.member.id : "";
  await addJournalEntry(services, by, { action: "exported", subject: "fee", subjectId });
  return pdf;
}

/** If `way` is `email`, queues the due mails and ignores all other fees. @returns number of recorded bills */
export async function sendBills(
  services: Needs & Pick<Services, "accountMailer">,
  { year, days, way, ids }: { year: string; days: number | null; way: SendingWay; ids: readonly string[] },
  publicUrl: string,
  by: Person | null,
): Promise<number> {
  if (way !== "email") return services.fees.recordSent(new Map(ids.map((id) => [id, null])), way, by);
  if (!services.accountMailer) return 0;
  const fees = (await services.fees.listOpen(year)).filter(({ id }) => ids.includes(id));
  let count = 0;
  for (const owed of await readOwed(services, fees, days, publicUrl)) {
    const mail = mailOf(services, owed);
    if (mail) count += await services.fees.recordSent(new Map([[owed.fee.id, mail]]), way, by);
  }
  return count;
}

export function mailOf({ clock }: Pick<Services, "clock">, { fee, member, link, waits }: OwedFee) {
  if (!waits || member.email === "" || link === null) return null;
  const mail = billMail(fee, member.firstName, dayInZurich(clock.now()), link);
  return { id: `${fee.id}-${fee.sendings.length}`, recipient: member.email, ...mail };
}
