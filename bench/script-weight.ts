/** How much script a page brings, compressed: what it names, and what that imports without being asked. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { signIn, startBenchSite } from "./site.ts";

const ASSETS = join(import.meta.dirname, "../build/client/assets");

const READING = ["/", "/comite", "/planning", "/dons", "/charte", "/responsabilite", "/confidentialite"];
const INTERACTIVE = ["/contact", "/inscription", "/login"];
const COMMITTEE = [
  ...["/", "/comite", "/planning", "/inscriptions", "/messages", "/reglages", "/comptes", "/mot-de-passe"],
  ...["/comite/create", "/evenement/create"],
];

const brotliOf = (file: string): number => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

async function bytesOfScript(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { cookie } });
  const html = await answer.text();
  const names = new Set([...html.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = ""]) => name));
  if (answer.status !== 200 || names.size === 0) throw new Error(`${url} answered ${answer.status} without a script.`);
  // What is found on the way is gone through as well.
  for (const name of names) {
    const source = readFileSync(join(ASSETS, name), "utf8");
    for (const [, imported = ""] of source.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      names.add(imported);
  }
  return [...names].reduce((sum, name) => sum + brotliOf(join(ASSETS, name)), 0);
}

/** @returns the bytes of the heaviest page of each kind */
export async function measureScript(folder: string, port: number) {
  const site = await startBenchSite(folder, port);
  const cookie = await signIn(site.url);
  const heaviest = async (paths: readonly string[], who = "") =>
    Math.max(...(await Promise.all(paths.map((path) => bytesOfScript(site.url + path, who)))));
  const sizes = {
    reading: await heaviest(READING),
    interactive: await heaviest(INTERACTIVE),
    committee: await heaviest(COMMITTEE, cookie),
  };
  await site.stop();
  return sizes;
}
