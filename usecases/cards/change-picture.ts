/** Another picture for a card, another point of it, or one of before: an action of its own beside the form of the card. */
import type { Person } from "#domain/person.ts";
import type { Focus } from "#domain/pictures/focus.ts";
import { PICTURE_SENTENCES, type PublishRefusal } from "#domain/pictures/picture-refusals.ts";
import type { ImageRefusal, SentFile } from "#domain/pictures/upload-limits.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Updated } from "#domain/stored.ts";
import { picturesOfCard, type Settling } from "#usecases/pictures/settle-pictures.ts";
import type { Services } from "#usecases/services.ts";
import type { CardCollection } from "./card.ts";
import { shownPicture } from "./card-picture.ts";
import { type Change, changeCard } from "./change-card.ts";

type Needs = Settling & Pick<Services, "clock">;
type Card = { readonly collection: CardCollection; readonly id: string; readonly version: string };

/** What a card is to show: a new file; the picture of this path, which was its own before; the one it has; or none. */
export type WantedPicture =
  | { readonly file: SentFile }
  | { readonly path: string }
  | { readonly stays: true }
  | { readonly none: true };

/** What became of it. `was`: the picture until now, by which the change can be taken back; null: none. */
export type PictureOutcome = { readonly outcome: Updated; readonly was: string | null };

/**
 * Gives a card another picture, or another point of the one it has. The new one is complete before anybody sees it, and
 * takes the place of the old one everywhere at once; that one stays among the earlier states.
 * @param focus the point to keep in sight; empty: the middle
 * @param by who changes it
 * @param reportFault told when the former picture is not hidden yet: the sweep goes on
 * @returns or why the file was refused; 'absent' also when the picture of before is not kept any more
 * @throws when a store does not answer
 */
export async function changePicture(
  services: Needs,
  card: Card,
  wanted: WantedPicture,
  focus: Focus,
  by: Person | null,
  reportFault: (fault: unknown) => void = () => {},
): Promise<Result<PictureOutcome, PublishRefusal>> {
  const { images } = services;
  const document = await services[card.collection].get(card.id);
  const was = await shownPicture(services, card);
  if (!document) return accept({ outcome: "absent", was });
  if (document.version !== card.version) return accept({ outcome: "outdated", was });
  const added = await add(services, card, wanted, { was, focus });
  if (!added.ok) return refuse({ errors: { image: PICTURE_SENTENCES[added.reason] }, image: added.reason });
  const { is, isNew } = added.value;
  if (is === undefined) return accept({ outcome: "absent", was });
  const change = { ...card, fields: document, picture: { was, is } } as Change;
  const outcome = await changeCard(services, change, by, reportFault);
  // After a fault it is left to the sweep: the write may have gone through.
  if (outcome !== "updated" && isNew && is !== null) await images.remove(is);
  return accept({ outcome, was });
}

type Added = { readonly is: string | null | undefined; readonly isNew: boolean };
type Before = { readonly was: string | null; readonly focus: Focus };

/** @returns path of the picture from now on, hidden while it is new; undefined when there is no such picture any more */
async function add(
  services: Needs,
  card: Card,
  wanted: WantedPicture,
  { was, focus }: Before,
): Promise<Result<Added, ImageRefusal>> {
  const { images } = services;
  const folder = { collection: card.collection, id: card.id };
  if ("none" in wanted) return accept({ is: null, isNew: false });
  if ("path" in wanted) {
    const isOwn = wanted.path === was || (await picturesOfCard(services, folder)).has(wanted.path);
    const isKept = isOwn && (await images.listKept(folder)).some(({ path }) => path === wanted.path);
    return accept({ is: isKept ? wanted.path : undefined, isNew: false });
  }
  if ("stays" in wanted) {
    if (was === null) return accept({ is: null, isNew: false });
    return accept({ is: (await images.copy(was, folder, { hidden: true, focus })) ?? undefined, isNew: true });
  }
  const saved = await images.save(folder, wanted.file, { hidden: true, focus });
  return saved.ok ? accept({ is: saved.value.path, isNew: true }) : saved;
}
