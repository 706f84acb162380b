import { createContext } from "react-router";
import type { Attempt, Unconfirmed } from "#domain/accounts/attempt.ts";
import type { Result } from "#domain/result.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import type { SiteRoutes } from "./route-handle.ts";

/** What is worth a line when somebody asks later who did what. */
type SecurityEvent =
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-locked"
  | "sign-out"
  | "sessions-ended"
  | "password-confirmed"
  | "password-failed"
  | "password-locked"
  | "password-changed"
  | "password-chosen"
  | "account-invited"
  | "account-reset"
  | "account-removed"
  | "bank-details-changed"
  | "recipients-changed"
  | "export";

/** Ids and words of the site's own: no address of a person or a device, nothing that somebody typed. */
type SecurityDetails = {
  /** Id of the account that it was done to. */
  readonly target?: string;
  readonly what?: "invitation" | "reinitialisation" | "inscriptions" | "messages";
};

/**
 * Writes one line to the security log; never throws.
 * @param account id of the account that did it, or that was tried; null: of nobody known
 */
export type RecordSecurity = (event: SecurityEvent, account: string | null, details?: SecurityDetails) => void;

/** What a route may know of the place it runs in. */
export type Site = {
  /** Origin that visitors see, without a slash at the end. */
  readonly publicUrl: string;
  /** Another server of the association's host takes the requests first, and hands them on. */
  readonly behindProxy: boolean;
  /** The site only shows itself, as `npm start` has it: visitors are shown what is still an example. */
  readonly demo: boolean;
  /**
   * Writes an error to the log.
   * @param error what was thrown; null for something odd that is no error
   * @param where the operation, without personal data
   */
  readonly report: (error: unknown, where: string) => void;
  /** What each route of the site says of itself. */
  readonly routes: SiteRoutes;
  /** Writes a line to the security log. */
  readonly record: RecordSecurity;
};

/** What is counted, so that nobody guesses a password or fills the inbox. */
export type Counter = "contact" | "inscription" | "image";

/** Counts what one visitor tries. An answer with status 429 says by itself when to come back. */
export type RateLimiter = {
  readonly attempt: (what: Counter) => Attempt;
  /** @param email as it was typed, whether it has an account or not */
  readonly login: (email: string) => Attempt;
  /**
   * A try at the password of somebody who is signed in: counted like one at the login, and for the session as well,
   * wherever it is used from.
   */
  readonly passwordIn: (session: string, email: string) => Attempt;
  /** The visitor's address belongs to an account: it waits for nobody else's failures when it signs in. */
  readonly recognise: (email: string) => void;
  /** Counts a form that cannot be read. */
  readonly malformed: () => void;
  /** Whether one more refusal of this visitor is worth a line: the first few in a quarter of an hour are. */
  readonly shouldLog: () => boolean;
};

/** The ports. Set by the server for every request. */
export const servicesContext = createContext<Services>();
export const siteContext = createContext<Site>();
export const rateLimiterContext = createContext<RateLimiter>();

/** Who is signed in; null for a visitor. Set by the root middleware. */
export const accountContext = createContext<Account | null>(null);

/** The browser carries a session that opens nothing any more. Set by the root middleware. */
export const sessionEndedContext = createContext<boolean>(false);

/**
 * Whether the account's owner has typed the password in this session: in the field, or a while ago. Set by the root
 * middleware; counts a try when there is one, and throws when the provider does not answer.
 */
export const confirmPasswordContext =
  createContext<(typed: string) => Promise<Result<"typed" | "remembered", Unconfirmed>>>();

/** Nonce of the inline scripts of a page that is not cached; empty for a cached one, whose scripts are hashed. */
export const nonceContext = createContext<string>("");
