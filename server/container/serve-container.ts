import type { RequestListener } from "node:http";
import { checkDataFolder, FolderInUse, waitForDataFolder } from "../backends/data-folder.ts";
import type { Config } from "../config.ts";
import { refusalHeaders } from "../http/security-headers.ts";
import { createNodeServer, type ServerTimeouts, startListening, stopOnSignal } from "../listen.ts";
import { createErrorReport, createLogger } from "../logger.ts";
import { openSite, printGreeting, type RunningSite } from "../open-site.ts";
import { createTakeOverQueue } from "./take-over-queue.ts";

/** During a shutdown, accept connections for this time: the proxy may still route some to this container. */
const GRACE_MS = 300;

type Options = { timeouts: ServerTimeouts; doorOf: (site: RunningSite, config: Config) => RequestListener };

/** Listens at once. Opens the site when the previous container has released the data folder. */
export async function serveContainer(config: Config, { timeouts, doorOf }: Options): Promise<void> {
  const queue = createTakeOverQueue(refusalHeaders(config));
  const stopping = new AbortController();
  if (config.backend.by === "embedded") checkDataFolder(config);
  const server = createNodeServer(queue.listener, config, timeouts);
  await startListening(server, config);

  async function open(): Promise<RunningSite | undefined> {
    try {
      const site = await openWhenFree(config, stopping.signal);
      const first = await site.firstAccount(false);
      queue.open(doorOf(site, config));
      printGreeting(config, first);
      return site;
    } catch (error) {
      if ((error as Error).name === "AbortError") return undefined;
      throw error;
    }
  }
  const opening = open();
  const begin = () => {
    stopping.abort();
    queue.close();
  };
  const report = createErrorReport(createLogger(config.logLevel));
  stopOnSignal(server, timeouts.stopMs, async () => (await opening)?.close(), report, { begin, graceMs: GRACE_MS });
  await opening;
}

async function openWhenFree(config: Config, signal: AbortSignal): Promise<RunningSite> {
  for (;;) {
    if (config.backend.by === "embedded") await waitForDataFolder(config.dataDir, signal);
    try {
      return await openSite(config);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}
