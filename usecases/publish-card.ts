import { candidates } from "#domain/identifiers.ts";
import type { Collection } from "#domain/pictures/stored-image.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { ImageStore } from "#ports/image-store.ts";

/**
 * Puts a new document and its picture online together. The picture is stored first, so that no card ever
 * stands without it; when the document cannot be created after all, the picture goes again.
 * @param id the identifier to try first; a taken one gets `-2`, `-3`… (PRODUCT.md)
 * @param file the picture, or null for none
 * @returns the identifier it got, or why the picture was refused
 * @throws when a store does not answer; a picture left behind then is swept up by `sweepPictures`
 */
export async function publish<Fields>(
  store: DocumentStore<Fields>,
  images: ImageStore,
  { collection, id, fields, file }: { collection: Collection; id: string; fields: Fields; file: SentFile | null },
): Promise<Result<string, ImageRefusal>> {
  for (const candidate of candidates(id)) {
    if (await store.get(candidate)) continue;
    // Pictures of a card that was deleted under this identifier must not come back on the new one.
    await images.discard({ collection, id: candidate });
    const image = file && (await images.save({ collection, id: candidate }, file));
    if (image && !image.ok) return refuse(image.reason);
    const outcome = await store.create(candidate, fields).catch((fault: unknown) => ({ fault }));
    if (outcome === "created") return accept(candidate);
    if (image) await images.remove(image.value.path);
    if (outcome !== "taken") throw outcome.fault;
  }
  throw new Error("unreachable: there is always another identifier to try");
}
