/** A site of its own for each test, empty but for the committee's account: for what would lock other tests out. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { portLibre } from "#tests/ports-libres.ts";
import { ADMIN } from "./site.ts";
import { test as base } from "./test.ts";

/** The password was typed in every open session longer ago than the site remembers. */
export function aQuarterOfAnHourPasses(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, "site.db"), { timeout: 5000 });
  db.exec("UPDATE session SET confirmedAt = '2025-01-01T00:00:00.000Z'");
  db.close();
}

export const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what the fixture needs
  dataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "jeunesse-e2e-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  baseURL: async ({ dataDir: DATA_DIR }, use) => {
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
  },
});
