import { createServer, type RequestListener, type Server } from "node:http";
import type { Config } from "./config.ts";
import { attachRequestListener } from "./http/http-listener.ts";
import { limitConnections } from "./http/limits/connection-limit.ts";
import type { PublicHost } from "./http/security-headers.ts";

/** The last part of a shutdown is reserved for closing the stores. */
const CLOSING_MS = 1_000;
const IDLE_CHECK_MS = 50;

export const SERVER_TIMEOUTS = {
  /** From the first byte of a request to the end of its headers. */
  headersMs: 10_000,
  /** From the first byte of a request to the last. Long, because the body may be a picture. */
  requestMs: 5 * 60_000,
  formMs: 30_000,
  keepAliveMs: 5_000,
  /** Longest time without a byte in either direction. */
  silenceMs: 60_000,
  /** Longest duration of a shutdown. The next start resumes interrupted work. */
  stopMs: 10_000,
};

export type ServerTimeouts = typeof SERVER_TIMEOUTS;

/** Bytes of all headers of a request. Browsers send at most 2,000. */
const HEADERS_MAX = 16 * 1024;
/** Each connection takes 25 KB of memory: all connections take at most 50 MB. */
const CONNECTIONS_MAX = 2000;
/** File descriptors that are reserved for the database, pictures and mail. */
const OTHER_FILES = 200;

export function createNodeServer(
  listener: RequestListener,
  config: PublicHost & Pick<Config, "trustProxy">,
  timeouts: ServerTimeouts,
): Server {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: Math.min(timeouts.headersMs / 4, 5_000),
    maxHeaderSize: HEADERS_MAX,
    // By default, Node rejects a request without a Host header. The site does not need the header.
    requireHostHeader: false,
  });
  server.setTimeout(timeouts.silenceMs);
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  limitConnections(server, maxConnectionsFor(userLimits?.open_files?.soft), config.trustProxy);
  attachRequestListener(server, listener, config);
  return server;
}

/** @param openFiles the process's limit of file descriptors, or `unlimited` */
export function maxConnectionsFor(openFiles: unknown): number {
  return typeof openFiles === "number"
    ? Math.min(CONNECTIONS_MAX, Math.max(Math.floor(openFiles / 4), openFiles - OTHER_FILES))
    : CONNECTIONS_MAX;
}

export const startListening = (server: Server, { port, host }: Pick<Config, "port" | "host">): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new Error(
          code === "EADDRINUSE"
            ? `Port ${port} is in use. Set PORT to another one.`
            : `The site cannot listen on HOST=${host}, PORT=${port} (${code}).`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });

type ShutdownOptions = {
  begin: () => void;
  /** How long new connections are accepted after the stop signal. A proxy may still route to this process. */
  graceMs: number;
};

export function stopOnSignal(
  server: Server,
  stopMs: number,
  close: () => Promise<void>,
  report: (error: unknown, where: string) => void,
  { begin = () => {}, graceMs = 0 }: Partial<ShutdownOptions> = {},
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
    setTimeout(() => end(1, new Error("shutdown timed out")), stopMs).unref();
    setTimeout(() => server.closeAllConnections(), stopMs - CLOSING_MS).unref();
    if (graceMs > 0) setTimeout(closeServer, graceMs);
    else closeServer();
  };
  const closeServer = () => {
    server.close(() => {
      close().then(
        () => end(0),
        (error: unknown) => end(1, error),
      );
    });
    // A keep-alive connection becomes idle only after its response, so close idle connections repeatedly.
    setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}

export const exitIfStartFails = (start: Promise<unknown>): Promise<unknown> =>
  start.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
