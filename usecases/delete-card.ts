import type { Collection } from "#domain/pictures/stored-image.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { ImageStore } from "#ports/image-store.ts";

/**
 * Deletes a document and its pictures together. The pictures are set aside first and come back when the
 * document stays: a failure leaves the whole card or nothing of it, and doing it again finishes the job.
 * @throws when a store does not answer; what a crash in between leaves is settled by `sweepPictures`
 */
export async function remove(
  store: Pick<DocumentStore<unknown>, "delete">,
  images: ImageStore,
  collection: Collection,
  id: string,
): Promise<void> {
  const folder = { collection, id };
  await images.setAside(folder);
  try {
    await store.delete(id);
  } catch (fault) {
    await images.bringBack(folder);
    throw fault;
  }
  await images.discard(folder);
}
