import { createContext } from "react-router";
import type { PasswordConfirmationRefusal, RateLimitedAttempt } from "#domain/accounts/attempt.ts";
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
  | "calendar-link-made"
  | "export";

/** Part of the file name and of the line in the security log. */
export type ExportName = "inscriptions" | "messages" | "membres" | "cotisations" | "coups-de-main" | "envois";

/** Only ids and fixed words: the log must not contain personal data or user input. */
type SecurityDetails = {
  /** Id of the changed account. */
  readonly target?: string;
  readonly what?: "invitation" | "reinitialisation" | ExportName | "passkey";
};

/**
 * Never throws.
 * @param account id of the account that acts or tries to sign in; null if unknown
 */
export type LogSecurity = (event: SecurityEvent, account: string | null, details?: SecurityDetails) => void;

export type SiteContext = {
  /** Public origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly behindProxy: boolean;
  /** True for `npm start`: visitors see example settings. */
  readonly demo: boolean;
  /**
   * Writes an error to the log.
   * @param error the caught value; null for an event that is no error
   * @param where name of the operation, without personal data
   */
  readonly report: (error: unknown, where: string) => void;
  /** The page cache serves the requested page only until this time. */
  readonly expireAt: (instant: Date) => void;
  readonly routes: SiteRoutes;
  readonly logSecurity: LogSecurity;
};

export type AttemptKind = "contact" | "inscription" | "image" | "proposal" | "contact-details" | "lost-link" | "slots";

/** Limits for the IP address of the visitor. The server adds `Retry-After` to responses with status 429. */
export type RateLimiter = {
  readonly attempt: (what: AttemptKind) => RateLimitedAttempt;
  /** `email` is the typed address, even if no account has this address. */
  readonly login: (email: string) => RateLimitedAttempt;
  /** Limits attempts to confirm the password, for each session and for each email address. */
  readonly passwordIn: (session: string, email: string) => RateLimitedAttempt;
  /** Failures at other IP addresses no longer delay sign-ins from this IP address to the account. */
  readonly recognise: (email: string) => void;
  readonly malformed: () => void;
  /** True for the first few refusals of an IP address in 15 minutes. */
  readonly shouldLog: () => boolean;
};

/** The server sets `servicesContext`, `siteContext` and `rateLimiterContext` for every request. */
export const servicesContext = createContext<Services>();
export const siteContext = createContext<SiteContext>();
export const rateLimiterContext = createContext<RateLimiter>();

/** Null for a visitor. Set by the root middleware. */
export const accountContext = createContext<Account | null>(null);

/**
 * True if the browser had a session: its cookie is no longer valid, or is gone, as after a sign-out in another tab. Set by
 * the root middleware.
 */
export const sessionEndedContext = createContext<boolean>(false);

/** True if the form was sent for something that was deleted meanwhile: the page still shows what was typed. */
export const subjectDeletedContext = createContext<boolean>(false);

/** True if the page shows the toast of the request's cookie. Set by the root loader. */
export const toastReadContext = createContext<boolean>(false);

/**
 * Succeeds without a check if the session confirmed the password recently. Throws if the identity provider is
 * unavailable.
 * @param typed a password or the response of a passkey
 */
export const confirmPasswordContext =
  createContext<(typed: string) => Promise<Result<"typed" | "passkey" | "remembered", PasswordConfirmationRefusal>>>();

/** Nonce of inline scripts. Empty in development. The page cache replaces the nonce by hashes of the scripts. */
export const nonceContext = createContext<string>("");
