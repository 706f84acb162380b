/**
 * What stands between the wire and the site: pages from memory, the shape of a request, and answers to what is not even
 * HTTP. No answer leaves without the headers of security-headers.ts, also where Node or the adapter of the framework gives it.
 */
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { ERROR_SENTENCE, errorPage } from "./error-page.ts";
import { limitPipelining, stopParsing } from "./limits/pipelining.ts";
import type { PageCache } from "./page-cache.ts";
import { hasTooManyParts } from "./request-body.ts";
import type { App } from "./request-context.ts";
import { type PublicHost, refusalHeaders } from "./security-headers.ts";

type Options = PublicHost & {
  app: App;
  /** Absent: nothing is answered from memory. */
  cache?: PageCache;
};

const SENTENCES = {
  400: "Le site n’a pas compris cette demande.",
  408: "Cette demande est arrivée trop lentement.",
  417: "Le site ne connaît pas cette attente.",
  431: "Cette demande est trop longue.",
  500: ERROR_SENTENCE,
  503: "Trop de demandes à la fois sur une seule connexion.",
} as const;
type Standing = keyof typeof SENTENCES;

/** What a parse that failed is answered with, by the code of Node's error. */
const STATUSES: Record<string, Standing> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** `http://anything/path` asks for the same as `/path`; a proxy may write it so. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** @returns the listener of every request that Node could read */
export function httpListener({ app, cache, publicUrl, hstsSubdomains }: Options): RequestListener {
  const refusal = refusalHeaders({ publicUrl, hstsSubdomains });
  const headers = Object.entries(refusal).filter(([name]) => name !== "cache-control");
  const { host } = new URL(publicUrl);
  const refused = (status: Standing) =>
    new Response(errorPage(SENTENCES[status]), {
      status,
      headers: { ...refusal, "content-type": "text/html; charset=utf-8" },
    });
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => refused(error instanceof Error && error.constructor.name === "RequestError" ? 400 : 500),
  });

  return (req: IncomingMessage, res: ServerResponse) => {
    if (cache?.reply(req, res)) return;
    for (const [name, value] of headers) res.setHeader(name, value);
    const target = (req.url ?? "").replace(ORIGIN, "");
    req.url = target.startsWith("/") ? target : `/${target}`;
    // Nothing depends on what the Host header says; a request is one to the public address, whatever it claims.
    req.headers.host = host;
    void listener(req, res);
  };
}

/**
 * Hands requests on to the listener. Answers what Node could not read as a request or would refuse by itself, and refuses
 * requests that a client sends without waiting for answers.
 */
export function answerRequests(server: Server, listener: RequestListener, host: PublicHost): void {
  const headers = { ...refusalHeaders(host), "content-type": "text/html; charset=utf-8", connection: "close" };
  const reject = (res: ServerResponse, status: 400 | 417 | 503) =>
    void res.writeHead(status, headers).end(errorPage(SENTENCES[status]));
  const admits = limitPipelining((res) => reject(res, 503));
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    if (!admits(req, res)) return;
    if (holdChunks(req, res)) listener(req, res);
    else reject(res, 400);
  });
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    if (admits(req, res)) reject(res, 417);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    socket.end(rawResponse(STATUSES[error.code ?? ""] ?? 400, headers));
  });
}

/** @returns an answer as it goes onto the wire, after which the connection ends */
function rawResponse(status: Standing, headers: Readonly<Record<string, string>>): string {
  const body = errorPage(SENTENCES[status]);
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

/**
 * Reads a body in chunks only once it is asked for, and nothing of the connection after the answer.
 * @returns false where there is no use for one; the answer has to end the connection
 */
function holdChunks(req: IncomingMessage, res: ServerResponse): boolean {
  const { headers, method, socket } = req;
  if (headers["transfer-encoding"] === undefined) return true;
  dropPieces(req);
  socket.pause();
  res.setHeader("connection", "close");
  res.once("finish", () => stopParsing(socket));
  return method === "POST";
}

/** The first read of the network is parsed to its end, up to 10,900 pieces: those after the one too many are not kept. */
function dropPieces(req: IncomingMessage): void {
  let [pieces, bytes] = [0, 0];
  const push = req.push.bind(req);
  req.push = (piece: Uint8Array | null) => {
    if (piece === null) return push(piece);
    if (hasTooManyParts(pieces, bytes)) return false;
    pieces++;
    bytes += piece.length;
    return push(piece);
  };
}
