/** Builds the site: its pages, then every text file of them compressed beside itself. */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
await import("./compress.ts");
