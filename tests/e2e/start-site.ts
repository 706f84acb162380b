/** Starts the site as `npm start` does, on a data folder of its own that is empty. */
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { DATA_DIR } from "./site.ts";

rmSync(DATA_DIR, { recursive: true, force: true });
const options = { stdio: "inherit", env: { ...process.env, DATA_DIR } } as const;

const demo = spawnSync(process.execPath, ["cli/demo.ts"], options);
if (demo.status !== 0) process.exit(demo.status ?? 1);
const site = spawn(process.execPath, ["server/index.ts", "--demo"], options);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill(signal));
site.on("exit", (code) => {
  rmSync(DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 0);
});
