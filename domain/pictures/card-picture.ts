/** Which picture a card shows, and what becomes of it in a write. */
import type { State } from "#domain/history.ts";
import type { PictureChange, Stored } from "#domain/stored.ts";

/** Nothing where it is not known. */
type Known = Pick<State<unknown>, "picture">;

const known = (picture: string | null | undefined): Known => (picture === undefined ? {} : { picture });

/**
 * @param stored as the document says it until now
 * @param change what a write says of it; undefined: it stays
 * @returns what the states before and after the write say of it
 */
export function pictureAfter(
  stored: Stored<unknown>["picture"],
  change: PictureChange | undefined,
): [was: Known, is: Known] {
  const was = stored === undefined ? change?.was : stored;
  return [known(was), known(change ? change.is : stored)];
}

/**
 * @param card as it was deleted
 * @param moved paths that its pictures have now, by those that they had
 * @returns its picture and its states as they are from now on
 */
export function movedPictures<Content>(
  { picture, states }: { picture: string | null | undefined; states: readonly State<Content>[] },
  moved: ReadonlyMap<string, string> = new Map(),
): { picture: string | null | undefined; states: State<Content>[] } {
  const now = (path: string) => moved.get(path) ?? path;
  return {
    picture: picture && now(picture),
    states: states.map((state) => (state.picture ? { ...state, picture: now(state.picture) } : state)),
  };
}
