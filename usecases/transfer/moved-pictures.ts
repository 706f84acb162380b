/** Documents name pictures by their paths, and a picture of an older site may get another one where it goes. */
import { movedPictures } from "#domain/pictures/card-picture.ts";
import type { TransferContents, TransferKind } from "#ports/transfer-store.ts";

/** The paths that pictures have on the other side, by those that they have on this one; others have the same there. */
export type Moved = ReadonlyMap<string, string>;

type Renaming = { [S in TransferKind]: (document: TransferContents[S], moved: Moved) => TransferContents[S] };

const asItIs = <Document>(document: Document): Document => document;

const RENAMING: Renaming = {
  membres: (card, moved) => ({ ...card, ...movedPictures(card, moved) }),
  evenements: (card, moved) => ({ ...card, ...movedPictures(card, moved) }),
  bin({ id, entry, states: before }, moved) {
    const { picture, states } = movedPictures({ picture: entry.picture, states: before }, moved);
    return {
      id,
      entry: { ...entry, picture, pictures: entry.pictures.map((path) => moved.get(path) ?? path) },
      states,
    };
  },
  settings({ photo: before, ...settings }, moved) {
    const { picture: photo, states } = movedPictures({ picture: before, states: settings.states }, moved);
    return { ...settings, states, ...(photo !== undefined && { photo }) };
  },
  deleted: asItIs,
  inbox: asItIs,
  journal: asItIs,
};

/** @returns a document as it names its pictures on the other side */
export const renamed = <S extends TransferKind>(
  kind: S,
  document: TransferContents[S],
  moved: Moved,
): TransferContents[S] => RENAMING[kind](document, moved);
