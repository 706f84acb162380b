/** A site of its own for each test, empty but for the committee's account: for what would lock other tests out. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { portLibre } from "#tests/ports-libres.ts";
import { ADMIN } from "./site.ts";
import { test as base } from "./test.ts";

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what the fixture needs
  baseURL: async ({}, use) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "jeunesse-e2e-"));
    const port = await portLibre();
    const site = spawn(process.execPath, ["server/index.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        DATA_DIR,
        PORT: String(port),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.motDePasse,
        LOG_LEVEL: "silent",
      },
    });
    for await (const ligne of createInterface({ input: site.stdout })) if (ligne.startsWith("Sign in")) break;
    await use(`http://localhost:${port}`);
    const fin = once(site, "exit");
    site.kill("SIGTERM");
    await fin;
    rmSync(DATA_DIR, { recursive: true, force: true });
  },
});
