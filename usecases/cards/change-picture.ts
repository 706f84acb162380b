import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import type { Person } from "#domain/person.ts";
import type { FocalPoint } from "#domain/pictures/focal-point.ts";
import type { ImageRefusal, UploadedFile } from "#domain/pictures/upload-limits.ts";
import { PICTURE_SENTENCES, type PictureFormRefusal } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { PictureReference, UpdateOutcome } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { type CardCollection, cardStoreOf, shownCardPicture } from "./card.ts";
import { type CardChange, changeCard } from "./change-card.ts";

type Needs = Pick<Services, "committee" | "events" | "pictures" | "clock">;
type Card = { readonly collection: CardCollection; readonly id: string; readonly version: string };

/** `file`: new picture. `key`: picture of an earlier revision. `stays`: same picture, new focus. `none`: no picture. */
export type WantedPicture =
  | { readonly file: UploadedFile }
  | { readonly key: string }
  | { readonly stays: true }
  | { readonly none: true };

/** `was`: key of the replaced picture, to undo the change; null if there was no picture. */
export type PictureOutcome = { readonly outcome: UpdateOutcome; readonly was: string | null };

/** `absent`: the member, the event or the wanted picture does not exist. */
export async function changePicture(
  services: Needs,
  card: Card,
  wanted: WantedPicture,
  focus: FocalPoint,
  by: Person | null,
): Promise<Result<PictureOutcome, PictureFormRefusal>> {
  const document = await cardStoreOf(services, card.collection).get(card.id);
  const was = await shownCardPicture(services, card);
  if (!document) return success({ outcome: "absent", was });
  if (document.version !== card.version) return success({ outcome: "outdated", was });
  const prepared = await prepare(services, card, wanted, { was, focus });
  if (!prepared.ok) return refusal({ errors: { image: PICTURE_SENTENCES[prepared.reason] }, image: prepared.reason });
  const is = prepared.value;
  if (is === undefined) return success({ outcome: "absent", was });
  const outcome = await changeCard(services, { ...card, fields: document, picture: { was, is } } as CardChange, by);
  if (outcome === "no-poster") return refusal({ errors: { image: PUBLICATION_SENTENCES.poster }, image: null });
  // After a refusal, discard the new files. After an error, keep the files: the write may be saved.
  if (outcome !== "updated" && is && typeof is === "object") await services.pictures.discard(is);
  return success({ outcome, was });
}

/** @returns null for no picture; undefined if the wanted picture does not exist */
async function prepare(
  services: Needs,
  { collection, id }: Card,
  wanted: WantedPicture,
  { was, focus }: { was: string | null; focus: FocalPoint },
): Promise<Result<PictureReference | undefined, ImageRefusal>> {
  const { pictures } = services;
  if ("file" in wanted) return pictures.prepare(collection, wanted.file, focus);
  if ("none" in wanted) return success(null);
  if ("stays" in wanted) return success(was === null ? null : ((await pictures.refocus(was, focus)) ?? undefined));
  const states = await cardStoreOf(services, collection).listRevisions(id);
  const isOwn = wanted.key === was || states.some(({ picture }) => picture === wanted.key);
  return success(isOwn ? wanted.key : undefined);
}
