/** The built site in this process, on real stores in a folder of its own. */
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { PageCache } from "#server/http/page-cache.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { openServices } from "#server/services.ts";
import { removeSiteFolder, temporaryFolder } from "./site.ts";

const BUILD = join(import.meta.dirname, "../build/server/index.js");

/** @param cached whether pages are kept, as they are when it serves visitors */
export async function openInProcess(cached: boolean) {
  const folder = temporaryFolder();
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  const { publicUrl, hstsSubdomains } = config;
  const cache = new PageCache(securityHeaders(config));
  const nothing = () => {};
  const { services, imageFile, isHealthy, close } = await openServices(config, {
    onChange: (source) => cache.clear(source),
    onMail: nothing,
    report: nothing,
  });
  const app = createApp({
    services,
    site: { publicUrl, hstsSubdomains, demo: false, report: nothing, record: nothing },
    isHealthy,
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
      removeSiteFolder(folder);
    },
  };
}
