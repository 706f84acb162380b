/** The one-time link to create the first account. Each start of a server instance replaces the link. */
import type { PasskeyRefusal, PasskeyResponse } from "#domain/accounts/passkey.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { DocumentContent, Documents } from "#ports/documents.ts";
import type { Account, AccountLink, FirstLink, LinkRefusal, Session } from "#stores/account-types.ts";
import {
  type AccountStoreDependencies,
  canAccountSignIn,
  changeAccountAfterLookup,
  listAccounts,
} from "./account-document.ts";
import { newAccountLink } from "./account-links.ts";
import { type createPasswordStore, PASSWORD_REPLACEMENT_LOCK_MS, requirePasswordLength } from "./account-passwords.ts";
import type { createPasskeyStore } from "./passkeys/passkeys.ts";
import { STATE_COLLECTION } from "./site-state.ts";

/** Id of the link's document. Its field `changingUntil` locks the link until that time. */
const FIRST = "first-link";

type LinkCheck = {
  fingerprint: string;
  isOver: boolean;
  now: Date;
};

function read(
  content: DocumentContent | undefined,
  { fingerprint, isOver, now }: LinkCheck,
): Result<null, LinkRefusal> {
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

type Accounts = Pick<ReturnType<typeof createPasswordStore>, "acceptLink"> &
  Pick<ReturnType<typeof createPasskeyStore>, "acceptLinkWithPasskey"> & {
    readonly invite: (email: string, options: { lastsMs: number }) => Promise<AccountLink | null>;
  };

export function createFirstLinkStore(
  parts: AccountStoreDependencies,
  { invite, acceptLink, acceptLinkWithPasskey }: Accounts,
) {
  const { documents, fingerprintOf, now } = parts;
  const hasUsableAccount = async () => (await listAccounts(parts)).some(canAccountSignIn);

  /** Locks the link while its account is created. */
  const claim = (fingerprint: string) =>
    changeAccountAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
      const found = await transaction.get(STATE_COLLECTION, FIRST);
      const link = read(found?.content, { fingerprint, isOver, now: now() });
      if (!link.ok) return link;
      if (String(found?.content.changingUntil ?? "") > now().toISOString()) return refusal("unknown" as const);
      const until = new Date(now().getTime() + PASSWORD_REPLACEMENT_LOCK_MS);
      transaction.update(STATE_COLLECTION, FIRST, { changingUntil: until.toISOString() });
      return link;
    });

  async function readFirstLink(token: string): Promise<Result<null, LinkRefusal>> {
    const fingerprint = await fingerprintOf(token);
    const [found, isOver] = await Promise.all([documents.get(STATE_COLLECTION, FIRST), hasUsableAccount()]);
    return read(found?.content, { fingerprint, isOver, now: now() });
  }

  /** Creates the account, or accepts the open invitation of `email`. */
  async function createFirst<Refused>(
    token: string,
    email: string,
    accept: (linkToken: string) => Promise<Result<Session, Refused>>,
  ): Promise<Result<Session, LinkRefusal | Refused | "taken">> {
    const fingerprint = await fingerprintOf(token);
    const claimed = await claim(fingerprint);
    if (!claimed.ok) return claimed;
    let isUsed = false;
    try {
      const link = await invite(email, { lastsMs: PASSWORD_REPLACEMENT_LOCK_MS });
      const outcome = link ? await accept(link.token) : refusal("taken" as const);
      isUsed = outcome.ok;
      return outcome;
    } finally {
      await finish(documents, fingerprint, isUsed);
    }
  }

  return {
    /** Creates a link for the first account and ends the previous link. @returns null if an account can sign in */
    async issueFirstLink(lastsMs: number): Promise<FirstLink | null> {
      const { token, expiresAt, fingerprint } = await newAccountLink(parts, "invitation", lastsMs);
      return changeAccountAfterLookup(documents, hasUsableAccount, async (isOver, { transaction }) => {
        await transaction.get(STATE_COLLECTION, FIRST);
        if (isOver) return null;
        transaction.put(STATE_COLLECTION, FIRST, { fingerprint, expiresAt: expiresAt.toISOString() });
        return { token, expiresAt };
      });
    },

    /** @returns a refusal if the link is invalid. Once an account can sign in, the link is `unknown`. */
    readFirstLink,

    /**
     * Opens an invitation for `email`. `acceptFirstLinkWithPasskey` then stores the account's passkey.
     * @returns null if the link is invalid, or if `email` has an account
     */
    async inviteFirst(token: string, email: string): Promise<Account | null> {
      const isValid = (await readFirstLink(token)).ok;
      return (isValid && (await invite(email, { lastsMs: PASSWORD_REPLACEMENT_LOCK_MS }))?.account) || null;
    },

    /** Creates the account, or accepts the open invitation of `email`. @returns `taken` if `email` has an account */
    async acceptFirstLink(token: string, email: string, password: string, device = "") {
      requirePasswordLength(password);
      return createFirst<LinkRefusal>(token, email, (link) => acceptLink(link, password, device));
    },

    /** Like `acceptFirstLink`, but with a new passkey instead of a password. */
    acceptFirstLinkWithPasskey: (
      token: string,
      email: string,
      response: PasskeyResponse,
      key: { readonly name: string; readonly device: string },
    ) =>
      createFirst<LinkRefusal | { readonly passkey: PasskeyRefusal }>(token, email, (link) =>
        acceptLinkWithPasskey(link, response, key),
      ),
  };
}
