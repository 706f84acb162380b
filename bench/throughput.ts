/** Compares the site's cached home page with a bare Node server that sends the same bytes and headers. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { fetchText, median, NODE_FLAGS, postForm, SITE, signIn, startServer, withSite } from "./site.ts";

const ROUNDS = 3;
const BARE_NODE = "http://127.0.0.1:4901/";
const IN_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Each of 64 connections sends its next request as soon as the response has arrived. */
export async function wrk(url = `${SITE}/`, seconds = 5): Promise<{ perSecond: number; p99Ms: number }> {
  const options = ["-t1", "-c64", `-d${seconds}s`, "--latency", "-H", "Accept-Encoding: gzip, deflate, br"];
  const { stdout } = await promisify(execFile)("wrk", [...options, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk saw errors on ${url}: ${stdout}`);
  const [, p99, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { perSecond, p99Ms: Number(p99) * (IN_MS[unit] ?? Number.NaN) };
}

/** @returns requests per second of each server; `worstDelayMs`: longest time until a page shows an edit */
export const measureThroughput = (folder: string) =>
  withSite(folder, async () => {
    const [page] = (await once(get(SITE, { headers: { "accept-encoding": "br" } }), "response")) as [IncomingMessage];
    writeFileSync(join(folder, "index.html"), Buffer.concat(await page.toArray()));
    const headers = Object.entries(page.headers).map(([name, value]) => [name, String(value)] as const);
    const cookie = await signIn();
    const bareNode = await startBareNode(folder, headers);
    return measureRounds(cookie).finally(bareNode.stop);
  });

async function measureRounds(cookie: string) {
  const rounds: number[][] = [];
  let worstDelayMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const perSecond: number[] = [];
    for (const url of [BARE_NODE, `${SITE}/`]) perSecond.push((await wrk(url)).perSecond);
    const end = new AbortController();
    const load = wrk().finally(() => end.abort());
    for (let number = 0; !end.signal.aborted; number++) {
      worstDelayMs = Math.max(worstDelayMs, await editEvent(cookie, `Fête ${round}.${number}`));
      await pause(1000, undefined, { signal: end.signal }).catch(() => {});
    }
    rounds.push([...perSecond, (await load).perSecond]);
  }
  const column = (index: number) => median(rounds.map((perSecond) => perSecond[index] ?? Number.NaN));
  return { bareNode: column(0), site: column(1), edited: column(2), worstDelayMs };
}

type Fields = readonly (readonly [name: string, value: string])[];

function startBareNode(folder: string, headers: Fields) {
  const sent = headers.filter(([name]) => !["date", "connection", "keep-alive"].includes(name)).flat();
  const program = `const body = require("node:fs").readFileSync(${JSON.stringify(join(folder, "index.html"))});
    require("node:http").createServer((_, response) => response.writeHead(200, ${JSON.stringify(sent)}).end(body))
      .listen(${new URL(BARE_NODE).port}, "127.0.0.1");`;
  return startServer(process.execPath, [...NODE_FLAGS, "--eval", program], BARE_NODE);
}

/** @returns milliseconds until the public page shows the new name */
async function editEvent(cookie: string, name: string): Promise<number> {
  const id = /<li class="evenement[^>]* id="([^"]+)"/.exec(await fetchText("/planning"))?.[1] ?? "";
  const path = `/evenement/modify/${encodeURIComponent(id)}`;
  const version = /<input[^>]*name="version"[^>]*>/
    .exec(await fetchText(path, cookie))?.[0]
    .match(/value="([^"]*)"/)?.[1];
  const fields = { Nom: name, mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", version: version ?? "" };
  await postForm(path, new URLSearchParams(fields), cookie);
  const began = performance.now();
  while (!(await fetchText("/planning")).includes(name)) await pause(1);
  return performance.now() - began;
}
