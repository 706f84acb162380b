/**
 * 100 visitors a second of one page, as a process of its own, so that it measures the site and not the rest of the bench.
 * `node bench/visitors.ts URL`; a line on its input begins a new count, and its end prints what each visitor of the last
 * one waited, in milliseconds.
 */
import { Agent, get } from "node:http";

const agent = new Agent({ keepAlive: true });
let waits: Promise<number>[] = [];

const visit = () =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now();
    get(process.argv[2] ?? "", { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - began));
    }).on("error", reject);
  });

const timer = setInterval(() => waits.push(visit()), 10);
process.stdin.on("data", () => {
  waits = [];
});
process.stdin.on("end", async () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify(await Promise.all(waits)));
  agent.destroy();
});
