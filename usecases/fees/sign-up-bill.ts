import { isConsentLinkOpen } from "#domain/consent-form.ts";
import { dayInZurich } from "#domain/dates.ts";
import { feeBalance, feeYearOfSignUp } from "#domain/fees/fee.ts";
import { qrBillOfFee } from "#domain/fees/fee-bill.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";
import { splitPostalAddress } from "#domain/register/address.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { Services } from "#usecases/services.ts";

/**
 * The sign-up's `id` is a secret that gives access to the bill.
 * @returns null if the sign-up is unknown, refused, paid or 30 days old
 */
export async function qrBillOfSignUp(
  { inbox, fees, clock }: Pick<Services, "inbox" | "fees" | "clock">,
  settings: Settings,
  id: string,
): Promise<QrBill | null> {
  const entry = await inbox.get(id);
  if (entry?.type !== "inscription" || !isConsentLinkOpen(entry.receivedAt, clock.now())) return null;
  const { content, decision, receivedAt } = entry;
  const years = await fees.listYears();
  const year = feeYearOfSignUp(dayInZurich(receivedAt), years, settings.feeEntryMonth);
  const due = decision?.is === "accepted" && (await fees.ofMembers(year, [decision.member])).get(decision.member);
  const amount = due ? feeBalance(due).open : (years.find((one) => one.year === year)?.amount ?? settings.annualFee);
  if (decision?.is === "refused" || amount === 0) return null;
  const bill = qrBillOfFee(
    settings,
    { year, amount, subject: id },
    { ...content, ...splitPostalAddress(content.address) },
  );
  return bill && { ...bill, title: "Première cotisation" };
}
