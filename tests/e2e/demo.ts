/** The demo's content with smaller pictures: to make all encodings of a large one takes as long as a whole spec. */
import sharp from "sharp";
import { fillWithDemo } from "#cli/demo/fill.ts";
import type { ImageStore } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";

/** @param widths pixels of width of each collection's pictures */
export async function fillWithSmallDemo(
  services: Services,
  widths: { membres: number; evenements: number },
): Promise<void> {
  const save: ImageStore["save"] = async (folder, { name, bytes }) => {
    const width = folder.collection === "membres" ? widths.membres : widths.evenements;
    return services.images.save(folder, { name, bytes: await sharp(bytes).resize({ width }).png().toBuffer() });
  };
  await fillWithDemo({ ...services, images: { ...services.images, save } });
}
