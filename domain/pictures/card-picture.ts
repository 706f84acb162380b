/** Which picture a card shows, and what becomes of it in a write. */
import type { Revision } from "#domain/history.ts";
import type { Stored } from "#domain/stored.ts";

/** Nothing where it is not known. */
type Known = Pick<Revision<unknown>, "picture">;

const known = (picture: string | null | undefined): Known => (picture === undefined ? {} : { picture });

/**
 * @param stored as the document says it until now
 * @param change what a write says of it; undefined: it stays
 * @returns what the states before and after the write say of it
 */
export function pictureAfter(
  stored: Stored<unknown>["picture"],
  change: { readonly was: string | null; readonly is: string | null } | undefined,
): [was: Known, is: Known] {
  const was = stored === undefined ? change?.was : stored;
  return [known(was), known(change ? change.is : stored)];
}
