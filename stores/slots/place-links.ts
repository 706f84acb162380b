/** Links to the places of a person who is not a member: `/mes-places/{token}`. A token contains the id of a reply (signed-ids.ts). */
import type { Reply } from "#domain/slots/reply.ts";
import type { Documents } from "#ports/documents.ts";
import { idInToken, isSameToken, signId } from "#stores/signed-ids.ts";
import { REPLIES_COLLECTION, replyFromDocument } from "./replies.ts";

/**
 * `submission`: what was signed up together; the thank-you has this link. `person`: all places of the person at the event;
 * the committee sends this link to the stored number.
 */
export type PlaceLinkScope = "submission" | "person";

export type OpenedPlaceLink = { readonly scope: PlaceLinkScope; readonly replies: readonly Reply[] };

export type PlaceLinkStore = ReturnType<typeof createPlaceLinkStore>;

/** Methods throw if the store or the secret is unavailable. */
export function createPlaceLinkStore(documents: Documents, secret: () => Promise<string>) {
  const tokenOf = async (scope: PlaceLinkScope, { id, event, person, submission }: Reply): Promise<string> => {
    const opened = scope === "person" ? [event, person] : [submission];
    return signId(await secret(), id, ["places", scope, id, ...opened]);
  };
  const open = async (token: string): Promise<OpenedPlaceLink | null> => {
    const document = await documents.get(REPLIES_COLLECTION, idInToken(token));
    const reply = document && replyFromDocument(document);
    if (!reply) return null;
    for (const scope of ["submission", "person"] as const) {
      if (!isSameToken(token, await tokenOf(scope, reply))) continue;
      const where = { field: scope, equals: reply[scope] };
      const found = (await documents.query(REPLIES_COLLECTION, { where })).map(replyFromDocument);
      const ofEvent = found.filter(({ event }) => event === reply.event);
      return { scope, replies: ofEvent.toSorted((a, b) => a.at.getTime() - b.at.getTime()) };
    }
    return null;
  };
  return {
    /** @param reply any reply of the submission, or of the person */
    tokenOf,

    /** @returns the replies that the link opens, also withdrawn ones, oldest first; null if the token is wrong */
    find: async (token: string): Promise<readonly Reply[] | null> => (await open(token))?.replies ?? null,

    /** Like `find`, with the scope of the link. */
    open,
  };
}
