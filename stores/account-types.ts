import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { PasskeyRefusal, PasskeyResponse } from "#domain/accounts/passkey.ts";
import type { Result } from "#domain/result.ts";
import type { NewLetter } from "#stores/mail-document.ts";

/** A committee account. All accounts have the same rights (docs/specification.md section 6). */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly hasPasskey?: true;
  /** The account signs in with passkeys only. */
  readonly hasNoPassword?: true;
};

type Passkey = {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
};

/** `add`: adds a passkey to an account, for a signed-in user or with a one-time link. */
export type PasskeyPurpose = "sign-in" | "confirm" | "add";

/** `accountId`: id of the passkey's account; null if the account does not exist. */
export type PasskeySignInRefusal = { readonly why: PasskeyRefusal; readonly accountId: string | null };

export type CommitteeAccount = Account & {
  readonly lastSignIn: Date | null;
  /** False while an invitation is open, and after a reset. */
  readonly canSignIn: boolean;
  /** The account's one-time link, even if expired. Null if the link was used or never created. */
  readonly link: {
    readonly kind: LinkKind;
    readonly expiresAt: Date;
    /** Why the mail server refused the mail with the link for good, in French. Absent if it did not. */
    readonly refused?: string;
  } | null;
};

export type Session = {
  readonly token: string;
  /** End of the session if no further request uses the session. */
  readonly expiresAt: Date;
  readonly account: Account;
};

/** `usedAt`: the last use may be up to `SESSION_UPDATE_MS` later. `current`: the session of the request. */
type OpenSession = {
  readonly device: string;
  readonly openedAt: Date;
  readonly usedAt: Date;
  readonly current: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetimes in ms. `idle` counts from the last use, `absolute` from the sign-in. The earlier end applies. */
export const SESSION_LIFETIMES_MS = { idle: 14 * DAY_MS, absolute: 90 * DAY_MS } as const;

/** Minimum time between two writes of `usedAt`, in milliseconds. */
export const SESSION_UPDATE_MS = 10 * 60 * 1000;

export const SESSIONS_LISTED = 20;

/** A one-time link to choose a password. A new link replaces the account's previous link. */
export type AccountLink = {
  /** Random and safe in a URL. Only a fingerprint of the token is stored. */
  readonly token: string;
  readonly kind: LinkKind;
  readonly expiresAt: Date;
  readonly account: Account;
};

/** One-time link to create the first account of a site. The user chooses the account's address. */
export type FirstLink = Pick<AccountLink, "token" | "expiresAt">;

/** Letters that a change of an account queues in its transaction. `letters`: none by default. */
type Letters = readonly NewLetter[];
type LettersOf = (link: AccountLink) => Letters;

/** Why a link is refused. `unknown`: the link was used, replaced, withdrawn or never created. */
export type LinkRefusal = "expired" | "unknown";

/**
 * Accounts and sessions. Methods throw if the identity provider or the store is unavailable. Methods return null or
 * false if the account or the session does not exist. Even concurrent calls never disable the last account that can
 * sign in. The case of e-mail addresses is ignored. Passwords have 6 to 128 characters (docs/specification.md section
 * 5). Methods with a password may throw `PasswordsBusy`. `device`: label of the session.
 */
export interface Authenticator {
  /** Takes the same time for known and unknown addresses. @returns null if the sign-in is refused */
  signIn(email: string, password: string, device?: string): Promise<Session | null>;
  /** @returns null if the session is unknown, revoked or expired */
  findSession(token: string): Promise<Account | null>;
  signOut(token: string): Promise<void>;
  /** @returns time of the last check of the password or passkey in the session; null if unknown */
  readConfirmedAt(token: string): Promise<Date | null>;
  /** Checks the password again. @returns false if the password is wrong or the session is unknown */
  confirm(token: string, password: string): Promise<boolean>;
  /** @returns the open sessions of the account, last used first, at most `SESSIONS_LISTED` */
  listSessions(token: string): Promise<OpenSession[]>;
  /** Ends all sessions of the account, except the session of `token`. */
  endOtherSessions(token: string): Promise<void>;
  /** @returns id of the account or of the open invitation with this address; null if none */
  findAccountId(email: string): Promise<string | null>;
  /** @returns all accounts and open invitations, sorted by address */
  listAccounts(): Promise<CommitteeAccount[]>;
  /** Does not check the strength of the password. @returns null if the address has an account or an invitation */
  createAccount(email: string, password: string): Promise<Account | null>;
  /**
   * Creates an account without a password, and its one-time link. The link is valid for `lastsMs`, by default seven
   * days. If the address has an open invitation, only replaces the link. @returns null if the address has an account
   */
  invite(
    email: string,
    options?: { firstName?: string; lastsMs?: number; letters?: LettersOf },
  ): Promise<AccountLink | null>;
  /**
   * Creates a link for a new password, valid for one day. Ends the account's sessions. Removes the password and the
   * passkeys if another account can sign in. For an open invitation, only replaces the invitation's link.
   */
  reset(id: string, letters?: LettersOf): Promise<AccountLink | null>;
  readLink(token: string): Promise<Result<Omit<AccountLink, "token">, LinkRefusal>>;
  /** Sets the password, deletes the link, ends the account's sessions and opens a new session. */
  acceptLink(
    token: string,
    password: string,
    device?: string,
    letters?: Letters,
  ): Promise<Result<Session, LinkRefusal>>;
  /** Creates a link for the first account and ends the previous link. @returns null if an account can sign in */
  issueFirstLink(lastsMs: number): Promise<FirstLink | null>;
  /** @returns a refusal if the link is invalid. Once an account can sign in, the link is `unknown`. */
  readFirstLink(token: string): Promise<Result<null, LinkRefusal>>;
  /** Creates the account, or accepts the open invitation of `email`. @returns `taken` if `email` has an account */
  acceptFirstLink(
    token: string,
    email: string,
    password: string,
    device?: string,
  ): Promise<Result<Session, LinkRefusal | "taken">>;
  rename(id: string, firstName: string): Promise<boolean>;
  /** Deletes the account with its sessions and link. `last`: not deleted, because no other account can sign in. */
  removeAccount(id: string, letters?: Letters): Promise<"removed" | "last" | "absent">;
  /**
   * Sets the password, deletes an open link, ends all sessions and opens a new session.
   * @param current null if the account has no password, and the caller has checked a passkey
   * @returns null if the current password is wrong
   */
  changePassword(
    id: string,
    current: string | null,
    newPassword: string,
    device?: string,
    letters?: Letters,
  ): Promise<Session | null>;
  /**
   * Stores a new challenge. @param account null for a sign-in
   * @returns options for the browser's WebAuthn call; null if the site's host allows no passkeys
   */
  passkeyOptions(purpose: PasskeyPurpose, account: Account | null): Promise<object | null>;
  signInWithPasskey(response: PasskeyResponse, device?: string): Promise<Result<Session, PasskeySignInRefusal>>;
  /** Like `confirm`, but with a passkey instead of the password. */
  confirmWithPasskey(token: string, response: PasskeyResponse): Promise<Result<null, PasskeyRefusal>>;
  /** Like `acceptLink`, but with a new passkey instead of a password. */
  acceptLinkWithPasskey(
    token: string,
    response: PasskeyResponse,
    made: { readonly name: string; readonly device: string },
    letters?: Letters,
  ): Promise<Result<Session, LinkRefusal | { readonly passkey: PasskeyRefusal }>>;
  /** @returns the account's passkeys, oldest first */
  listPasskeys(id: string): Promise<readonly Passkey[]>;
  /** An account has at most `PASSKEYS_MAX` passkeys. */
  addPasskey(
    id: string,
    response: PasskeyResponse,
    name: string,
    letters?: Letters,
  ): Promise<Result<null, PasskeyRefusal>>;
  renamePasskey(id: string, passkeyId: string, name: string): Promise<boolean>;
  /** @returns false if the passkey is unknown or the only way to sign in */
  removePasskey(id: string, passkeyId: string, letters?: Letters): Promise<boolean>;
}
