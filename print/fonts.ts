import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FILES = {
  text: "schibsted-400.ttf",
  medium: "schibsted-500.ttf",
  bold: "schibsted-700.ttf",
  title: "truculenta-900.ttf",
  bill: "liberation-400.ttf",
  billBold: "liberation-700.ttf",
} as const;

export type PdfFont = keyof typeof FILES;
export type PdfFonts = readonly (readonly [font: PdfFont, bytes: Buffer])[];

/** All fonts have these characters, except the two fonts for bills. fonts/README.md has the same list. */
export const DRAWABLE_CHARACTERS =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017e\u0218-\u021b\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac\u2212]$/u;

export const readFonts = (): Promise<PdfFonts> =>
  Promise.all(
    (Object.keys(FILES) as PdfFont[]).map(
      async (font) => [font, await readFile(join(import.meta.dirname, "fonts", FILES[font]))] as const,
    ),
  );
