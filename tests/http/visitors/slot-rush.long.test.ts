import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { writeFigures } from "#tests/figures.ts";
import { doorOf, rush } from "#tests/http/rush.ts";
import { dataFolder, start } from "#tests/server/process.ts";

const VISITORS = 200;

it("of 200 visitors at once, exactly as many come as are needed, while people withdraw in another process", async () => {
  const env = { DATA_DIR: dataFolder() };
  const site = await start({ ...env, TRUST_PROXY: "1" });
  const silent = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services, close } = await openServices(readConfig(env), silent);
  onTestFinished(close);
  const ms = await rush(doorOf(site.url, services), VISITORS);
  expect(site.output()).not.toMatch(/error/i);
  process.stdout.write(`${Math.round(ms)} ms\n`);
  writeFigures("slots", {
    promise: `Of ${VISITORS} visitors who reply at once for 10 places, exactly 10 come`,
    figures: `the slowest answer after ${Math.round(ms)} ms`,
  });
});
