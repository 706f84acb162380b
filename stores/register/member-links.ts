/** Personal links of members. A token contains the id of the member (signed-ids.ts). */
import { randomBytes } from "node:crypto";
import type { Author } from "#domain/person.ts";
import { hasLeft } from "#domain/register/member.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { idInToken, isSameToken, signId } from "#stores/signed-ids.ts";
import { type Member, memberFromDocument, REGISTER_COLLECTION } from "./member-document.ts";
import { turnAddedEmailIntoCorrection } from "./proposals.ts";

/** Documents `member-links/{member}`, only for members whose link was replaced. */
export const MEMBER_LINKS_COLLECTION = "member-links";
const KEY_BYTES = 16;

/** The fields that determine a token. A former member who returns gets another token. */
export type LinkedMember = Pick<Member, "id" | "returnedOn">;

export type MemberLinkStore = ReturnType<typeof createMemberLinkStore>;

/** Methods throw if the store or the secret is unavailable. @param now clock for the times of writes */
export function createMemberLinkStore(documents: Documents, secret: () => Promise<string>, now = () => new Date()) {
  const tokenFor = async ({ id, returnedOn }: LinkedMember, link: StoredDocument | null): Promise<string> => {
    const key = String(link?.content.key ?? "");
    return signId(await secret(), id, ["link of a member", id, returnedOn, key]);
  };
  return {
    /** @returns the token of a member's link. `renew` changes the token. */
    tokenOf: async (member: LinkedMember): Promise<string> =>
      tokenFor(member, await documents.get(MEMBER_LINKS_COLLECTION, member.id)),

    /** Reads all replaced links once, for the tokens of many members. */
    async readAll(): Promise<{ tokenOf: (member: LinkedMember) => Promise<string> }> {
      const links = new Map((await documents.query(MEMBER_LINKS_COLLECTION)).map((link) => [link.id, link]));
      return { tokenOf: (member) => tokenFor(member, links.get(member.id) ?? null) };
    },

    /** @returns the member with this token; null if the token is wrong or the member has left */
    async find(token: string): Promise<Member | null> {
      const id = idInToken(token);
      const [link, document] = await Promise.all([
        documents.get(MEMBER_LINKS_COLLECTION, id),
        documents.get(REGISTER_COLLECTION, id),
      ]);
      const member = document && memberFromDocument(document);
      const isRight = isSameToken(token, await tokenFor(member ?? { id, returnedOn: "" }, link));
      return isRight && member && !hasLeft(member) ? member : null;
    },

    /** Replaces the token of a member (`turnAddedEmailIntoCorrection`). @returns false if the member does not exist */
    renew({ id }: LinkedMember, by: Author["by"]): Promise<boolean> {
      const key = randomBytes(KEY_BYTES).toString("base64url");
      return documents.transaction(
        async (transaction) => {
          const author = { by, at: now() };
          const document = await transaction.get(REGISTER_COLLECTION, id);
          if (!document) return false;
          await transaction.get(MEMBER_LINKS_COLLECTION, id);
          await turnAddedEmailIntoCorrection(transaction, document, author);
          transaction.put(MEMBER_LINKS_COLLECTION, id, { key });
          recordAction(transaction, { ...author, action: "renewed", subject: "register", subjectId: id });
          return true;
        },
        { erases: true },
      );
    },
  };
}
