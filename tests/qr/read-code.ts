/** Reads QR codes back with a reader that knows nothing of the libraries that made them. */
import jsqr from "jsqr";
import sharp from "sharp";

/** Published as CommonJS, with types of an ES module: its function is the default, or the default of that. */
const lire = ("default" in jsqr ? jsqr.default : jsqr) as typeof jsqr.default;

/** Pixels per inch that a drawing in millimetres is rendered at: about what a phone's camera sees of a screen. */
const DENSITE = 130;

/** @param image SVG or PNG @returns the text of its code; null when a reader finds none */
export async function readCode(image: string | Uint8Array): Promise<string | null> {
  const source = typeof image === "string" ? Buffer.from(image) : image;
  const { data, info } = await sharp(source, { density: DENSITE })
    .flatten({ background: "#fff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  // A bill is black on white: looking for white on black as well would take twice as long.
  return lire(pixels, info.width, info.height, { inversionAttempts: "dontInvert" })?.data ?? null;
}

/** The lines of a bill without an address of the payer (SIX, Swiss Implementation Guidelines QR-bill 2.4, 4.2.2). */
export const lignesAttendues = (compte: {
  iban: string;
  titulaire: string;
  street?: string;
  buildingNumber?: string;
  npa: string;
  lieu: string;
  montant: string;
  message: string;
}) => [
  ...["SPC", "0200", "1"],
  compte.iban,
  ...["S", compte.titulaire, compte.street ?? "", compte.buildingNumber ?? "", compte.npa, compte.lieu, "CH"],
  // The final creditor: kept free by the standard.
  ...["", "", "", "", "", "", ""],
  ...[compte.montant, "CHF"],
  // Whoever pays.
  ...["", "", "", "", "", "", ""],
  ...["NON", "", compte.message, "EPD"],
];
