/**
 * Members who want no more infos (`MailingKind`): documents `opt-outs/{member}`. Not a field of the register, so that an
 * opt-out is no conflict for a form that is open.
 */
import type { Author } from "#domain/person.ts";
import type { Documents } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { REGISTER_COLLECTION } from "#stores/register/member-document.ts";
import { readSignedId, signIdOf } from "#stores/signed-ids.ts";

export const OPT_OUTS_COLLECTION = "opt-outs";

const LINK = "opt-out of a member";

export type OptOutStore = ReturnType<typeof createOptOutStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createOptOutStore = (documents: Documents, secret: () => Promise<string>, now = () => new Date()) => ({
  /** @returns the ids of the members who opted out */
  list: async (): Promise<ReadonlySet<string>> =>
    new Set((await documents.query(OPT_OUTS_COLLECTION, { select: ["at"] })).map(({ id }) => id)),

  /** @returns when a member opted out; null if the member wants infos */
  async get(member: string): Promise<Date | null> {
    const document = await documents.get(OPT_OUTS_COLLECTION, member);
    return document && new Date(String(document.content.at));
  },

  /**
   * Records whether a member wants infos. Idempotent.
   * @param by null for the member @returns false if the member does not exist
   */
  set: (member: string, isOptedOut: boolean, by: Author["by"]): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(REGISTER_COLLECTION, member);
      const existing = await transaction.get(OPT_OUTS_COLLECTION, member);
      if (!document) return false;
      if ((existing !== null) === isOptedOut) return true;
      const at = now();
      if (isOptedOut) transaction.create(OPT_OUTS_COLLECTION, member, { at: at.toISOString() });
      else transaction.delete(OPT_OUTS_COLLECTION, member);
      recordAction(transaction, { at, by, action: "changed", subject: "register", subjectId: member });
      return true;
    }),

  /** @returns the token with which a member opts out without a session */
  tokenOf: async (member: string): Promise<string> => signIdOf(await secret(), LINK, member),

  /** @returns the id of the member; null if the token is wrong */
  memberOf: async (token: string): Promise<string | null> => readSignedId(await secret(), LINK, token),
});
