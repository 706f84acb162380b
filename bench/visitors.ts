/**
 * Visitors of one page at a steady pace, as a process of its own, so that what it measures is the site and not the rest
 * of the bench. `node bench/visitors.ts URL PER_SECOND`; each line on its input begins a new count, and its end prints
 * what each visitor of the last one waited, in milliseconds.
 */
import { Agent, get } from "node:http";

const [, , url = "", parSeconde = "100"] = process.argv;
const agent = new Agent({ keepAlive: true });
let attentes: Promise<number>[] = [];

const visiter = () =>
  new Promise<number>((resolve, reject) => {
    const debut = performance.now();
    get(url, { agent, headers: { "accept-encoding": "br" } }, (reponse) => {
      reponse.resume().on("end", () => resolve(performance.now() - debut));
    }).on("error", reject);
  });

const minuterie = setInterval(() => attentes.push(visiter()), 1000 / Number(parSeconde));
process.stdin.on("data", () => {
  attentes = [];
});
process.stdin.on("end", async () => {
  clearInterval(minuterie);
  process.stdout.write(JSON.stringify(await Promise.all(attentes)));
  agent.destroy();
});
