/**
 * Visitors of one page at a steady pace, as a process of its own, so that what it measures is the site and not the rest
 * of the bench. `node bench/visitors.ts URL PER_SECOND`; once its input ends, it prints what each waited, in milliseconds.
 */
import { Agent, get } from "node:http";

const [, , url = "", parSeconde = "100"] = process.argv;
const agent = new Agent({ keepAlive: true });
const attentes: number[] = [];

const visiter = () => {
  const debut = performance.now();
  get(url, { agent, headers: { "accept-encoding": "br" } }, (reponse) => {
    reponse.resume().on("end", () => attentes.push(performance.now() - debut));
  });
};

const minuterie = setInterval(visiter, 1000 / Number(parSeconde));
process.stdin.resume().on("end", () => {
  clearInterval(minuterie);
  process.on("exit", () => process.stdout.write(JSON.stringify(attentes)));
  agent.destroy();
});
