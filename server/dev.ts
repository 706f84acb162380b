/** The site while one works on it: Vite in front, pages rendered from the sources, hot reload. */
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ServerBuild } from "react-router";
import { createServer as createVite } from "vite";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { greet, openSite, stopOnSignal } from "./start.ts";

const config = readConfig(process.env);
const site = await openSite(config);

const server = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
const app = createApp({
  services: site.services,
  site: {
    publicUrl: config.publicUrl,
    hstsSubdomains: config.hstsSubdomains,
    demo: true,
    signaler: site.signaler,
    record: site.record,
  },
  enBonneSante: site.enBonneSante,
  imageFile: site.imageFile,
  build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
  mode: "development",
  trustProxy: config.trustProxy,
});
const listener = getRequestListener(app.fetch);
server.on("request", (req, res) => vite.middlewares(req, res, () => void listener(req, res)));
server.listen(config.port, config.host, () => {
  site.premierCompte(true).then(
    (first) => greet(config, first),
    (fault: unknown) => {
      process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
      process.exit(1);
    },
  );
});
stopOnSignal(server, async () => {
  await vite.close();
  await site.fermer();
});
