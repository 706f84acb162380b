import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result } from "#domain/result.ts";
import type { CardStore } from "#stores/card-store.ts";
import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";

type Card<Fields> = { collection: CardCollection; id: string; fields: Fields; file: SentFile | null };

/**
 * Creates a new document and its picture together.
 * @param card `id`: the identifier to try first; a taken one gets `-2`, `-3`… (PRODUCT.md); `file`: the picture, or null
 * for none
 * @param by who creates it
 * @returns the identifier it got, or why the picture was refused
 * @throws when a store does not answer; files that are left behind then go by themselves
 */
export async function publish<Fields>(
  { images }: Pick<Services, "images">,
  store: Pick<CardStore<Fields>, "create">,
  { collection, id, fields, file }: Card<Fields>,
  by: Person | null,
): Promise<Result<string, ImageRefusal>> {
  const picture = file && (await images.prepare(collection, file));
  if (picture && !picture.ok) return picture;
  for (const candidate of candidates(id))
    if ((await store.create(candidate, fields, by, picture?.value ?? null)) === "created") return accept(candidate);
  throw new Error("unreachable: there is always another identifier to try");
}
