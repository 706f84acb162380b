import type { PostalAddress } from "#domain/members/address.ts";
import { memberName } from "#domain/members/member.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { billOffered, type Debtor, type QrBill } from "#domain/money/qr-bill.ts";
import { BILL_LENGTHS, billText } from "#domain/money/qr-bill-text.ts";
import { feeReference } from "./reference.ts";

/** Maximum number of characters of a message (Implementation Guidelines QR-bill 2.4, 4.2.2). */
const MESSAGE_MAX = 140;
const POSTCODE_MAX = 16;

type Payer = PostalAddress & { readonly firstName: string; readonly lastName: string };

/** What is billed: what is open of the fee of a year. `subject`: the member, or the sign-up that is not decided. */
export type Billed = { readonly year: string; readonly amount: Centimes; readonly subject: string };

/** The bill of a fee, without a debtor if the address is incomplete; null without an account to pay to. */
export function billOfFee(
  account: Parameters<typeof billOffered>[0],
  { year, amount, subject }: Billed,
  payer: Payer,
): QrBill | null {
  const bill = billOffered(account, "cotisation", amount);
  const name = billText(memberName(payer), MESSAGE_MAX);
  const debtor = debtorOf(payer);
  return (
    bill && {
      ...bill,
      message: billText([`Cotisation ${year}`, name].filter(Boolean).join(", "), MESSAGE_MAX),
      reference: feeReference(year, subject),
      ...(debtor && { debtor }),
    }
  );
}

function debtorOf(payer: Payer): Debtor | null {
  const text = (field: keyof Payer, max: number) => billText(payer[field], max);
  const debtor = {
    name: billText(memberName(payer), BILL_LENGTHS.holder),
    street: text("street", BILL_LENGTHS.street),
    buildingNumber: text("buildingNumber", BILL_LENGTHS.buildingNumber),
    postcode: text("postcode", POSTCODE_MAX),
    place: text("place", BILL_LENGTHS.place),
    country: payer.country,
  };
  return debtor.name && debtor.postcode && debtor.place && debtor.country ? debtor : null;
}
