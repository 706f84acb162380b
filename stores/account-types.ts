import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { PasskeyRefusal } from "#domain/accounts/passkey.ts";
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

export type Passkey = {
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
  /** Whether the account gets the letter of Monday about « À faire ». */
  readonly wantsToDoLetter: boolean;
  /** The account's one-time link, even if expired. Null if the link was used or never created. */
  readonly link: {
    readonly kind: LinkKind;
    readonly expiresAt: Date;
    /** Why the mail server permanently refused the mail with the link, in French. Absent if it did not. */
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
export type OpenSession = {
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

export const LISTED_SESSIONS_MAX = 20;

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

/** Composes the letters that are queued in the transaction of an account's change. `letters`: none by default. */
export type AccountLetters = readonly NewLetter[];
export type ComposeAccountLetters = (link: AccountLink) => AccountLetters;

/** Why a link is refused. `unknown`: the link was used, replaced, withdrawn or never created. */
export type LinkRefusal = "expired" | "unknown";
