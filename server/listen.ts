/** How the site listens, and how it stops in good order. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { Config } from "./config.ts";
import { answerRequests } from "./http/http-listener.ts";
import { limitConnections } from "./http/limits/connections.ts";
import type { PublicHost } from "./http/security-headers.ts";

/** What is left of a stop for closing the stores, when a visitor holds on to the very end. */
const CLOSING_MS = 1_000;
/** While it stops, a connection on which nothing is under way any more is ended after this long. */
const ROUND_MS = 50;

/** How long whoever speaks HTTP to the site may take, so that no connection hangs on it for ever. */
export type Timeouts = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to its last, a picture included. */
  requestMs: number;
  /** The body of a form without a picture. */
  formMs: number;
  /** Between two requests on one connection. */
  keepAliveMs: number;
  /** Without a single byte in either direction, be it that nobody reads an answer. */
  silenceMs: number;
  /** What is under way when the site is stopped; all of it can be taken up again. */
  stopMs: number;
};

export const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 5 * 60_000,
  formMs: 30_000,
  keepAliveMs: 5_000,
  silenceMs: 60_000,
  stopMs: 10_000,
};

/** Bytes of all headers of a request together; browsers send one or two thousand. */
const HEADERS_MAX = 16 * 1024;

/** @returns the server that visitors talk to, which does not listen yet */
export function createSiteServer(
  listener: RequestListener,
  config: PublicHost & Pick<Config, "trustProxy">,
  timeouts: Timeouts,
): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: Math.min(timeouts.headersMs / 4, 5_000),
    maxHeaderSize: HEADERS_MAX,
    // Nothing depends on the Host header; without this, Node answers its absence itself, and bare.
    requireHostHeader: false,
  });
  server.setTimeout(timeouts.silenceMs);
  limitConnections(server, config.trustProxy);
  answerRequests(server, listener, config);
  return server;
}

/** Resolves once the server listens; rejects with one readable line when the port cannot be had. */
export const listen = (server: Server, { port, host }: Pick<Config, "port" | "host">): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${port} is in use. Set PORT to another one.`) : error),
    );
    server.listen(port, host, resolve);
  });

type Ending = {
  /** Comes first, at once: what makes requests end that would wait. */
  begin: () => void;
  /** How long connections are still taken: a proxy that leads elsewhere already has sent some on. */
  graceMs: number;
};

/**
 * Ends the process in good order on the first signal: requests under way are finished, the stores are closed. It ends
 * with 1 where that failed, or took too long.
 * @param stopMs how long all of it may take
 * @param close closes the stores
 * @param report hears why they could not be closed
 */
export function stopOnSignal(
  server: Server,
  stopMs: number,
  close: () => Promise<void>,
  report: (error: unknown, where: string) => void,
  { begin = () => {}, graceMs = 0 }: Partial<Ending> = {},
): void {
  const end = (code: number, error?: unknown) => {
    if (error !== undefined) report(error, "stop: the stores were not closed");
    process.exit(code);
  };
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    begin();
    setTimeout(() => end(1, new Error("it took too long")), stopMs).unref();
    setTimeout(() => server.closeAllConnections(), stopMs - CLOSING_MS).unref();
    if (graceMs > 0) setTimeout(leave, graceMs);
    else leave();
  };
  const leave = () => {
    server.close(() => {
      close().then(
        () => end(0),
        (error: unknown) => end(1, error),
      );
    });
    // A connection that is kept alive becomes idle when its answer is finished, and would stay so for a while.
    setInterval(() => server.closeIdleConnections(), ROUND_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}

/** Starts what cannot be done without; ends the process with one readable line when that fails. */
export const startOrEnd = (start: Promise<unknown>): Promise<unknown> =>
  start.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
