import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { Result } from "#domain/result.ts";

/** Somebody of the committee. There is a single level (SPEC.md section 6). */
export type Account = {
  readonly id: string;
  readonly email: string;
  /** What the others call its owner; empty: nobody has said yet. */
  readonly firstName: string;
};

/** An account as the committee sees it. */
export type CommitteeAccount = Account & {
  /** When somebody last signed in with it; null: never. */
  readonly lastSignIn: Date | null;
  /** Its password lets somebody in. False for an invitation nobody has accepted, and after a reset. */
  readonly canSignIn: boolean;
  /** The one-time link that is out, also when it has expired; null once it was used or never given. */
  readonly link: { readonly kind: LinkKind; readonly expiresAt: Date } | null;
};

export type Session = {
  /** Random, unguessable; goes into the cookie and nowhere else. */
  readonly token: string;
  /** When it ends if nobody uses it until then. */
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A session of an account, as its owner sees it. */
type OpenSession = {
  /** What was said of the device when the session was opened; empty when nothing was. */
  readonly device: string;
  readonly openedAt: Date;
  /** To within `SESSION_NOTED_EVERY_MS`. */
  readonly usedAt: Date;
  /** The one that asks. */
  readonly current: boolean;
};

/** So often at most it is noted that a session is used, in milliseconds. */
export const SESSION_NOTED_EVERY_MS = 10 * 60 * 1000;

/** Most sessions that are listed. */
export const SESSIONS_LISTED = 20;

/** A one-time link to a password. An account has one at most: the next one replaces it. */
export type AccountLink = {
  /** Random, unguessable, safe in a URL. Told once: the store keeps a fingerprint only. */
  readonly token: string;
  readonly kind: LinkKind;
  readonly expiresAt: Date;
  readonly account: Account;
};

/** A one-time link to the first account of a site: who uses it names the address. Told once, as an `AccountLink`. */
export type FirstLink = Pick<AccountLink, "token" | "expiresAt">;

/** Why a link does not work: its time is over, or it was used, replaced, withdrawn or never existed. */
export type LinkRefusal = "expired" | "unknown";

/**
 * Who may sign in, and who is. Throws when the provider does not answer. Once one account can sign in,
 * one always can: nothing here takes the last one away, also when several people act at the same moment.
 */
export interface Authenticator {
  /**
   * Opens a session. The password counts as confirmed in it.
   * @param email any case
   * @param device short words for the device, kept with the session and shown to its owner
   * @returns null when the two do not belong together, whatever the reason (SPEC.md section 8);
   * takes the same time whether the account exists or not
   * @throws `PasswordsBusy` (ports/identity.ts), as does whatever else takes a password
   */
  signIn(email: string, password: string, device?: string): Promise<Session | null>;

  /**
   * @returns whose session it is; null when it is unknown, revoked, was not used for too long or was opened too long
   * ago (`SESSION_LIFETIMES_MS`)
   */
  findSession(token: string): Promise<Account | null>;

  /** Revokes a session on the server; no fault if it is gone already. */
  signOut(token: string): Promise<void>;

  /** @returns when the password was last typed in a session; null when that is not known, or there is no such session */
  readConfirmedAt(token: string): Promise<Date | null>;

  /**
   * Asks for the password again in a session that is open, and notes in it that it was right.
   * @returns false when it is not the account's password, or there is no such session
   */
  confirm(token: string, password: string): Promise<boolean>;

  /** @returns the open sessions of a session's account, used last first, at most `SESSIONS_LISTED`; none for no session */
  listSessions(token: string): Promise<OpenSession[]>;

  /** Ends every session of a session's account but that one; no fault when there is no such session. */
  endOtherSessions(token: string): Promise<void>;

  /** @param email any case @returns the id of the account that an address has, an invited one too; null when it has none */
  findAccountId(email: string): Promise<string | null>;

  /** @returns all accounts, invited ones too, by address */
  listAccounts(): Promise<CommitteeAccount[]>;

  /**
   * Creates an account.
   * @param password 6 to 128 characters (SPEC.md section 5); whether it would be guessed soon is not asked here
   * @returns the account, or null when the address has one already, be it only an invited one
   */
  createAccount(email: string, password: string): Promise<Account | null>;

  /**
   * Invites somebody: makes an account without a password, and a link to choose one.
   * Inviting again gives a new link; the one before stops working.
   * @param firstName of an account that has none yet; one that has keeps it. Absent: not said
   * @param lastsMs how long the link works, in milliseconds; without it, seven days
   * @returns null when the address has an account whose invitation was accepted
   */
  invite(email: string, options?: { firstName?: string; lastsMs?: number }): Promise<AccountLink | null>;

  /**
   * Gives an account a link to a new password within a day and ends its sessions at once. Its password
   * works no more, except that of the last account that can sign in. One that is only invited gets a new invitation.
   * @returns null when there is no such account
   */
  reset(id: string): Promise<AccountLink | null>;

  /** What a link would do; looking at it changes nothing. */
  readLink(token: string): Promise<Result<Omit<AccountLink, "token">, LinkRefusal>>;

  /**
   * Uses a link up: sets the password, ends the account's other sessions and opens one.
   * @param password as for `createAccount`
   * @param device as for `signIn`
   */
  acceptLink(token: string, password: string, device?: string): Promise<Result<Session, LinkRefusal>>;

  /**
   * Makes the link to the first account, for as long as nobody can sign in. The one before stops working.
   * @param lastsMs how long the link works, in milliseconds
   * @returns null when somebody can sign in
   */
  issueFirstLink(lastsMs: number): Promise<FirstLink | null>;

  /** @returns whether that link works; 'unknown' also once somebody can sign in, by whatever way */
  readFirstLink(token: string): Promise<Result<null, LinkRefusal>>;

  /**
   * Uses that link up: makes an account, or takes one that was only invited, sets its password and opens a session.
   * @param password as for `createAccount`
   * @param device as for `signIn`
   * @returns 'taken': the address has an account that cannot be taken; the link still works
   */
  acceptFirstLink(
    token: string,
    email: string,
    password: string,
    device?: string,
  ): Promise<Result<Session, LinkRefusal | "taken">>;

  /** Changes what an account's owner is called. @returns false when there is no such account */
  rename(id: string, firstName: string): Promise<boolean>;

  /**
   * Removes an account, its sessions and its link at once.
   * @returns 'dernier' when no other account can sign in; nothing is changed then
   */
  removeAccount(id: string): Promise<"removed" | "last" | "absent">;

  /**
   * Replaces a password, ends every session of the account and opens a new one; a link to a new password stops working.
   * @param newPassword as for `createAccount`
   * @param device as for `signIn`
   * @returns null when `current` is not its password; nothing is changed then
   */
  changePassword(id: string, current: string, newPassword: string, device?: string): Promise<Session | null>;
}
