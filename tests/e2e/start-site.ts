/** Starts the site as `npm start` does, on a data folder of its own that is empty. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import sharp from "sharp";
import { fillWithDemo } from "#cli/demo/fill.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import { DATA_DIR } from "./site.ts";

/** Pixels of width of the demo's pictures: to make all encodings of its large ones takes as long as a whole spec. */
const WIDTHS = {
  membres: 320,
  // What the planning weighs is measured on its posters: a telephone with a fine screen asks for so many pixels of them.
  evenements: 960,
  accueil: 960,
};

rmSync(DATA_DIR, { recursive: true, force: true });
Object.assign(process.env, { DATA_DIR });

const { services, close } = await openServices(readConfig(process.env), {
  onChange: () => {},
  onMail: () => {},
  report: (error) => error && process.stderr.write(`${error}\n`),
});
const prepare: Pictures["prepare"] = async (collection, { name, bytes }) => {
  const width = WIDTHS[collection];
  return services.images.prepare(collection, { name, bytes: await sharp(bytes).resize({ width }).png().toBuffer() });
};
// The next twelve months of that day are those of 2025: what the site shows does not depend on the day of the test.
const clock = { now: () => new Date("2025-01-01T12:00:00Z") };
await fillWithDemo({ ...services, clock, images: { ...services.images, prepare } });
await close();

const site = spawn(process.execPath, ["server/index.ts", "--demo"], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill(signal));
site.on("exit", (code) => {
  rmSync(DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 0);
});
