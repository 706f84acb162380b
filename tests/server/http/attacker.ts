/** Sends bytes on several connections, in a worker thread, so that its work does not disturb measurements. */
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type ReceivedResponse, talk } from "../raw-socket.ts";

const ROLE = "attacker";
/** Long, because behind a proxy 20,000 requests of one connection are answered one after the other. */
const HANGS_MS = 120_000;

type Attack = { port: number; bytes: string; connections: number };

/** `send` sends the same bytes on each connection, and resolves with the responses per connection. */
export function startAttacker() {
  const worker = new Worker(new URL(import.meta.url), { workerData: ROLE });
  return {
    async send(port: number, bytes: string, connections = 1): Promise<ReceivedResponse[][]> {
      worker.postMessage({ port, bytes, connections } satisfies Attack);
      const [answers] = await once(worker, "message");
      return answers as ReceivedResponse[][];
    },
    end: () => worker.terminate(),
  };
}

if (workerData === ROLE) {
  // On Linux, of this thread only: on a real network, the senders take no processor time from the site.
  setPriority(constants.priority.PRIORITY_LOW);
  parentPort?.on("message", async ({ port, bytes, connections }: Attack) => {
    const talks = await Promise.all(Array.from({ length: connections }, () => talk(port, bytes, undefined, HANGS_MS)));
    parentPort?.postMessage(talks.map(({ responses }) => responses));
  });
}
