import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";

type Card<Fields> = {
  collection: CardCollection;
  id: string;
  fields: Fields;
  file: SentFile | null;
  /** Nobody sees its picture yet. Absent: everybody does. */
  hidden?: boolean;
};

/**
 * Puts a new document and its picture online together. The picture is stored first, so that no card ever
 * stands without it; when the document cannot be created after all, the picture goes again.
 * @param card `id`: the identifier to try first; a taken one gets `-2`, `-3`… (PRODUCT.md); `file`: the picture, or null
 * for none
 * @param by who creates it
 * @returns the identifier it got, or why the picture was refused
 * @throws when a store does not answer; a picture left behind then is swept up by `sweepPictures`
 */
export async function publish<Fields>(
  services: Pick<Services, "images">,
  store: Pick<DocumentStore<Fields>, "get" | "create">,
  { collection, id, fields, file, hidden = false }: Card<Fields>,
  by: Person | null,
): Promise<Result<string, ImageRefusal>> {
  const { images } = services;
  for (const candidate of candidates(id)) {
    if (await store.get(candidate)) continue;
    const image = file && (await images.save({ collection, id: candidate }, file, { hidden }));
    if (image && !image.ok) return refuse(image.reason);
    const outcome = await store
      .create(candidate, fields, by, image?.value.path ?? null)
      .catch((fault: unknown) => ({ fault }));
    if (outcome === "created") return accept(candidate);
    if (image) await images.remove(image.value.path);
    if (outcome !== "taken") throw outcome.fault;
  }
  throw new Error("unreachable: there is always another identifier to try");
}
