/**
 * Visitors of one page at a steady pace, as a process of its own, so that what it measures is the site and not the rest
 * of the bench. `node bench/visitors.ts URL PER_SECOND`; each line on its input begins a new count, and its end prints
 * what each visitor of the last one waited, in milliseconds.
 */
import { Agent, get } from "node:http";

const [, , url = "", perSecond = "100"] = process.argv;
const agent = new Agent({ keepAlive: true });
let waits: Promise<number>[] = [];

const visit = () =>
  new Promise<number>((resolve, reject) => {
    const start = performance.now();
    get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - start));
    }).on("error", reject);
  });

const timer = setInterval(() => waits.push(visit()), 1000 / Number(perSecond));
process.stdin.on("data", () => {
  waits = [];
});
process.stdin.on("end", async () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify(await Promise.all(waits)));
  agent.destroy();
});
