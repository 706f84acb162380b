/** The picture before and after a write; nothing when unknown. `change` undefined: it stays. */
import type { Revision } from "#domain/history.ts";
import type { Stored } from "#domain/stored.ts";

type Known = Pick<Revision<unknown>, "picture">;

const known = (picture: string | null | undefined): Known => (picture === undefined ? {} : { picture });

export function pictureAfter(
  stored: Stored<unknown>["picture"],
  change: { readonly was: string | null; readonly is: string | null } | undefined,
): [was: Known, is: Known] {
  const was = stored === undefined ? change?.was : stored;
  return [known(was), known(change ? change.is : stored)];
}
