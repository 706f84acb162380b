/** Another picture for a card, another point of it, or one of before: an action of its own beside the form of the card. */
import type { Person } from "#domain/person.ts";
import type { Focus } from "#domain/pictures/focus.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { NamedPicture, Updated } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { type CardCollection, storeOf } from "./card.ts";
import { shownPicture } from "./card-picture.ts";
import { type Change, changeCard } from "./change-card.ts";

type Needs = Pick<Services, "committee" | "events" | "images" | "clock">;
type Card = { readonly collection: CardCollection; readonly id: string; readonly version: string };

/** What a card is to show: a new file; the picture of this key, which was its own before; the one it has; or none. */
export type WantedPicture =
  | { readonly file: SentFile }
  | { readonly key: string }
  | { readonly stays: true }
  | { readonly none: true };

/** What became of it. `was`: the picture until now, by which the change can be taken back; null: none. */
export type PictureOutcome = { readonly outcome: Updated; readonly was: string | null };

/**
 * Gives a card another picture, or another point of the one it has. The new one is complete before anybody sees it, and
 * takes the place of the old one everywhere at once; that one stays among the earlier states.
 * @param focus the point to keep in sight; empty: the middle
 * @param by who changes it
 * @returns or why the file was refused; 'absent' also when the picture of before is not kept any more
 * @throws when a store does not answer
 */
export async function changePicture(
  services: Needs,
  card: Card,
  wanted: WantedPicture,
  focus: Focus,
  by: Person | null,
): Promise<Result<PictureOutcome, PublishRefusal>> {
  const document = await storeOf(services, card.collection).get(card.id);
  const was = await shownPicture(services, card);
  if (!document) return accept({ outcome: "absent", was });
  if (document.version !== card.version) return accept({ outcome: "outdated", was });
  const prepared = await prepare(services, card, wanted, { was, focus });
  if (!prepared.ok) return refuse({ errors: { image: PICTURE_SENTENCES[prepared.reason] }, image: prepared.reason });
  const is = prepared.value;
  if (is === undefined) return accept({ outcome: "absent", was });
  const outcome = await changeCard(services, { ...card, fields: document, picture: { was, is } } as Change, by);
  // After a fault its files go by themselves: the write may have gone through.
  if (outcome !== "updated" && is && typeof is === "object") await services.images.discard(is);
  return accept({ outcome, was });
}

/** @returns the picture from now on; undefined when there is no such picture any more */
async function prepare(
  services: Needs,
  { collection, id }: Card,
  wanted: WantedPicture,
  { was, focus }: { was: string | null; focus: Focus },
): Promise<Result<NamedPicture | undefined, ImageRefusal>> {
  const { images } = services;
  if ("file" in wanted) return images.prepare(collection, wanted.file, focus);
  if ("none" in wanted) return accept(null);
  if ("stays" in wanted) return accept(was === null ? null : ((await images.refocus(was, focus)) ?? undefined));
  const states = await storeOf(services, collection).listStates(id);
  const isOwn = wanted.key === was || states.some(({ picture }) => picture === wanted.key);
  return accept(isOwn ? wanted.key : undefined);
}
