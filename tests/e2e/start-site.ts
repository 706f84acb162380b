/** Starts the site with its demo content, as `npm start` does, in an empty data folder. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import sharp from "sharp";
import { fillWithDemo } from "#cli/demo/fill.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import type { PictureStore } from "#stores/pictures/pictures.ts";
import { jpegsCostLittle } from "#tests/picture-cost.ts";
import { DATA_DIR } from "./site.ts";

/** Widths of the demo's pictures, in pixels: encoding the full sizes takes as long as a whole spec. */
const WIDTHS = {
  membres: 320,
  // Wide enough for a phone with three device pixels per pixel, on which budget.spec.ts measures the planning.
  evenements: 960,
  accueil: 960,
};

jpegsCostLittle();
rmSync(DATA_DIR, { recursive: true, force: true });
Object.assign(process.env, { DATA_DIR });

const { services, close } = await openServices(readConfig(process.env), {
  onChange: () => {},
  onMail: () => {},
  report: (error) => error && process.stderr.write(`${error}\n`),
});
const prepare: PictureStore["prepare"] = async (collection, { name, bytes }) => {
  const width = WIDTHS[collection];
  return services.pictures.prepare(collection, { name, bytes: await sharp(bytes).resize({ width }).png().toBuffer() });
};
// On this day the next twelve months are those of 2025, so that the content does not depend on the day of the test.
const clock = { now: () => new Date("2025-01-01T12:00:00Z") };
await fillWithDemo({ ...services, clock, pictures: { ...services.pictures, prepare } });
await close();

const site = spawn(process.execPath, ["server/index.ts", "--demo"], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill(signal));
site.on("exit", (code) => {
  rmSync(DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 0);
});
