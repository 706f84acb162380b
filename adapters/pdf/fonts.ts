/** The fonts of the papers. fonts/README.md says where the files come from and which characters they draw. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FICHIERS = {
  texte: "schibsted-400.ttf",
  moyen: "schibsted-500.ttf",
  gras: "schibsted-700.ttf",
  titre: "truculenta-900.ttf",
  facture: "liberation-400.ttf",
  factureGras: "liberation-700.ttf",
} as const;

export type Police = keyof typeof FICHIERS;
export type Polices = readonly (readonly [police: Police, octets: Buffer])[];

/** One character that the fonts of every paper but the bill draw; the same list as in fonts/README.md. */
export const DESSINE =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017e\u0218-\u021b\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2030\u2039\u203a\u20ac\u2212]$/u;

/** @throws when a file is missing */
export const readFonts = (): Promise<Polices> =>
  Promise.all(
    (Object.keys(FICHIERS) as Police[]).map(
      async (police) => [police, await readFile(join(import.meta.dirname, "fonts", FICHIERS[police]))] as const,
    ),
  );
