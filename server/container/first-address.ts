/**
 * How a container learns under which address visitors see it: from the first request for a path that only its log names,
 * or that only somebody holds who may choose a password (decision 0053). Until then nothing else is answered, as
 * everything would depend on the address.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authenticator } from "#stores/account-types.ts";
import { type Gate, pathOf, refuse } from "./gate.ts";
import { originOf } from "./public-host.ts";

const NO_ADDRESS = "Le site ne connaît pas encore son adresse. Ouvrez le lien que son journal a affiché au démarrage.";

/** As long as a token may be. */
const INVITATION = /^\/invitation\/([\w-]{1,200})$/;

type Options = {
  /** Of every answer. */
  headers: Readonly<Record<string, string>>;
  /** How many stand before the site. */
  proxies: number;
  /** Makes the address durable: only then the request is answered. */
  keep: (origin: string) => Promise<void>;
};

export type FirstAddress = {
  /** What opens the site for whoever has an account already. */
  key: string;
  /** Resolves with the origin once such a request came, and it is kept. */
  learnt: Promise<string>;
};

/**
 * Has the gate look for the one request that says the address.
 * @param auth knows the links to a password
 */
export function learnAddress(
  gate: Gate,
  auth: Pick<Authenticator, "readLink">,
  { headers, proxies, keep }: Options,
): FirstAddress {
  const key = `/adresse/${randomBytes(32).toString("base64url")}`;
  const { promise: learnt, resolve } = Promise.withResolvers<string>();
  let known = false;

  async function opens(path: string): Promise<boolean> {
    if (isSame(path, key)) return true;
    const [, token] = INVITATION.exec(path) ?? [];
    return token !== undefined && (await auth.readLink(token)).ok;
  }

  gate.ask(async (req: IncomingMessage, res: ServerResponse) => {
    const origin = isLooking(req) ? originOf(req.headers, proxies) : null;
    const path = pathOf(req);
    const right = origin !== null && (await opens(path));
    // Somebody was quicker while this one was looked at: the address stays, and this request waits like any other.
    if (known) return true;
    if (!right) {
      refuse(res, headers, NO_ADDRESS);
      return false;
    }
    known = true;
    await keep(origin).catch((fault: unknown) => {
      known = false;
      throw fault;
    });
    gate.ask(null);
    resolve(origin);
    if (path !== key) return true;
    res.writeHead(303, { ...headers, location: "/login" }).end();
    return false;
  });
  return { key, learnt };
}

/** A person opens the link: no form, no look at the headers alone, no browser that guesses what may be opened next. */
function isLooking({ method, headers }: IncomingMessage): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"] ?? "";
  return method === "GET" && !/prefetch|preview/i.test(String(purpose));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
