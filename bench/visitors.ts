/**
 * Requests a page 100 times a second. In the benchmark's own process, other work would distort the times. A line on
 * standard input discards the earlier times. At the end of the input, prints the later times in milliseconds.
 */
import { Agent, get } from "node:http";

const agent = new Agent({ keepAlive: true });
const waits: Promise<number>[] = [];

const visit = () =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now();
    get(process.argv[2] ?? "", { agent, headers: { "accept-encoding": "br" } }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - began));
    }).on("error", reject);
  });

const timer = setInterval(() => waits.push(visit()), 10);
process.stdin.on("data", () => waits.splice(0));
process.stdin.on("end", async () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify(await Promise.all(waits)));
  agent.destroy();
});
