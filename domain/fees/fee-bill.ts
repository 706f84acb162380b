import type { Centimes } from "#domain/money/amount.ts";
import { type Debtor, type QrBill, qrBillOffered } from "#domain/money/qr-bill.ts";
import { BILL_LENGTHS, billTextRefusal, toBillText } from "#domain/money/qr-bill-text.ts";
import { exactStreetAndNumber, type PostalAddress } from "#domain/register/address.ts";
import { memberName } from "#domain/register/member.ts";
import { feeReference } from "./reference.ts";

/** In characters (Implementation Guidelines QR-bill 2.4, 4.2.2). */
const LENGTHS = { ...BILL_LENGTHS, message: 140, postcode: 16 };

export type BillAccount = Parameters<typeof qrBillOffered>[0];

/** `subject`: id of the member, or of the sign-up of a person who is not a member yet. */
type Billed = { readonly year: string; readonly amount: Centimes; readonly subject: string };
type Payer = PostalAddress & { readonly firstName: string; readonly lastName: string };

/**
 * The bill of a fee. Null without a bank account. The bill has no debtor if the payer's town is incomplete, and no
 * street if the street is unsure or too long.
 */
export function qrBillOfFee(account: BillAccount, { year, amount, subject }: Billed, payer: Payer): QrBill | null {
  const bill = qrBillOffered(account, "cotisation", amount);
  const name = toBillText(memberName(payer), LENGTHS.message);
  const debtor = debtorOf(payer);
  const message = toBillText([`Cotisation ${year}`, name].filter(Boolean).join(", "), LENGTHS.message);
  return bill && { ...bill, message, reference: feeReference(year, subject), ...(debtor && { debtor }) };
}

function debtorOf(payer: Payer): Debtor | null {
  const name = toBillText(memberName(payer), LENGTHS.holder);
  const postcode = wholeText(payer.postcode, LENGTHS.postcode);
  const place = wholeText(payer.place, LENGTHS.place);
  const { country } = payer;
  return name && postcode && place && country ? { name, ...streetOf(payer), postcode, place, country } : null;
}

function streetOf(payer: Payer): Pick<Debtor, "street" | "buildingNumber"> {
  const sure = exactStreetAndNumber(payer);
  const street = wholeText(sure?.street ?? "", LENGTHS.street);
  const buildingNumber = wholeText(sure?.buildingNumber ?? "", LENGTHS.buildingNumber);
  const isWhole = sure && (street || sure.street === "") && (buildingNumber || sure.buildingNumber === "");
  return isWhole ? { street, buildingNumber } : { street: "", buildingNumber: "" };
}

/**
 * A text if it fits into a field of the bill, otherwise an empty text: a shortened text may be another house number or
 * another town.
 */
const wholeText = (text: string, max: number): string => (billTextRefusal(text, max) ? "" : toBillText(text, max));
