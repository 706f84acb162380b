/** What one request carries through the site's middleware. */
import type { Context, Hono } from "hono";
import type { GardeDeVisiteur } from "./guard.ts";

type Env = {
  /** Node's request; absent in tests that talk to the site without a socket. */
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } };
  Variables: {
    garde: GardeDeVisiteur;
    /** What a form sent, once it was read. */
    corps: Uint8Array<ArrayBuffer> | null;
  };
};

export type App = Hono<Env>;
export type Contexte = Context<Env>;
