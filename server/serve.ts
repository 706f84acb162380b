import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { createApp } from "./app.ts";
import { replaceLostDatabase } from "./backends/data-folder.ts";
import { type Config, readConfig } from "./config.ts";
import { serveContainer } from "./container/serve-container.ts";
import { checkContainerSettings } from "./container/settings.ts";
import { httpListener } from "./http/http-listener.ts";
import { createNodeServer, SERVER_TIMEOUTS, type ServerTimeouts, startListening, stopOnSignal } from "./listen.ts";
import { openSite, printGreeting, type RunningSite } from "./open-site.ts";
import { endWaits } from "./services.ts";

const BUILD = join(import.meta.dirname, "../build");

const NO_MAIL_WARNING =
  "MAIL=outbox: no mail is sent, sign-ups and messages are only stored; set MAIL=smtp (docs/deploy.md)";

type Options = {
  timeouts?: ServerTimeouts;
  demo?: boolean;
  /** If the database is lost, start with an empty database instead of an error. */
  allowEmpty?: boolean;
};

export async function serveSite(
  env: NodeJS.ProcessEnv,
  { timeouts = SERVER_TIMEOUTS, demo = false, allowEmpty = false }: Options = {},
): Promise<void> {
  const config = readConfig(env);
  const isContainer = config.container && !config.rehearsal;
  if (isContainer) checkContainerSettings(env);
  const entry = join(BUILD, "server/index.js");
  if (!existsSync(entry)) throw new Error("There is no build yet: run `npm run build` first.");
  const build = (await import(entry)) as ServerBuild;
  const listenerOf = (site: RunningSite, config: Config) => createListener(site, config, { build, timeouts, demo });
  if (allowEmpty) replaceLostDatabase(config);
  if (isContainer) return serveContainer(config, { timeouts, doorOf: listenerOf });

  const site = await openSite(config);
  const listener = listenerOf(site, config);
  // A weak ADMIN_PASSWORD must prevent the start, so create the account before the server listens. Without
  // ADMIN_PASSWORD, create the account later (see `RunningSite.firstAccount`).
  const firstAccount = config.adminPassword === null || config.rehearsal ? null : await site.firstAccount(demo);
  const server = createNodeServer(listener, config, timeouts);
  await startListening(server, config);
  stopOnSignal(server, timeouts.stopMs, site.close, site.report, { begin: endWaits });
  if (config.rehearsal) return;
  printGreeting(config, firstAccount ?? (await site.firstAccount(demo)));
}

function createListener(
  site: RunningSite,
  config: Config,
  { build, timeouts, demo }: Required<Pick<Options, "timeouts" | "demo">> & { build: ServerBuild },
) {
  const { services, cache, isHealthy, readPictureFile, report, logSecurity } = site;
  const { publicUrl, hstsSubdomains, trustProxy, mail } = config;
  if (mail.by === "outbox" && !demo) site.warn(NO_MAIL_WARNING);
  const app = createApp({
    services,
    site: { publicUrl, hstsSubdomains, demo, report, logSecurity },
    isHealthy,
    readPictureFile,
    build,
    mode: "production",
    cache,
    assets: join(BUILD, "client"),
    trustProxy,
    bodyTimeoutMs: timeouts.formMs,
  });
  return httpListener({ app, cache, publicUrl, hstsSubdomains });
}
