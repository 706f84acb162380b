/** The finished home page against nginx with one worker and a bare Node, in turns; then the same while somebody edits. */
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { startBareNode, startNginx, wrk } from "./load.ts";
import { signIn, startBenchSite } from "./site.ts";
import { median } from "./statistics.ts";

const ROUNDS = 3;
const SECONDS = 5;

/** Saves the event that the planning shows first under a new name. @returns the milliseconds until visitors read it */
async function changeEvent(url: string, cookie: string, id: string, number: number): Promise<number> {
  const address = `${url}/evenement/modify/${encodeURIComponent(id)}`;
  const page = await (await fetch(address, { headers: { cookie } })).text();
  const field = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`).exec(page);
  const version = field("version")?.slice(1).find(Boolean) ?? "";
  const annee = field("annee")?.slice(1).find(Boolean) ?? "2025";
  const Nom = `Fête numéro ${number}`;
  const body = new URLSearchParams({ Nom, mois: "08", annee, Lieu: "Savièse", AfterMovie: "", version });
  const response = await fetch(address, { method: "POST", headers: { cookie, origin: url }, body, redirect: "manual" });
  if (!response.ok) throw new Error(`Saving the event answered ${response.status}.`);
  await response.arrayBuffer();
  const start = performance.now();
  while (!(await (await fetch(`${url}/planning`)).text()).includes(Nom)) await pause(1);
  return performance.now() - start;
}

export async function measureThroughput(folder: string, port: number) {
  const site = await startBenchSite(folder, port);
  const response = await fetch(`${site.url}/`, { headers: { "accept-encoding": "br" } });
  await response.arrayBuffer();
  const body = await readRaw(site.url);
  const nginx = await startNginx(folder, port + 1, body, response.headers);
  const node = await startBareNode(folder, port + 2, body, response.headers);
  const cookie = await signIn(site.url);
  const planning = await (await fetch(`${site.url}/planning`)).text();
  const id = /<li class="evenement[^>]* id="([^"]+)"/.exec(planning)?.[1];
  if (!id) throw new Error("The planning has no event.");

  const measures = { nginx: [] as number[], node: [] as number[], site: [] as number[], whileChanging: [] as number[] };
  let worstDelay = 0;
  let changes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    measures.nginx.push((await wrk(nginx.url, SECONDS)).perSecond);
    measures.node.push((await wrk(node.url, SECONDS)).perSecond);
    measures.site.push((await wrk(`${site.url}/`, SECONDS)).perSecond);
    const timer = new AbortController();
    const load = wrk(`${site.url}/`, SECONDS).finally(() => timer.abort());
    while (!timer.signal.aborted) {
      worstDelay = Math.max(worstDelay, await changeEvent(site.url, cookie, id, ++changes));
      await pause(1000, undefined, { signal: timer.signal }).catch(() => {});
    }
    measures.whileChanging.push((await load).perSecond);
  }
  const memory = site.memory();
  await nginx.stop();
  await node.stop();
  await site.stop();
  const [peer, bare] = [median(measures.nginx), median(measures.node)];
  const [done, change] = [median(measures.site), median(measures.whileChanging)];
  return {
    bytes: body.length,
    nginx: peer,
    bareNode: bare,
    site: done,
    whileChanging: change,
    report: done / peer,
    reportOfNode: done / bare,
    nodeOfNginx: bare / peer,
    ratioWhileChanging: change / peer,
    changes,
    worstDelayMs: worstDelay,
    memoryAfter: memory,
  };
}

/** @returns the home page as it goes onto the wire, compressed */
async function readRaw(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(`${url}/`, { headers: { "accept-encoding": "br" } }, async (res) =>
      resolve(Buffer.concat(await res.toArray())),
    )
      .on("error", reject)
      .end();
  });
}
