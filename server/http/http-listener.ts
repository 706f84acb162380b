/** Handles requests before Hono: page cache, normalized URLs and responses to invalid HTTP. */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { ERROR_SENTENCE, errorPage } from "./error-page.ts";
import type { PageCache } from "./page-cache.ts";
import type { SiteApp } from "./request-context.ts";
import { type PublicHost, refusalHeaders } from "./security-headers.ts";

type Options = PublicHost & {
  app: SiteApp;
  cache?: PageCache;
};

const SENTENCES = {
  400: "Le site n’a pas compris cette demande.",
  408: "Cette demande est arrivée trop lentement.",
  417: "Le site ne connaît pas cette attente.",
  431: "Cette demande est trop longue.",
  500: ERROR_SENTENCE,
} as const;
type RefusalStatus = keyof typeof SENTENCES;

const STATUSES: Record<string, RefusalStatus> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Proxies may send an absolute URL, such as `http://host/path`. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

export function httpListener({ app, cache, publicUrl, hstsSubdomains }: Options): RequestListener {
  const refusal = refusalHeaders({ publicUrl, hstsSubdomains });
  const headers = Object.entries(refusal).filter(([name]) => name !== "cache-control");
  const { host } = new URL(publicUrl);
  const refuse = (status: RefusalStatus) =>
    new Response(errorPage(SENTENCES[status]), {
      status,
      headers: { ...refusal, "content-type": "text/html; charset=utf-8" },
    });
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => refuse(error instanceof Error && error.constructor.name === "RequestError" ? 400 : 500),
  });

  return (req: IncomingMessage, res: ServerResponse) => {
    if (cache?.reply(req, res)) return;
    for (const [name, value] of headers) res.setHeader(name, value);
    const target = (req.url ?? "").replace(ORIGIN, "");
    req.url = target.startsWith("/") ? target : `/${target}`;
    // Do not trust the Host header: replace it by the public host.
    req.headers.host = host;
    void listener(req, res);
  };
}

/** Node's own responses to invalid requests have no error page. This function sends error pages. */
export function attachRequestListener(server: Server, listener: RequestListener, host: PublicHost): void {
  const headers = { ...refusalHeaders(host), "content-type": "text/html; charset=utf-8", connection: "close" };
  const reject = (res: ServerResponse, status: 400 | 417) =>
    void res.writeHead(status, headers).end(errorPage(SENTENCES[status]));
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    if (req.socket.destroyed) return;
    if (holdChunks(req, res)) listener(req, res);
    else reject(res, 400);
  });
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    if (!req.socket.destroyed) reject(res, 417);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(rawResponse(STATUSES[error.code ?? ""] ?? 400, headers));
  });
}

function rawResponse(status: RefusalStatus, headers: Readonly<Record<string, string>>): string {
  const body = errorPage(SENTENCES[status]);
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** Pauses a chunked request until a handler reads the body. @returns false for a chunked request that is no POST */
function holdChunks(req: IncomingMessage, res: ServerResponse): boolean {
  const { headers, method, socket } = req;
  if (headers["transfer-encoding"] === undefined) return true;
  socket.pause();
  res.setHeader("connection", "close");
  res.once("finish", () => stopParsing(socket));
  return method === "POST";
}

/**
 * Discards all later bytes of a connection. A new `data` listener stops Node's parser from reading the socket directly.
 * Node's own `data` listener would still pass the bytes to the parser, so remove Node's listener.
 */
function stopParsing(socket: Socket): void {
  socket.on("data", () => {});
  for (const listener of socket.listeners("data").slice(0, -1)) socket.off("data", listener as () => void);
}
