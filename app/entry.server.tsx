import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { Nonce } from "#app/layout/head/speculation-rules.tsx";
import { nonceContext, rateLimiterContext, servicesContext, siteContext } from "./contexts.ts";

export const streamTimeout = 5_000;

/** Renders a document in one piece: no streamed fragments, so that it can be cached, hashed and compressed whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  const nonce = loadContext.get(nonceContext) || undefined;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Promise<Response>((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <Nonce value={nonce ?? ""}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </Nonce>,
      {
        nonce,
        async onAllReady() {
          clearTimeout(timer);
          const html = await buffer(pipe(new PassThrough()));
          resolve(new Response(html, { status: finalStatus, headers }));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          finalStatus = 500;
          loadContext.get(siteContext).report(error, "render");
        },
      },
    );
    // Cleared as soon as the page is ready: a pending timer would keep the whole render in memory.
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** Errors of loaders and actions. What a visitor caused (an aborted request, a 404) is none. */
export const handleError: HandleErrorFunction = (error, { request, params, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(siteContext).report(error, `${request.method} ${anonymousPath(request, params)}`);
};

/** The path without what fills its places: that may be a name, or the key to somebody's paper or account. */
function anonymousPath(request: Request, params: Readonly<Record<string, string | undefined>>): string {
  const place = (segment: string) => Object.keys(params).find((name) => params[name] === decode(segment));
  const segments = new URL(request.url).pathname.split("/");
  return segments.map((segment) => (place(segment) ? `:${place(segment)}` : segment)).join("/");
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The server sets these contexts; they must be the very objects that this bundle reads. */
export const contexts = { guardContext: rateLimiterContext, nonceContext, servicesContext, siteContext };
