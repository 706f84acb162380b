/**
 * Pictures follow documents: what a card or the settings name is seen, unless the card is a draft; what the recycle bin or
 * an earlier state names is hidden; what is hidden and nothing names is never seen again. Flags are set after the write that
 * decides, and the truth is read again until they agree with it: whoever writes last settles last, also when several do
 * at once.
 */
import type { MemberFields } from "#domain/committee-member.ts";
import { isPublic } from "#domain/events/publication.ts";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Stored } from "#domain/stored.ts";
import type { KeptPicture } from "#ports/image-store.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";

export type Settling = Pick<Services, "membres" | "evenements" | "settings" | "bin" | "images">;

/** How often the truth may change under one who looks. */
const TRIES = 10;

/** @returns the paths of all pictures that something in the recycle bin, or an earlier state of the settings, can bring back */
export async function namedPictures({ bin, settings }: Pick<Settling, "bin" | "settings">): Promise<Set<string>> {
  const [binned, states] = await Promise.all([bin.listPictures(), settings.listStates()]);
  const pictures = [...binned, ...states.map(({ picture }) => picture)];
  return new Set(pictures.filter((path): path is string => typeof path === "string"));
}

/**
 * Has every picture of a folder be seen, or hidden, as the documents have it now.
 * @throws when a store does not answer; `sweepPictures` goes on then
 */
export async function settlePictures(services: Settling, folder: PictureFolder): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    const isHidden = await truthOf(services, folder);
    const pictures = await services.images.listKept(folder);
    const wrong = pictures.filter((one) => isHidden(one) !== one.hidden);
    if (wrong.length === 0) return;
    // First what is to be seen: nobody looks at an empty place meanwhile.
    for (const hidden of [false, true]) {
      const paths = wrong.filter((one) => one.hidden !== hidden).map(({ path }) => path);
      await services.images.setHidden(paths, hidden);
    }
  }
}

type IsHidden = (picture: KeptPicture) => boolean;

async function truthOf(services: Settling, { collection, id }: PictureFolder): Promise<IsHidden> {
  if (collection === "accueil") {
    const { photo } = await services.settings.get();
    const named = await namedPictures(services);
    return hiddenBeside(photo, named);
  }
  const card = await services[collection].get(id);
  return hiddenOf(card, new Set(await services.bin.listPictures()));
}

/**
 * @param card null: there is none
 * @param binned paths of the pictures in the recycle bin
 * @returns whether a picture of its folder has to be hidden
 */
export function hiddenOf(card: Card | null, binned: ReadonlySet<string>): IsHidden {
  // Where a card is about to be, what is sent for it stays as it came.
  if (!card) return ({ path, hidden }) => hidden || binned.has(path);
  return "publication" in card && !isPublic(card) ? () => true : hiddenBeside(card.picture, binned);
}

type Card = Stored<MemberFields> | StoredEvent;

/** @param shown path of the picture that is seen; null: none; undefined: those that are seen now @param named elsewhere */
const hiddenBeside =
  (shown: string | null | undefined, named: ReadonlySet<string>): IsHidden =>
  ({ path, hidden }) =>
    shown === undefined ? hidden || named.has(path) : path !== shown;

/** @returns the paths of the pictures that a card or its earlier states name; none when it is gone */
export async function picturesOfCard(
  services: Pick<Settling, "membres" | "evenements">,
  { collection, id }: { collection: "membres" | "evenements"; id: string },
): Promise<Set<string>> {
  const card = await services[collection].get(id);
  const states = await services[collection].listStates(id);
  const pictures = [card?.picture, ...states.map(({ picture }) => picture)];
  return new Set(pictures.filter((path): path is string => typeof path === "string"));
}
