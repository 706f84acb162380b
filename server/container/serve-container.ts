/** Starts the site as a container: it listens at once, and opens when its folder is free and its address is known. */
import type { RequestListener } from "node:http";
import { checkFolder, FolderInUse, untilFree } from "../backends/data-folder.ts";
import { keepPublicAddress, readPublicAddress } from "../backends/public-address.ts";
import { type Config, type Settings, withAddress } from "../config.ts";
import { refusalHeaders } from "../http/security-headers.ts";
import { createSiteServer, listen, stopOnSignal, type Timeouts } from "../listen.ts";
import { createLogger, reportTo } from "../logger.ts";
import { describe, firstAccount, greet, openSite, type Site } from "../open-site.ts";
import { type OpenSite, openServices } from "../services.ts";
import { learnAddress } from "./first-address.ts";
import { createGate, type Gate } from "./gate.ts";

const NO_ADMIN =
  "Configuration: ADMIN_EMAIL is needed in a container: the link that its first start prints lets this address in";

/** Stands for an address that is not known, where none is written down or shown. */
const NOWHERE = "http://localhost";

/** From a proxy to here it is a millisecond; one that notices the end of a container late needs longer. */
const GRACE_MS = 300;

type Options = {
  timeouts: Timeouts;
  /** @returns what answers the requests of an open site */
  doorOf: (site: Site, config: Config) => RequestListener;
};

/** What is open at the moment: what a stop has to close. */
type Whole = { close: () => Promise<void> };

export async function serveContainer(settings: Settings, { timeouts, doorOf }: Options): Promise<void> {
  if (settings.adminEmail === null) throw new Error(NO_ADMIN);
  const report = reportTo(createLogger(settings.logLevel));
  const host = { publicUrl: settings.publicUrl ?? NOWHERE, hstsSubdomains: settings.hstsSubdomains };
  const gate = createGate(refusalHeaders(host), report);
  const stopping = new AbortController();
  if (settings.backend.by === "embedded") checkFolder(settings);
  const server = createSiteServer(gate.listener, { ...host, trustProxy: settings.trustProxy }, timeouts);
  await listen(server, settings);

  const opening = open(settings, { gate, doorOf, signal: stopping.signal });
  const close = async () => (await opening.catch(ifStopped))?.close();
  const begin = () => {
    stopping.abort();
    gate.close();
  };
  stopOnSignal(server, timeouts.stopMs, close, report, { begin, graceMs: GRACE_MS });
  await opening.catch(ifStopped);
}

const ifStopped = (fault: unknown): undefined => {
  if ((fault as Error).name !== "AbortError") throw fault;
};

type Way = Pick<Options, "doorOf"> & { gate: Gate; signal: AbortSignal };

async function open(settings: Settings, way: Way): Promise<Whole> {
  const { gate, doorOf, signal } = way;
  const known = settings.publicUrl !== null;
  const config = withAddress(settings, settings.publicUrl ?? (await firstAddress(settings, way)));
  const site = await whenFree(config, signal, () => openSite(config));
  // Who has just come by the link holds it: another one would end it.
  const first = known ? await site.firstAccount(false) : null;
  gate.open(doorOf(site, config));
  greet(config, first);
  return site;
}

/** Opens what takes the folder for itself, as soon as nobody else has it. */
async function whenFree<T>({ backend, dataDir }: Config, signal: AbortSignal, take: () => Promise<T>): Promise<T> {
  for (;;) {
    if (backend.by === "embedded") await untilFree(dataDir, signal);
    try {
      return await take();
    } catch (fault) {
      if (!(fault instanceof FolderInUse)) throw fault;
    }
  }
}

/** @returns the origin that is kept, or that of the first request with a right path, which is kept from now on */
async function firstAddress(settings: Settings, { gate, signal }: Way): Promise<string> {
  const config = withAddress(settings, NOWHERE);
  const report = reportTo(createLogger(settings.logLevel));
  const hooks = { onChange: () => {}, onMail: () => {}, report };
  const opened: OpenSite = await whenFree(config, signal, () => openServices(config, hooks, "site"));
  try {
    // Who had the folder before may have learnt it meanwhile.
    const kept = readPublicAddress(settings.dataDir);
    if (kept) return kept;
    const { services, exclusive: alone } = opened;
    const first = await firstAccount(config, { services, alone, demo: false, report });
    const headers = refusalHeaders(config);
    const { key, learnt } = learnAddress(gate, services.auth, {
      headers,
      proxies: settings.trustProxy,
      keep: (origin) => keepPublicAddress(settings.dataDir, origin),
    });
    const lines =
      first && "link" in first ? describe(first, "") : [...(first ? describe(first, "") : []), `  link      ${key}`];
    process.stdout.write(`\n${[ASK, ...lines].join("\n")}\n\n`);
    return await Promise.race([learnt, aborted(signal)]);
  } finally {
    await opened.close();
  }
}

const ASK =
  "La Jeunesse de Savièse does not know its address yet. Open this link with the address that visitors will type before it:";

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
  });
