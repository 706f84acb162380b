import type { PostalAddress } from "#domain/members/address.ts";
import { memberName } from "#domain/members/member.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { billOffered, type Debtor, type QrBill } from "#domain/money/qr-bill.ts";
import { BILL_LENGTHS, billText } from "#domain/money/qr-bill-text.ts";
import { feeReference } from "./reference.ts";

/** In characters (Implementation Guidelines QR-bill 2.4, 4.2.2). */
const LENGTHS = { ...BILL_LENGTHS, message: 140, postcode: 16 };

export type BillAccount = Parameters<typeof billOffered>[0];

/** `subject`: id of the member, or of the sign-up of a person who is not a member yet. */
type Billed = { readonly year: string; readonly amount: Centimes; readonly subject: string };
type Payer = PostalAddress & { readonly firstName: string; readonly lastName: string };

/** The bill of a fee. Null without a bank account. The bill has no debtor if the payer's address is incomplete. */
export function billOfFee(account: BillAccount, { year, amount, subject }: Billed, payer: Payer): QrBill | null {
  const bill = billOffered(account, "cotisation", amount);
  const name = billText(memberName(payer), LENGTHS.message);
  const debtor = debtorOf(payer);
  const message = billText([`Cotisation ${year}`, name].filter(Boolean).join(", "), LENGTHS.message);
  return bill && { ...bill, message, reference: feeReference(year, subject), ...(debtor && { debtor }) };
}

function debtorOf(payer: Payer): Debtor | null {
  const name = billText(memberName(payer), LENGTHS.holder);
  const street = billText(payer.street, LENGTHS.street);
  const buildingNumber = billText(payer.buildingNumber, LENGTHS.buildingNumber);
  const postcode = billText(payer.postcode, LENGTHS.postcode);
  const place = billText(payer.place, LENGTHS.place);
  const { country } = payer;
  return name && postcode && place && country ? { name, street, buildingNumber, postcode, place, country } : null;
}
