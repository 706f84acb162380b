/** From starting the built server to its first answer, and its memory at rest. */
import { startBenchSite } from "./site.ts";
import { median } from "./statistics.ts";

const TIMES = 5;
const PATHS = ["/", "/comite", "/planning", "/dons", "/inscription", "/contact", "/charte"];

export async function measureStartup(folder: string, port: number) {
  const times: number[] = [];
  const memories: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const site = await startBenchSite(folder, port);
    times.push(site.startup);
    for (const path of PATHS) await (await fetch(site.url + path)).arrayBuffer();
    memories.push(site.memory());
    await site.stop();
  }
  return { startupMs: median(times), memoryMb: median(memories) };
}
