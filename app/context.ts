import { createContext } from "react-router";
import type { Compte } from "#ports/authenticator.ts";
import type { Services } from "#ports/services.ts";

/** What a route may know of the place it runs in. */
export type Site = {
  /** Origin that visitors see, without a slash at the end. */
  readonly publicUrl: string;
  /**
   * Writes a fault to the log.
   * @param panne what was thrown; null for something odd that is no fault
   * @param ou the operation, without personal data
   */
  readonly signaler: (panne: unknown, ou: string) => void;
};

/** The ports. Set by the server for every request. */
export const servicesContext = createContext<Services>();
export const siteContext = createContext<Site>();

/** Who is signed in; null for a visitor. Set by the root middleware. */
export const compteContext = createContext<Compte | null>(null);

/** Nonce of the inline scripts of a page that is not cached; empty for a cached one, whose scripts are hashed. */
export const nonceContext = createContext<string>("");
