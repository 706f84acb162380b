/** The QR-bill of a donation or of the annual fee: all that it says, whatever it is drawn on. */

import { accept, type Result } from "#domain/result.ts";
import { type ExampleSetting, exampleSettingsIn } from "#domain/settings/example-settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { type AmountRefusal, ANNUAL_FEE, type Centimes, readAmount } from "./amount.ts";
import { BILL_LENGTHS, billText } from "./qr-bill-text.ts";

/** What is paid, with the message that the association reads on its account. */
const MESSAGES = { don: "Don", cotisation: "Cotisation" } as const;
export type BillPurpose = keyof typeof MESSAGES;

/** @returns whether there is a bill for that */
export const isBillPurpose = (name: string): name is BillPurpose => Object.hasOwn(MESSAGES, name);

/** What a QR-bill says (SIX, Swiss Implementation Guidelines QR-bill 2.4). Its country is Switzerland. */
export type QrBill = {
  readonly purpose: BillPurpose;
  readonly message: string;
  /** Account holder and address, in the characters and lengths of the standard. */
  readonly holder: string;
  /** Street and number may be empty in a structured address, the only kind there is; postcode and place may not. */
  readonly street: string;
  readonly buildingNumber: string;
  readonly postcode: string;
  readonly place: string;
  /** Without spaces. */
  readonly iban: string;
  /** Null: whoever pays decides. */
  readonly amount: Centimes | null;
  /** The account is the invented one of a first start: the bill says that nobody may pay it. */
  readonly example: boolean;
};

type Account = Pick<Settings, "holder" | "street" | "buildingNumber" | "postcode" | "place" | ExampleSetting>;

/** @returns the bill for the account that the committee has set */
export const billFor = (account: Account, purpose: BillPurpose, amount: Centimes | null): QrBill => ({
  purpose,
  message: MESSAGES[purpose],
  holder: billText(account.holder, BILL_LENGTHS.holder),
  street: billText(account.street, BILL_LENGTHS.street),
  buildingNumber: billText(account.buildingNumber, BILL_LENGTHS.buildingNumber),
  postcode: account.postcode,
  place: billText(account.place, BILL_LENGTHS.place),
  iban: account.iban,
  amount,
  example: exampleSettingsIn(account).includes("iban"),
});

/** @returns the lines of an address, without the street where there is none */
export const addressLines = ({
  street,
  buildingNumber,
  postcode,
  place,
}: Pick<QrBill, "street" | "buildingNumber" | "postcode" | "place">): string[] =>
  [`${street} ${buildingNumber}`.trim(), `${postcode} ${place}`].filter((line) => line !== "");

/**
 * The amount of a bill that somebody asks for.
 * @param typed what was typed for a donation; the fee is always the same
 */
export const amountFor = (purpose: BillPurpose, typed: string): Result<Centimes | null, AmountRefusal> =>
  purpose === "cotisation" ? accept(ANNUAL_FEE) : readAmount(typed);
