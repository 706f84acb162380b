/** Starts the site as `npm start` does, on a data folder of its own that is empty. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { fillWithSmallDemo } from "./demo.ts";
import { DATA_DIR } from "./site.ts";

rmSync(DATA_DIR, { recursive: true, force: true });
Object.assign(process.env, { DATA_DIR });

const { services, close } = await openServices(readConfig(process.env), {
  onChange: () => {},
  onMail: () => {},
  report: (fault) => fault && process.stderr.write(`${fault}\n`),
});
// What the planning weighs is measured on its posters: a telephone with a fine screen asks for 960 pixels of them.
await fillWithSmallDemo(services, { membres: 320, evenements: 960 });
await close();

const site = spawn(process.execPath, ["server/index.ts", "--demo"], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill(signal));
site.on("exit", (code) => {
  rmSync(DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 0);
});
