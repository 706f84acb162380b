/** The one-time link to create the first account. Each start of a server instance replaces the link. */
import { type Result, refusal, success } from "#domain/result.ts";
import type { Content, Documents } from "#ports/documents.ts";
import type { AccountLink, FirstLink, LinkRefusal, Session } from "#stores/account-types.ts";
import { type AccountParts, canSignIn, changeAfterLookup, readMembers } from "./account-document.ts";
import { newLink } from "./account-links.ts";
import { type createPasswords, REPLACE_WINDOW_MS, requireLength } from "./account-passwords.ts";
import { STATE } from "./site-state.ts";

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
    const found = await transaction.get(STATE, FIRST);
    if (found?.content.fingerprint !== fingerprint) return;
    if (isUsed) transaction.delete(STATE, FIRST);
    else transaction.update(STATE, FIRST, { changingUntil: null });
  });

type Accounts = Pick<ReturnType<typeof createPasswords>, "acceptLink"> & {
  readonly invite: (email: string, options: { lastsMs: number }) => Promise<AccountLink | null>;
};

export function createFirstLink(parts: AccountParts, { invite, acceptLink }: Accounts) {
  const { documents, fingerprintOf, now } = parts;
  const hasUsableAccount = async () => (await readMembers(parts)).some(canSignIn);

  /** Locks the link while the account is created. */
  const claim = (fingerprint: string) =>
    changeAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
      const found = await transaction.get(STATE, FIRST);
      const link = read(found?.content, { fingerprint, isOver, now: now() });
      if (!link.ok) return link;
      if (String(found?.content.changingUntil ?? "") > now().toISOString()) return refusal("unknown" as const);
      const until = new Date(now().getTime() + REPLACE_WINDOW_MS);
      transaction.update(STATE, FIRST, { changingUntil: until.toISOString() });
      return link;
    });

  return {
    /** Creates a link for the first account and ends the previous link. @returns null if an account can sign in */
    async issueFirstLink(lastsMs: number): Promise<FirstLink | null> {
      const { token, expiresAt, fingerprint } = await newLink(parts, "invitation", lastsMs);
      return changeAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
        await transaction.get(STATE, FIRST);
        if (isOver) return null;
        transaction.put(STATE, FIRST, { fingerprint, expiresAt: expiresAt.toISOString() });
        return { token, expiresAt };
      });
    },

    /** @returns a refusal if the link is invalid. Once an account can sign in, the link is `unknown`. */
    async readFirstLink(token: string): Promise<Result<null, LinkRefusal>> {
      const fingerprint = await fingerprintOf(token);
      const [found, isOver] = await Promise.all([documents.get(STATE, FIRST), hasUsableAccount()]);
      return read(found?.content, { fingerprint, isOver, now: now() });
    },

    /** Creates the account, or accepts the open invitation of `email`. @returns `taken` if `email` has an account */
    async acceptFirstLink(
      token: string,
      email: string,
      password: string,
      device = "",
    ): Promise<Result<Session, LinkRefusal | "taken">> {
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
