import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { PasskeyRefusal, PasskeyResponse } from "#domain/accounts/passkey.ts";
import type { Result } from "#domain/result.ts";

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

/** `add`: adds a passkey to the account of a signed-in user or of a one-time link. */
export type PasskeyPurpose = "sign-in" | "confirm" | "add";

/** A refused sign-in. `accountId`: the account in the passkey's user handle; null if no such account exists. */
export type PasskeySignInRefusal = { readonly why: PasskeyRefusal; readonly accountId: string | null };

export type CommitteeAccount = Account & {
  readonly lastSignIn: Date | null;
  /** Whether the account can sign in; false while an invitation is open, and after a reset. */
  readonly canSignIn: boolean;
  /** The newest one-time link, even if expired; null if it was used or no link was created. */
  readonly link: { readonly kind: LinkKind; readonly expiresAt: Date } | null;
};

export type Session = {
  readonly token: string;
  /** When the session ends if it is not used any more. */
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A session in a user's list. `usedAt`: accurate to `SESSION_UPDATE_MS`. `current`: whether the request uses it. */
type OpenSession = {
  readonly device: string;
  readonly openedAt: Date;
  readonly usedAt: Date;
  readonly current: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lifetimes in ms: a session ends `idle` after its last use, or `absolute` after its sign-in, whichever is earlier. */
export const SESSION_LIFETIMES_MS = { idle: 14 * DAY_MS, absolute: 90 * DAY_MS } as const;

/** Minimum time between two writes of `usedAt`, in milliseconds. */
export const SESSION_UPDATE_MS = 10 * 60 * 1000;

export const SESSIONS_LISTED = 20;

/** A one-time link to choose a password. A new link replaces the account's previous one. */
export type AccountLink = {
  /** Random, safe in a URL. Only its fingerprint is stored. */
  readonly token: string;
  readonly kind: LinkKind;
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A one-time link to create the first account of a site; the user chooses the address. */
export type FirstLink = Pick<AccountLink, "token" | "expiresAt">;

/** Why a link is refused. `unknown`: the link was used, replaced, withdrawn or never created. */
export type LinkRefusal = "expired" | "unknown";

/**
 * Accounts and sessions. Methods throw if the identity provider or the store is unavailable. They return null or false
 * if the account or the session does not exist. No call, even a concurrent one, locks out the last account that can
 * sign in. E-mail addresses may have any case. A `password` has 6 to 128 characters (docs/specification.md section 5);
 * methods with a password may throw `PasswordsBusy`. `device`: label of the session.
 */
export interface Authenticator {
  /** The duration is the same for known and unknown addresses. Returns null for every refusal, whatever the reason. */
  signIn(email: string, password: string, device?: string): Promise<Session | null>;
  /** @returns null if the session is unknown, revoked or expired (`SESSION_LIFETIMES_MS`) */
  findSession(token: string): Promise<Account | null>;
  signOut(token: string): Promise<void>;
  /** @returns the time of the session's last password check, such as the sign-in; null if unknown */
  readConfirmedAt(token: string): Promise<Date | null>;
  /** Checks the password again in an open session. Returns false if the password is wrong or the session unknown. */
  confirm(token: string, password: string): Promise<boolean>;
  /** @returns the open sessions of the account, last used first, at most `SESSIONS_LISTED` */
  listSessions(token: string): Promise<OpenSession[]>;
  /** Ends all other sessions of the account. */
  endOtherSessions(token: string): Promise<void>;
  /** @returns null if the address has no account; an invitation counts as an account */
  findAccountId(email: string): Promise<string | null>;
  /** @returns all accounts and open invitations, sorted by address */
  listAccounts(): Promise<CommitteeAccount[]>;
  /** Does not check the password's strength. Resolves with null if the address has an account or an invitation. */
  createAccount(email: string, password: string): Promise<Account | null>;
  /**
   * Creates an account without a password, with a link that is valid for `lastsMs` (by default seven days). An open
   * invitation only gets a new link, and keeps its first name. Returns null if the address has an accepted account.
   */
  invite(email: string, options?: { firstName?: string; lastsMs?: number }): Promise<AccountLink | null>;
  /**
   * Creates a link for a new password, valid for one day, and ends the account's sessions. Removes its password and
   * passkeys, unless no other account can sign in. An open invitation only gets a new link. @returns null if unknown
   */
  reset(id: string): Promise<AccountLink | null>;
  readLink(token: string): Promise<Result<Omit<AccountLink, "token">, LinkRefusal>>;
  /** Sets the password, deletes the link, ends the account's sessions and opens a new one. */
  acceptLink(token: string, password: string, device?: string): Promise<Result<Session, LinkRefusal>>;
  /** Creates a link for the first account and ends the previous link. Returns null if an account can sign in. */
  issueFirstLink(lastsMs: number): Promise<FirstLink | null>;
  /** @returns a refusal if the link is not valid, or (`unknown`) if an account can already sign in */
  readFirstLink(token: string): Promise<Result<null, LinkRefusal>>;
  /** Creates the account or completes its open invitation. Returns `taken` if the address already has an account. */
  acceptFirstLink(
    token: string,
    email: string,
    password: string,
    device?: string,
  ): Promise<Result<Session, LinkRefusal | "taken">>;
  rename(id: string, firstName: string): Promise<boolean>;
  /** Deletes the account, its sessions and its link. If no other account can sign in, only returns `last`. */
  removeAccount(id: string): Promise<"removed" | "last" | "absent">;
  /**
   * Sets the password, deletes an open link, ends the account's sessions and opens a new one.
   * @param current the current password; null for an account without one, whose passkey the caller has checked
   * @returns null if the current password is wrong
   */
  changePassword(id: string, current: string | null, newPassword: string, device?: string): Promise<Session | null>;
  /**
   * Stores a new challenge. @param account account that adds a passkey or confirms a session; null for a sign-in
   * @returns options for the browser's WebAuthn ceremony; null if the site's address allows no passkeys
   */
  passkeyOptions(purpose: PasskeyPurpose, account: Account | null): Promise<object | null>;
  signInWithPasskey(response: PasskeyResponse, device?: string): Promise<Result<Session, PasskeySignInRefusal>>;
  /** Confirms a session as `confirm` does, but with a passkey of the session's account. */
  confirmWithPasskey(token: string, response: PasskeyResponse): Promise<Result<null, PasskeyRefusal>>;
  /** Accepts a link as `acceptLink` does, but with a first passkey instead of a password. */
  acceptLinkWithPasskey(
    token: string,
    response: PasskeyResponse,
    made: { readonly name: string; readonly device: string },
  ): Promise<Result<Session, LinkRefusal | { readonly passkey: PasskeyRefusal }>>;
  /** @returns the account's passkeys, oldest first */
  listPasskeys(id: string): Promise<readonly Passkey[]>;
  /** @returns `refused` also if the account already has `PASSKEYS_MAX` passkeys */
  addPasskey(id: string, response: PasskeyResponse, name: string): Promise<Result<null, PasskeyRefusal>>;
  renamePasskey(id: string, passkeyId: string, name: string): Promise<boolean>;
  /** @returns false if there is no such passkey, or the account has no other way to sign in */
  removePasskey(id: string, passkeyId: string): Promise<boolean>;
}
