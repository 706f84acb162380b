import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { Result } from "#domain/result.ts";

/** A committee account. All accounts have the same rights (docs/specification.md section 6). */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
};

export type CommitteeAccount = Account & {
  readonly lastSignIn: Date | null;
  /** False while an invitation is open, and after a reset. */
  readonly canSignIn: boolean;
  /** The last one-time link, even if expired; null if used or never created. */
  readonly link: { readonly kind: LinkKind; readonly expiresAt: Date } | null;
};

export type Session = {
  readonly token: string;
  /** When the session ends if it is not used until then. */
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A session in its owner's list. `usedAt`: exact to `SESSION_UPDATE_MS`. `current`: the request's own. */
type OpenSession = {
  readonly device: string;
  readonly openedAt: Date;
  readonly usedAt: Date;
  readonly current: boolean;
};

/** Minimum time between two writes of `usedAt`, in milliseconds. */
export const SESSION_UPDATE_MS = 10 * 60 * 1000;

export const SESSIONS_LISTED = 20;

/** A one-time link to choose a password. A new link replaces the account's last one. */
export type AccountLink = {
  /** Random, safe in a URL. Not stored: the store has a fingerprint. */
  readonly token: string;
  readonly kind: LinkKind;
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A one-time link to create the first account of a site; the user chooses the address. */
export type FirstLink = Pick<AccountLink, "token" | "expiresAt">;

/** `unknown`: used, replaced, withdrawn or never created. */
export type LinkRefusal = "expired" | "unknown";

/**
 * Accounts and sessions. Methods throw when the provider or the store is unavailable. Null or false: no such account or
 * session. At least one account can always sign in, also after concurrent calls. Addresses may have any case. A
 * `password` has 6 to 128 characters (docs/specification.md section 5); methods that take one throw `PasswordsBusy`.
 * `device` is a short label for the session. A new session counts as confirmed.
 */
export interface Authenticator {
  /** Takes the same time for any address. @returns null if refused (docs/specification.md section 8) */
  signIn(email: string, password: string, device?: string): Promise<Session | null>;
  /** @returns null if the session is unknown, revoked or expired (`SESSION_LIFETIMES_MS`) */
  findSession(token: string): Promise<Account | null>;
  signOut(token: string): Promise<void>;
  /** @returns the time of the session's last password check; null if unknown */
  readConfirmedAt(token: string): Promise<Date | null>;
  /** Checks the password again in an open session. @returns false if it is wrong, or there is no such session */
  confirm(token: string, password: string): Promise<boolean>;
  /** @returns the open sessions of the session's account, last used first, at most `SESSIONS_LISTED` */
  listSessions(token: string): Promise<OpenSession[]>;
  /** Ends the other sessions of the session's account. */
  endOtherSessions(token: string): Promise<void>;
  /** @returns null if the address has no account; an invitation counts as an account */
  findAccountId(email: string): Promise<string | null>;
  /** @returns all accounts, with open invitations, by address */
  listAccounts(): Promise<CommitteeAccount[]>;
  /** Does not check the password's strength. @returns null if the address has an account or an invitation */
  createAccount(email: string, password: string): Promise<Account | null>;
  /**
   * Creates an account without a password, or a new link for an open invitation. An existing first name stays. The link
   * is valid for `lastsMs`, by default seven days. @returns null if the address has an account without open invitation
   */
  invite(email: string, options?: { firstName?: string; lastsMs?: number }): Promise<AccountLink | null>;
  /**
   * Ends the sessions and the password, and creates a link that is valid for one day. The last account that can sign in
   * keeps its password. An open invitation gets a new link. @returns null if there is no such account
   */
  reset(id: string): Promise<AccountLink | null>;
  readLink(token: string): Promise<Result<Omit<AccountLink, "token">, LinkRefusal>>;
  /** Uses the link: sets the password, ends the account's sessions and opens one. */
  acceptLink(token: string, password: string, device?: string): Promise<Result<Session, LinkRefusal>>;
  /** Creates the link to the first account and replaces the last one. @returns null if an account can sign in */
  issueFirstLink(lastsMs: number): Promise<FirstLink | null>;
  /** @returns whether the link is valid; `unknown` once an account can sign in */
  readFirstLink(token: string): Promise<Result<null, LinkRefusal>>;
  /** Creates the account or accepts its invitation. @returns `taken` if the address has an account */
  acceptFirstLink(
    token: string,
    email: string,
    password: string,
    device?: string,
  ): Promise<Result<Session, LinkRefusal | "taken">>;
  rename(id: string, firstName: string): Promise<boolean>;
  /** Deletes the account, its sessions and its link. @returns `last` if no other account can sign in; nothing changes */
  removeAccount(id: string): Promise<"removed" | "last" | "absent">;
  /** Replaces the password, as `acceptLink`, and withdraws the link. @returns null if `current` is wrong */
  changePassword(id: string, current: string, newPassword: string, device?: string): Promise<Session | null>;
}
