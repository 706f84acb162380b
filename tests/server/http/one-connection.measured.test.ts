/** Cheap, hostile requests of one connection do not block the event loop. */
import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpListener } from "#server/http/http-listener.ts";
import { createNodeServer, SERVER_TIMEOUTS } from "#server/listen.ts";
import { openSite, type TestSite } from "#tests/http/site.ts";
import { shortestHold } from "#tests/machine.ts";
import { startAttacker } from "./attacker.ts";
import { inChunks, longBoundary, pipeline } from "./hostile-requests.ts";

/** Maximum processor time in ms, for one and sixteen connections on the reference machine; without the limits it is 1 to 20 s. */
const HELD_MS = { one: 100, sixteen: 300 };
/** Maximum growth of the memory; without the limit on pieces, sixteen connections take 1.3 GB. */
const GROWTH_MAX_MB = 300;

let site: TestSite;
let port: number;
let stop: () => void;
const attacker = startAttacker();
beforeAll(async () => {
  site = await openSite();
  const { app, cache, config } = site;
  const server = createNodeServer(httpListener({ app, cache, ...config }), config, SERVER_TIMEOUTS);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  ({ port } = server.address() as AddressInfo);
  stop = () => void server.close();
  // The first requests load and compile code, so they are not measured.
  for (const bytes of [pipeline("/", 20), pipeline("/nulle-part", 20), longBoundary(site.config.publicUrl, 70)])
    await attacker.send(port, bytes);
});
afterAll(async () => {
  await attacker.end();
  stop();
  await site.close();
});

/** Sends bytes, and checks the processor time and the memory. @returns the statuses per connection */
async function sendWithoutHolding(bytes: string, connections: 1 | 16): Promise<number[][]> {
  const before = process.memoryUsage.rss();
  const max = connections === 1 ? HELD_MS.one : HELD_MS.sixteen;
  const { held, result } = await shortestHold(max, () => attacker.send(port, bytes, connections));
  expect(held).toBeLessThan(max);
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(GROWTH_MAX_MB);
  return result.map((responses) => responses.map(({ status }) => status));
}

describe.each([1, 16] as const)("%i hostile connections do not block the event loop", (connections) => {
  const all = (statuses: number[]) => Array.from({ length: connections }, () => statuses);

  it.each([70, 71, 200, 1_000, 4_000, 8_000, 15_500])("with a boundary of %i characters", async (length) => {
    const bytes = longBoundary(site.config.publicUrl, length);
    // Malformed forms are limited per address: after the limit, the status is 429.
    for (const statuses of await sendWithoutHolding(bytes, connections))
      expect([[400], [429]]).toContainEqual(statuses);
  });

  it.each([1, 2, 3, 7, 16, 64, 100, 128, 1_000, 60_000])("with chunks of %i bytes", async (size) => {
    const bytes = inChunks(site.config.publicUrl, size);
    expect(await sendWithoutHolding(bytes, connections)).toEqual(all([400]));
  });

  it.each(["GET / HTTP/1.1", "GET /nulle-part HTTP/1.1", "POST /evenement/create HTTP/1.1", "POST / HTTP/1.1"])(
    "with chunks of one byte in a body that no route reads: %s",
    async (line) => {
      const bytes = `${line}\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(1_000_000)}`;
      const answers = await sendWithoutHolding(bytes, connections);
      for (const statuses of answers) expect(statuses.length).toBeLessThan(2);
    },
  );

  it.each([10, 11, 60, 500, 2_000, 20_000])(
    "with %i requests at once, of which the tenth ends the connection",
    async (length) => {
      for (const [path, status] of [
        ["/", 200],
        ["/nulle-part", 404],
        ["/healthz", 200],
      ] as const) {
        const answers = await sendWithoutHolding(pipeline(path, length), connections);
        // Answers that were not sent before the tenth request are lost.
        for (const statuses of answers) {
          expect([path, statuses]).toEqual([path, Array<number>(statuses.length).fill(status)]);
          expect(statuses.length).toBeLessThan(10);
        }
      }
    },
  );
});

it("a keep-alive connection may send any number of requests, one after the other", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const ask = (path: string) =>
    new Promise<number | undefined>((done, fail) => {
      get({ port, path, agent }, (res) => res.resume().on("end", () => done(res.statusCode))).on("error", fail);
    });
  const statuses = await Promise.all(Array.from({ length: 400 }, (_, i) => ask(i % 2 === 0 ? "/" : "/charte")));
  expect(new Set(statuses)).toEqual(new Set([200]));
  agent.destroy();
});
