import { HOME_COUNTRY, type PostalAddress } from "#domain/register/address.ts";
import { type Result, success } from "#domain/result.ts";
import { type ExampleSetting, exampleSettingsIn } from "#domain/settings/example-settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { type AmountRefusal, type Centimes, readAmount } from "./amount.ts";
import { BILL_LENGTHS, toBillText } from "./qr-bill-text.ts";

const PURPOSES = {
  don: { message: "Don", title: "Un don pour la Jeunesse" },
  cotisation: { message: "Cotisation", title: "Cotisation annuelle" },
} as const;
export type BillPurpose = keyof typeof PURPOSES;

/** Whether a text from a URL is the purpose of a bill. */
export const isBillPurpose = (name: string): name is BillPurpose => Object.hasOwn(PURPOSES, name);

/** The payer, with allowed characters and lengths only. Street and number may be empty. */
export type Debtor = Readonly<PostalAddress> & { readonly name: string };

/** The content of a QR-bill (SIX, Implementation Guidelines QR-bill 2.4). The creditor is in Switzerland. */
export type QrBill = {
  readonly purpose: BillPurpose;
  readonly message: string;
  /** Heading of the printed page, without personal data. */
  readonly title: string;
  /** Account holder, with allowed characters and lengths only. Street and number may be empty. */
  readonly holder: string;
  readonly street: string;
  readonly buildingNumber: string;
  readonly postcode: string;
  readonly place: string;
  readonly iban: string;
  /** Null if the payer chooses the amount. */
  readonly amount: Centimes | null;
  /** Whether the IBAN is an example. The bill then warns against paying. */
  readonly example: boolean;
  /** Creditor reference (ISO 11649) without spaces. */
  readonly reference?: string;
  /** Absent if the payer writes the name and address by hand. */
  readonly debtor?: Debtor;
};

type Account = Pick<Settings, "holder" | "street" | "buildingNumber" | "postcode" | "place" | ExampleSetting>;

/** The bill for a bank account. `amount`: null if the payer chooses the amount. */
export const qrBillForAccount = (account: Account, purpose: BillPurpose, amount: Centimes | null): QrBill => ({
  purpose,
  ...PURPOSES[purpose],
  holder: toBillText(account.holder, BILL_LENGTHS.holder),
  street: toBillText(account.street, BILL_LENGTHS.street),
  buildingNumber: toBillText(account.buildingNumber, BILL_LENGTHS.buildingNumber),
  postcode: account.postcode,
  place: toBillText(account.place, BILL_LENGTHS.place),
  iban: account.iban,
  amount,
  example: exampleSettingsIn(account).includes("iban"),
});

/** The bill for the bank account in the settings. Null without a bank account. */
export const qrBillOffered = (account: Account, purpose: BillPurpose, amount: Centimes | null): QrBill | null =>
  account.iban === "" ? null : qrBillForAccount(account, purpose, amount);

type Address = Pick<QrBill, "street" | "buildingNumber" | "postcode" | "place"> & { readonly country?: string };

/** Street line and town line of an address. Omits empty lines. */
export const billAddressLines = ({
  street,
  buildingNumber,
  postcode,
  place,
  country = HOME_COUNTRY,
}: Address): string[] =>
  [`${street} ${buildingNumber}`.trim(), `${country === HOME_COUNTRY ? "" : `${country}-`}${postcode} ${place}`].filter(
    (line) => line !== "",
  );

/** The amount of a bill: `fee` for a membership fee, `typed` for a donation. Null if the donor chooses the amount. */
export const qrBillAmount = (
  purpose: BillPurpose,
  typed: string,
  fee: Centimes,
): Result<Centimes | null, AmountRefusal> => (purpose === "cotisation" ? success(fee) : readAmount(typed));
