import { randomBytes } from "node:crypto";
import type { Site } from "#app/contexts.ts";
import { headersOf } from "./canonical-redirect.ts";
import { cspWithNonce } from "./content-security-policy.ts";
import { errorResponse } from "./error-page.ts";
import type { VisitorLimiter } from "./limits/rate-limiter.ts";
import { RETRY_AFTER_S } from "./overload.ts";
import type { PageCache, Rendered } from "./page-cache.ts";
import type { Render } from "./render.ts";
import type { AppContext } from "./request-context.ts";
import { isReadable } from "./site-routes.ts";

type Options = {
  site: Pick<Site, "publicUrl" | "report">;
  render: Render;
  mode: "production" | "development";
  cache: PageCache | undefined;
  guardOf: (address: string) => VisitorLimiter;
};

const createNonce = (): string => randomBytes(16).toString("base64");

const NOWHERE = "/introuvable";

export function createPages({ site, render, mode, cache, guardOf }: Options) {
  /** A page for the cache: it depends on no visitor. */
  async function renderForAll(path: string): Promise<Rendered> {
    let errors = 0;
    const report: Site["report"] = (error, where) => {
      if (error !== null) errors++;
      site.report(error, where);
    };
    const nonce = createNonce();
    const response = await render(new Request(site.publicUrl + path), nonce, guardOf(""), report);
    return { response, nonce, whole: errors === 0 && response.status < 500 };
  }

  return async (c: AppContext): Promise<Response> => {
    const { method } = c.req;
    const { path, handle, exact, many } = c.get("route");
    const guard = c.get("guard");
    if (handle.cached && exact && cache?.takes(method, c.req.header("cookie"))) {
      const shown = { shows: handle.cached, many };
      // Parameters are unlimited, so their pages are rate-limited. The few others render once for all.
      const fresh = () => (many ? guard.runQueued("read", () => renderForAll(path)) : renderForAll(path));
      const kept = await cache.fill(path, c.req.header("accept-encoding"), fresh, shown);
      return finish(c, method === "HEAD" ? new Response(null, kept) : kept, "");
    }
    const nonce = mode === "production" ? createNonce() : "";
    const kind = method === "POST" ? "write" : "read";
    const response = await guard.runQueued(kind, () => render(inner(c, site.publicUrl), nonce, guard));
    if (method === "POST") await cache?.settle();
    return finish(c, response, nonce);
  };
}

/** The request for React Router: on the public origin, with the body that was read, without the checked Origin. */
function inner(c: AppContext, publicUrl: string): Request {
  const { pathname, search } = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  headers.delete("origin");
  const { method, signal } = c.req.raw;
  const sent = c.get("sent");
  const body = sent && { body: streamOf(sent), duplex: "half" };
  const address = publicUrl + (isReadable(pathname) ? pathname : NOWHERE) + search;
  return new Request(address, { method, headers, signal, ...body });
}

/** Request copies a buffer, but not a stream. */
const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(out) {
      out.enqueue(bytes);
      out.close();
    },
  });

function finish(c: AppContext, response: Response, nonce: string): Response | Promise<Response> {
  // React Router's response names source files, in English.
  if (response.status === 405)
    return errorResponse(c, 405, "Cette page ne reçoit aucun formulaire.", { allow: "GET, HEAD" });
  const headers = new Headers(response.headers);
  if (response.status === 429) headers.set("retry-after", String(c.get("guard").wait()));
  if (response.status === 503) headers.set("retry-after", String(RETRY_AFTER_S.error));
  if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  for (const [name, value] of Object.entries(headersOf(c.get("route").handle))) headers.set(name, value);
  if (nonce !== "" && headers.get("content-type")?.startsWith("text/html"))
    headers.set("content-security-policy", cspWithNonce(nonce));
  return new Response(response.body, { status: response.status, headers });
}
