/** Photos as people send them. */
import sharp from "sharp";

/**
 * A photo as a phone takes it upright: 12 megapixels stored lying, with the orientation and the place in its metadata.
 * The upper half, as it is meant to be seen, is red, the lower one blue.
 */
export async function photoDeTelephone(): Promise<Buffer> {
  const [largeur, hauteur] = [4000, 3000];
  const moitie = { width: largeur / 2, height: hauteur, channels: 3 as const };
  const rouge = await sharp({ create: { ...moitie, background: "#c9341f" } })
    .png()
    .toBuffer();
  // Orientation 6: shown after a quarter turn clockwise, so that the stored left half is the upper one.
  return sharp({ create: { width: largeur, height: hauteur, channels: 3, background: "#2b6ca3" } })
    .composite([{ input: rouge, left: 0, top: 0 }])
    .withExif({
      IFD0: { Orientation: "6", Make: "Telephone" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "46/1 15/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A small landscape picture of one colour. */
export const affiche = (couleur = "#f3b233"): Promise<Buffer> =>
  sharp({ create: { width: 1000, height: 800, channels: 3, background: couleur } })
    .jpeg()
    .toBuffer();
