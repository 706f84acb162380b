import { type Teinte, teinteDe } from "#domain/teintes.ts";
import { ouvrir, type Pixels } from "./pixels.ts";

/** Enough to tell what a picture shows most of. */
const COTE = 64;

/** @returns the site's ink that is nearest to the colour a picture shows most of */
export async function teinteDominante(pixels: Pixels): Promise<Teinte> {
  const apercu = await ouvrir(pixels).resize(COTE, COTE, { fit: "fill" }).png().toBuffer();
  const { dominant } = await ouvrir(apercu).stats();
  return teinteDe(dominant);
}
