import type { Server } from "node:http";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { visitorAddress } from "./visitor-address.ts";

/** Maximum number of connections, at 25 KB each: four times the visitors of the association's largest event. */
const MAX = 2000;
/** File descriptors that are reserved for the database, pictures and mail. */
const OTHER_FILES = 200;

/** Maximum number of connections. `openFiles`: the process's limit of file descriptors, from Node's report. */
export function connectionsFor(openFiles: unknown): number {
  return typeof openFiles === "number" ? Math.min(MAX, Math.max(OTHER_FILES, openFiles - OTHER_FILES)) : MAX;
}

/** Closes connections above the limit. Without proxies, also limits each address to a quarter of the connections. */
export function limitConnections(server: Server, proxies: number): void {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const max = connectionsFor(userLimits?.open_files?.soft);
  server.maxConnections = max;
  if (proxies > 0) return;
  const limit = new ConcurrencyLimit({ max, perNetwork: [max / 4, max / 4, max / 2] });
  server.on("connection", (socket) => {
    const release = limit.take(visitorAddress(socket.remoteAddress, undefined, 0));
    if (release) socket.once("close", release);
    else socket.destroy();
  });
}
