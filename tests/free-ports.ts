import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the range from which systems take ports of outgoing connections and of servers that listen on port 0, and without
 * 10080, which browsers and `fetch` refuse.
 */
const RANGE = { first: 10_100, blocks: 220, ofOne: 100 };

/** Each process of tests has a block of ports, because another one would take a port before its server listens. */
const block = RANGE.first + (process.pid % RANGE.blocks) * RANGE.ofOne;
let last = 0;

/** @returns `count` different ports of this machine on which no process listens at this moment */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries > RANGE.ofOne) throw new Error(`All ports from ${block} on are taken.`);
    const port = block + (last++ % RANGE.ofOne);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    // On all addresses, because some servers of tests listen on `localhost`.
    await once(server.listen(port), "listening");
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
