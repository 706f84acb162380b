/** The demo's content with smaller pictures: to make all encodings of a large one takes as long as a whole spec. */
import sharp from "sharp";
import { fillWithDemo } from "#cli/demo/fill.ts";
import type { Collection, ImageStore } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";

/** @param widest pixels of width at most, of the collections that are named; the others are as the demo has them */
export async function fillWithSmallDemo(
  services: Services,
  widest: Partial<Record<Collection, number>>,
): Promise<void> {
  const save: ImageStore["save"] = async (dossier, { nom, octets }) => {
    const width = widest[dossier.collection];
    const file = width ? await sharp(octets).resize({ width }).png().toBuffer() : octets;
    return services.images.save(dossier, { nom, octets: file });
  };
  await fillWithDemo({ ...services, images: { ...services.images, save } });
}
