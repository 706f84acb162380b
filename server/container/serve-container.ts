/** Starts the site as a container: it listens at once, and opens when its folder is free. */
import type { RequestListener } from "node:http";
import { checkFolder, FolderInUse, waitForFolder } from "../backends/data-folder.ts";
import type { Config } from "../config.ts";
import { refusalHeaders } from "../http/security-headers.ts";
import { createSiteServer, listen, stopOnSignal, type Timeouts } from "../listen.ts";
import { createLogger, createReport } from "../logger.ts";
import { openSite, printGreeting, type RunningSite } from "../open-site.ts";
import { createGate, type Gate } from "./gate.ts";

/** From a proxy to here it is a millisecond; one that notices the end of a container late needs longer. */
const GRACE_MS = 300;

type Options = {
  timeouts: Timeouts;
  /** @returns what answers the requests of an open site */
  doorOf: (site: RunningSite, config: Config) => RequestListener;
};

export async function serveContainer(config: Config, { timeouts, doorOf }: Options): Promise<void> {
  const gate = createGate(refusalHeaders(config));
  const stopping = new AbortController();
  if (config.backend.by === "embedded") checkFolder(config);
  const server = createSiteServer(gate.listener, config, timeouts);
  await listen(server, config);

  const opening = open(config, { gate, doorOf, signal: stopping.signal });
  const close = async () => (await opening.catch(ifStopped))?.close();
  const begin = () => {
    stopping.abort();
    gate.close();
  };
  const report = createReport(createLogger(config.logLevel));
  stopOnSignal(server, timeouts.stopMs, close, report, { begin, graceMs: GRACE_MS });
  await opening.catch(ifStopped);
}

const ifStopped = (error: unknown): undefined => {
  if ((error as Error).name !== "AbortError") throw error;
};

type Way = Pick<Options, "doorOf"> & { gate: Gate; signal: AbortSignal };

async function open(config: Config, { gate, doorOf, signal }: Way): Promise<RunningSite> {
  const site = await openWhenFree(config, signal);
  const first = await site.firstAccount(false);
  gate.open(doorOf(site, config));
  printGreeting(config, first);
  return site;
}

/** Opens the site as soon as no other process has its folder. */
async function openWhenFree(config: Config, signal: AbortSignal): Promise<RunningSite> {
  for (;;) {
    if (config.backend.by === "embedded") await waitForFolder(config.dataDir, signal);
    try {
      return await openSite(config);
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}
