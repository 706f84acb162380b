import { createContext } from "react-router";
import type { Attempt, Unconfirmed } from "#domain/accounts/attempt.ts";
import type { Result } from "#domain/result.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import type { SiteRoutes } from "./route-handle.ts";

export type { Services };

type SecurityEvent =
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-locked"
  | "passkey-failed"
  | "passkey-cloned"
  | "passkey-added"
  | "passkey-removed"
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
  | "person-erased"
  | "export";

/** Name of an export of personal data, used in the file name and in the security log. */
export type ExportName = "inscriptions" | "messages" | "membres" | "cotisations";

/** Details of a line of the security log: only ids and fixed words, no personal data, IP addresses or user input. */
type SecurityDetails = {
  /** Id of the account that the event changed. */
  readonly target?: string;
  readonly what?: "invitation" | "reinitialisation" | ExportName | "passkey";
};

/**
 * Writes one line to the security log; never throws.
 * @param account id of the acting or attempted account; null if unknown
 */
export type RecordSecurity = (event: SecurityEvent, account: string | null, details?: SecurityDetails) => void;

/** The server's functions and configuration that routes use. */
export type Site = {
  /** Public origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether requests come through a reverse proxy. */
  readonly behindProxy: boolean;
  /** Whether this is a demonstration (`npm start`), in which visitors also see example settings. */
  readonly demo: boolean;
  /**
   * Writes an error to the log.
   * @param error the caught value; null for an event that is no error
   * @param where name of the operation, without personal data
   */
  readonly report: (error: unknown, where: string) => void;
  /** Tells the page cache to serve the requested page only until this time. */
  readonly expireAt: (instant: Date) => void;
  readonly routes: SiteRoutes;
  readonly record: RecordSecurity;
};

/** Forms and uploads that are rate-limited. */
export type Counter = "contact" | "inscription" | "image" | "proposal";

/** Rate limits of one visitor's IP address. The server adds `Retry-After` to responses with status 429. */
export type RateLimiter = {
  readonly attempt: (what: Counter) => Attempt;
  /** Counts an attempt to sign in. `email`: as typed, even if no account has it. */
  readonly login: (email: string) => Attempt;
  /** Counts a password confirmation toward the limits for sign-ins and toward a limit per session. */
  readonly passwordIn: (session: string, email: string) => Attempt;
  /** Trusts the visitor's IP address for this account: failures from other addresses do not delay sign-ins from it. */
  readonly recognise: (email: string) => void;
  /** Counts a malformed form submission. */
  readonly malformed: () => void;
  /** Whether to log a refusal: true only for the first few in 15 minutes. */
  readonly shouldLog: () => boolean;
};

/** The server sets this context and the next two for every request. */
export const servicesContext = createContext<Services>();
export const siteContext = createContext<Site>();
export const rateLimiterContext = createContext<RateLimiter>();

/** The signed-in account; null for a visitor. Set by the root middleware. */
export const accountContext = createContext<Account | null>(null);

/** Whether the request has a session cookie that is no longer valid. Set by the root middleware. */
export const sessionEndedContext = createContext<boolean>(false);

/**
 * Checks the typed password, or whether it was confirmed earlier in this session. Counts an attempt when a password is
 * typed. Throws when the identity provider is unavailable. Set by the root middleware.
 */
export const confirmPasswordContext =
  createContext<(typed: string) => Promise<Result<"typed" | "passkey" | "remembered", Unconfirmed>>>();

/** Nonce of the page's inline scripts; empty in development. The page cache replaces it by hashes of the scripts. */
export const nonceContext = createContext<string>("");
