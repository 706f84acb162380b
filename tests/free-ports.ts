import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Below the range from which systems take ports of outgoing connections and of servers that listen on port 0, and without
 * 10080, which browsers and `fetch` refuse.
 */
const RANGE = { first: 10_100, blocks: 220, ofOne: 100 };

/** Each process of tests has a block of ports, because another one would take a port before its server listens. */
let block: Promise<number> | undefined;
let last = 0;

/**
 * Listens on the first port of a block until the process ends, so that no other process takes the block.
 * @returns that port
 */
async function claimBlock(): Promise<number> {
  for (let tries = 0; tries < RANGE.blocks; tries++) {
    const first = RANGE.first + ((process.pid + tries) % RANGE.blocks) * RANGE.ofOne;
    const server = createServer().unref();
    if (await listens(server, first)) return first;
  }
  throw new Error(`All ports from ${RANGE.first} on are taken.`);
}

/** @returns `count` different ports of this machine on which no process listens at this moment */
export async function freePorts(count: number): Promise<number[]> {
  block ??= claimBlock();
  const first = await block;
  const ports: number[] = [];
  for (let tries = 0; ports.length < count; tries++) {
    if (tries > RANGE.ofOne) throw new Error(`All ports from ${first} on are taken.`);
    const port = first + 1 + (last++ % (RANGE.ofOne - 1));
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
  const free = await listens(server, port);
  await new Promise((closed) => server.close(closed));
  return free;
}

/** Listens on all addresses, because some servers of tests listen on `localhost`. @returns false if the port is taken */
async function listens(server: Server, port: number): Promise<boolean> {
  try {
    await once(server.listen(port), "listening");
    return true;
  } catch {
    return false;
  }
}
