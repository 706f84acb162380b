import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { nonceContext, rateLimiterContext, servicesContext, siteContext } from "./contexts.ts";
import { ScriptNonceContext } from "./root-document.tsx";

export const streamTimeout = 5_000;

/** Waits for the whole document, which can then be cached, hashed and compressed. */
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
      <ScriptNonceContext value={nonce ?? ""}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </ScriptNonceContext>,
      {
        nonce,
        // React hides late parts of a long page until a script shows them. Without scripts, they must be visible at
        // once.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Also called after `onShellError`. The document is then an error, and an unhandled rejection ends the process.
        onAllReady() {
          clearTimeout(timer);
          buffer(pipe(new PassThrough())).then(
            (html) => resolve(new Response(html, { status: finalStatus, headers })),
            reject,
          );
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
    // `onAllReady` and `onShellError` clear the timer: a pending timer would keep the whole render in memory.
    const timer = setTimeout(abort, streamTimeout + 1000);
  });
}

/** No report for an aborted request or a 404: the client is the cause. */
export const handleError: HandleErrorFunction = (error, { request, params, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(siteContext).report(error, `${request.method} ${anonymousPath(request, params)}`);
};

/** The log contains only names of parameters: the values may be personal data or secret keys. */
function anonymousPath(request: Request, params: Readonly<Record<string, string | undefined>>): string {
  const paramOf = (segment: string) => Object.keys(params).find((name) => params[name] === decode(segment));
  const segments = new URL(request.url).pathname.split("/");
  return segments.map((segment) => (paramOf(segment) ? `:${paramOf(segment)}` : segment)).join("/");
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The server must set the same context objects as this bundle reads. */
export const contexts = { rateLimiterContext, nonceContext, servicesContext, siteContext };
