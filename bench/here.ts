/** The built site in this process, on real stores in a folder of its own. */
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { PageCache } from "#server/page-cache.ts";
import { enTetesDeSecurite } from "#server/security-headers.ts";
import { openServices } from "#server/services.ts";
import { dossierTemporaire, jeter } from "./site.ts";

const BUILD = join(import.meta.dirname, "../build/server/index.js");

/** @param cached whether pages are kept, as they are when it serves visitors */
export async function openHere(cached: boolean) {
  const folder = dossierTemporaire();
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const { publicUrl, hstsSubdomains } = config;
  const cache = new PageCache(enTetesDeSecurite(config));
  const nothing = () => {};
  const { services, imageFile, enBonneSante, close } = await openServices(config, {
    onChange: (source) => cache.clear(source),
    onMail: nothing,
    signaler: nothing,
  });
  const app = createApp({
    services,
    site: { publicUrl, hstsSubdomains, demo: false, signaler: nothing, record: nothing },
    enBonneSante,
    imageFile,
    build: (await import(BUILD)) as ServerBuild,
    mode: "production",
    ...(cached && { cache }),
    trustProxy: 0,
  });
  return {
    app,
    cache,
    services,
    publicUrl,
    hstsSubdomains,
    async close() {
      cache.stop();
      await close();
      jeter(folder);
    },
  };
}
