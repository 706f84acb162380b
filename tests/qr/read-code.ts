/** Reads QR codes with a library that is independent of those that draw them. */
import jsqr from "jsqr";
import sharp from "sharp";

/** jsqr is CommonJS with the types of an ES module: its function is `default`, or `default.default`. */
const read = ("default" in jsqr ? jsqr.default : jsqr) as typeof jsqr.default;

/**
 * libvips applies it to the millimetres of a drawing and to its scale: 120² / 72 are 200 dots per inch, 6 pixels per
 * module of a bill. With 2.5 pixels, the reader finds some codes only, which depends on the reference.
 */
const DENSITY = 120;

/** @param image SVG or PNG @returns the text of its code; null when a reader finds none */
export async function readCode(image: string | Uint8Array): Promise<string | null> {
  const source = typeof image === "string" ? Buffer.from(image) : image;
  const { data, info } = await sharp(source, { density: DENSITY })
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  // A bill is black on white; searching for white on black too would take twice as long.
  return read(pixels, info.width, info.height, { inversionAttempts: "dontInvert" })?.data ?? null;
}

/** The lines of a bill (SIX, Swiss Implementation Guidelines QR-bill 2.4, 4.2.2). */
export const expectedLines = (account: {
  iban: string;
  holder: string;
  street?: string;
  buildingNumber?: string;
  postcode: string;
  place: string;
  amount: string;
  message: string;
  reference?: string;
  debtor?: Record<"name" | "street" | "buildingNumber" | "postcode" | "place" | "country", string>;
}) => [
  "SPC",
  "0200",
  "1",
  account.iban,
  "S",
  account.holder,
  account.street ?? "",
  account.buildingNumber ?? "",
  account.postcode,
  account.place,
  "CH",
  // The ultimate creditor, which the standard leaves empty.
  "",
  "",
  "",
  "",
  "",
  "",
  "",
  account.amount,
  "CHF",
  ...payer(account.debtor),
  account.reference ? "SCOR" : "NON",
  account.reference ?? "",
  account.message,
  "EPD",
];

const payer = (debtor: Parameters<typeof expectedLines>[0]["debtor"]) =>
  debtor
    ? ["S", debtor.name, debtor.street, debtor.buildingNumber, debtor.postcode, debtor.place, debtor.country]
    : ["", "", "", "", "", "", ""];
