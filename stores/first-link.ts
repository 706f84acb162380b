/** The one-time link to create the first account. Each start of a server instance replaces the link. */
import { type Result, refusal, success } from "#domain/result.ts";
import type { Content, Documents } from "#ports/documents.ts";
import type { Authenticator, LinkRefusal, Session } from "#stores/account-types.ts";
import { type AccountParts, canSignIn, changeAfterLookup, readMembers, STATE_COLLECTION } from "./account-document.ts";
import { newLink } from "./account-links.ts";
import { REPLACE_WINDOW_MS, requireLength } from "./account-passwords.ts";

/** Id of the link's document. The link is locked until the time in the field `changingUntil`. */
const FIRST = "first-link";

type LinkCheck = {
  fingerprint: string;
  isOver: boolean;
  now: Date;
};

function read(content: Content | undefined, { fingerprint, isOver, now }: LinkCheck): Result<null, LinkRefusal> {
  if (content?.fingerprint !== fingerprint || isOver) return refusal("unknown");
  return new Date(String(content.expiresAt)) <= now ? refusal("expired") : success(null);
}

const finish = (documents: Documents, fingerprint: string, isUsed: boolean): Promise<void> =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get(STATE_COLLECTION, FIRST);
    if (found?.content.fingerprint !== fingerprint) return;
    if (isUsed) transaction.delete(STATE_COLLECTION, FIRST);
    else transaction.update(STATE_COLLECTION, FIRST, { changingUntil: null });
  });

export function createFirstLinkMethods(
  parts: AccountParts,
  { invite, acceptLink }: Pick<Authenticator, "invite" | "acceptLink">,
): Pick<Authenticator, "issueFirstLink" | "readFirstLink" | "acceptFirstLink"> {
  const { documents, fingerprintOf, now } = parts;
  const hasUsableAccount = async () => (await readMembers(parts)).some(canSignIn);

  /** Locks the link while the account is created. */
  const claim = (fingerprint: string) =>
    changeAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
      const found = await transaction.get(STATE_COLLECTION, FIRST);
      const link = read(found?.content, { fingerprint, isOver, now: now() });
      if (!link.ok) return link;
      if (String(found?.content.changingUntil ?? "") > now().toISOString()) return refusal("unknown" as const);
      const until = new Date(now().getTime() + REPLACE_WINDOW_MS);
      transaction.update(STATE_COLLECTION, FIRST, { changingUntil: until.toISOString() });
      return link;
    });

  return {
    async issueFirstLink(lastsMs) {
      const { token, expiresAt, fingerprint } = await newLink(parts, "invitation", lastsMs);
      return changeAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
        await transaction.get(STATE_COLLECTION, FIRST);
        if (isOver) return null;
        transaction.put(STATE_COLLECTION, FIRST, { fingerprint, expiresAt: expiresAt.toISOString() });
        return { token, expiresAt };
      });
    },

    async readFirstLink(token) {
      const fingerprint = await fingerprintOf(token);
      const [found, isOver] = await Promise.all([documents.get(STATE_COLLECTION, FIRST), hasUsableAccount()]);
      return read(found?.content, { fingerprint, isOver, now: now() });
    },

    async acceptFirstLink(token, email, password, device = "") {
      requireLength(password);
      const fingerprint = await fingerprintOf(token);
      const claimed = await claim(fingerprint);
      if (!claimed.ok) return claimed;
      let session: Session | null = null;
      try {
        const link = await invite(email, { lastsMs: REPLACE_WINDOW_MS });
        const outcome = link && (await acceptLink(link.token, password, device));
        if (outcome?.ok) session = outcome.value;
      } finally {
        await finish(documents, fingerprint, session !== null);
      }
      return session ? success(session) : refusal("taken");
    },
  };
}
