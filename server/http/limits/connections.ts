/** How many connections the site holds at the same time: each takes some memory and one of the process's open files. */
import type { Server } from "node:http";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { visitorAddress } from "./visitor-address.ts";

/** Four times as many visitors as a full tent has; 25 KB each. */
const MAX = 2000;
/** What is left for the database, pictures and mail. */
const OTHER_FILES = 200;

/**
 * @param openFiles how many the process may have open, as the system says it
 * @returns how many connections are held
 */
export function connectionsFor(openFiles: unknown): number {
  return typeof openFiles === "number" ? Math.min(MAX, Math.max(OTHER_FILES, openFiles - OTHER_FILES)) : MAX;
}

/**
 * Ends every further connection at once.
 * @param proxies how many stand before the site: all connections are theirs then. Without one, an address may hold a
 * quarter of the connections, so that nobody takes them all
 */
export function limitConnections(server: Server, proxies: number): void {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const max = connectionsFor(userLimits?.open_files?.soft);
  server.maxConnections = max;
  if (proxies > 0) return;
  const places = new ConcurrencyLimit({ max, perNetwork: [max / 4, max / 4, max / 2] });
  server.on("connection", (socket) => {
    const giveBack = places.take(visitorAddress(socket.remoteAddress, undefined, 0));
    if (giveBack) socket.once("close", giveBack);
    else socket.destroy();
  });
}
