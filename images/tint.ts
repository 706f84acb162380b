import { nearestTint, type Tint } from "#domain/pictures/tints.ts";
import { openPixels, type Pixels } from "./pixels.ts";

/** Enough to tell what a picture shows most of. */
const SIDE = 64;

/** @returns the site's ink that is nearest to the colour a picture shows most of */
export async function dominantTint(pixels: Pixels): Promise<Tint> {
  const preview = await openPixels(pixels).resize(SIDE, SIDE, { fit: "fill" }).png().toBuffer();
  const { dominant } = await openPixels(preview).stats();
  return nearestTint(dominant);
}
