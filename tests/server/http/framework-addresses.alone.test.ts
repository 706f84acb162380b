/**
 * Addresses that the framework or a file answers delay no visitor. A visitor requests the cached home page every 10 ms
 * while one connection, and then four, request each address.
 */
import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { startAttacker } from "./attacker.ts";
import { frameworkAddresses } from "./framework-addresses.ts";
import { pipeline } from "./hostile-requests.ts";
import { startVisitor } from "./visitor.ts";

/** Maximum wait of the visitor in milliseconds, beyond the wait at rest on a machine that is busy with other work. */
const WAIT_MAX_MS = { once: 100, sustained: 300 };
const CONNECTIONS = 4;
const SUSTAINED_MS = 500;
/** Requests in each packet of a connection. */
const AT_ONCE = 8;
/** A busy machine can only lengthen a wait, so the shortest of so many measurements counts. */
const MEASUREMENTS = 3;

it("requests for React Router's own URLs delay no visitor", async () => {
  const site = await start({ DATA_DIR: dataFolder() });
  const port = Number(new URL(site.url).port);
  const attacker = startAttacker();
  const visitor = startVisitor(`${site.url}/`);
  onTestFinished(() => void Promise.all([attacker.end(), visitor.end()]));
  const assets = readdirSync("build/client/assets");
  const version = assets.map((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1]).find(Boolean) ?? "";
  const module = `/assets/${assets.find((name) => name.endsWith(".js"))}`;
  await attacker.send(port, pipeline("/", 9));

  async function waitDuring(request: () => Promise<unknown>): Promise<number> {
    await visitor.waits();
    await request();
    const { failed, longestMs } = await visitor.waits();
    expect(failed).toBe(0);
    return longestMs;
  }
  const sustained = async (bytes: string) => {
    const end = performance.now() + SUSTAINED_MS;
    while (performance.now() < end) await attacker.send(port, bytes, CONNECTIONS);
  };

  const atRest = () => waitDuring(() => new Promise((resume) => setTimeout(resume, SUSTAINED_MS)));
  const rest = await atRest();
  const longest = { once: 0, sustained: 0 };
  const slow: string[] = [];
  for (const path of frameworkAddresses(version, module))
    for (const how of ["once", "sustained"] as const) {
      const ask = () =>
        waitDuring(() =>
          how === "once" ? attacker.send(port, pipeline(path, 1)) : sustained(pipeline(path, AT_ONCE)),
        );
      let wait = await ask();
      for (let i = 1; i < MEASUREMENTS && wait >= WAIT_MAX_MS[how]; i++) {
        const busy = await atRest();
        wait = Math.min(wait, Math.max(0, (await ask()) - busy));
      }
      longest[how] = Math.max(longest[how], Math.round(wait));
      if (wait >= WAIT_MAX_MS[how]) slow.push(`${path.slice(0, 60)} ${how}: ${Math.round(wait)} ms`);
    }
  expect(slow).toEqual([]);
  writeFigures("framework-addresses", {
    promise: "Addresses of the framework do not delay visitors",
    figures: `every address that the framework or a file answers: the home page after ${longest.once} ms at most, after ${longest.sustained} ms while ${CONNECTIONS} connections continue (at rest ${rest} ms)`,
  });
});
