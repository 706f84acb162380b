/** From starting the built server to its first answer, and its memory at rest. */
import { attendreLesImages, demarrer } from "./site.ts";
import { mediane } from "./statistics.ts";

const FOIS = 5;
const CHEMINS = ["/", "/comite", "/planning", "/dons", "/inscription", "/contact", "/charte"];

export async function mesurerLeDemarrage(dossier: string, port: number) {
  const temps: number[] = [];
  const memoires: number[] = [];
  for (let i = 0; i < FOIS; i++) {
    const site = await demarrer(dossier, port);
    await attendreLesImages(site.url);
    temps.push(site.demarrage);
    for (const chemin of CHEMINS) await (await fetch(site.url + chemin)).arrayBuffer();
    memoires.push(site.memoire());
    await site.stop();
  }
  return { demarrageMs: mediane(temps), memoireMo: mediane(memoires) };
}
