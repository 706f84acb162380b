/** The process in which all own sites of a worker run, each with a data folder of its own. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { serveSite } from "#server/serve.ts";
import { openServices } from "#server/services.ts";
import { freePort } from "#tests/free-ports.ts";
import { passwordsCostLittle } from "#tests/password-cost.ts";
import { jpegsCostLittle, picturesAreEncodedOnce } from "#tests/picture-cost.ts";
import { ADMIN } from "./site.ts";

export type OwnSite = { url: string; dataDir: string };

passwordsCostLittle();
jpegsCostLittle();
picturesAreEncodedOnce();

const folders = mkdtempSync(join(tmpdir(), "jeunesse-e2e-own-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));

/** @returns a data folder with nothing but the committee's account, which every site starts with a copy of */
async function makeEmpty(): Promise<string> {
  const dataDir = join(folders, "empty");
  const hooks = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services, close } = await openServices(readConfig({ DATA_DIR: dataDir }), hooks);
  await services.auth.createAccount(ADMIN.email, ADMIN.password);
  await close();
  return dataDir;
}

const empty = makeEmpty();

async function open(env: NodeJS.ProcessEnv): Promise<OwnSite> {
  const dataDir = mkdtempSync(join(folders, "site-"));
  cpSync(await empty, dataDir, { recursive: true });
  const port = await freePort();
  await serveSite({ ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "silent" });
  return { url: `http://localhost:${port}`, dataDir };
}

// Every site listens to the signals that end the process.
process.setMaxListeners(0);
process.on("message", async (env: NodeJS.ProcessEnv) => process.send?.(await open(env)));
process.on("disconnect", () => process.exit());
