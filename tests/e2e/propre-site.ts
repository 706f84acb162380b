/** For tests that change what the whole site shows: each worker has a site of its own, on an empty data folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN, PORT } from "./site.ts";
import { test as base, expect } from "./test.ts";

/** Away from the ports of other checkouts that run their tests at the same time. */
const ECART = 1000;

export const test = base.extend<object, { propreSite: string }>({
  propreSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use, { parallelIndex }) => {
      const port = PORT + ECART + parallelIndex;
      const DATA_DIR = mkdtempSync(join(tmpdir(), "jeunesse-e2e-"));
      const env = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.motDePasse, LOG_LEVEL: "error", DATA_DIR };
      const site = spawn(process.execPath, ["server/index.ts"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...env, PORT: String(port) },
      });
      const fini = once(site, "exit");
      const adresse = `http://localhost:${port}`;
      const pret = () =>
        fetch(`${adresse}/healthz`)
          .then(({ ok }) => ok)
          .catch(() => false);
      await expect.poll(pret, { timeout: 60_000 }).toBe(true);
      await use(adresse);
      site.kill("SIGTERM");
      await fini;
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ propreSite }, use) => use(propreSite),
});
