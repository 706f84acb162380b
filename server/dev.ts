import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer as createVite } from "vite";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { exitIfStartFails, SERVER_TIMEOUTS, startListening, stopOnSignal } from "./listen.ts";
import { openSite, printGreeting } from "./open-site.ts";

await exitIfStartFails(serveSources());

async function serveSources(): Promise<void> {
  const config = readConfig(process.env);
  const { publicUrl, hstsSubdomains, trustProxy } = config;
  const site = await openSite(config);
  const { services, isHealthy, readPictureFile, report, logSecurity } = site;

  const server = createServer();
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  const app = createApp({
    services,
    site: { publicUrl, hstsSubdomains, demo: true, report, logSecurity },
    isHealthy,
    readPictureFile,
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    mode: "development",
    trustProxy,
  });
  const listener = getRequestListener(app.fetch);
  server.on("request", (req, res) => vite.middlewares(req, res, () => void listener(req, res)));
  await startListening(server, config);
  const close = async () => {
    await vite.close();
    await site.close();
  };
  stopOnSignal(server, SERVER_TIMEOUTS.stopMs, close, report);
  printGreeting(config, await site.firstAccount(true));
}
