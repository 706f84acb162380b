/** The finished home page against nginx with one worker, in turns; then the same while somebody edits an event. */
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { demarrerNginx, wrk } from "./load.ts";
import { demarrer, seConnecter } from "./site.ts";
import { mediane } from "./statistics.ts";

const TOURS = 3;
const SECONDES = 5;

/** Saves the event that the planning shows first under a new name. @returns the milliseconds until visitors read it */
async function modifierUnEvenement(url: string, cookie: string, id: string, numero: number): Promise<number> {
  const adresse = `${url}/evenement/modify/${encodeURIComponent(id)}`;
  const page = await (await fetch(adresse, { headers: { cookie } })).text();
  const champ = (nom: string) =>
    new RegExp(`<input[^>]*name="${nom}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${nom}"`).exec(page);
  const version = champ("version")?.slice(1).find(Boolean) ?? "";
  const annee = champ("annee")?.slice(1).find(Boolean) ?? "2025";
  const Nom = `Fête numéro ${numero}`;
  const body = new URLSearchParams({ Nom, mois: "08", annee, Lieu: "Savièse", AfterMovie: "", version });
  const reponse = await fetch(adresse, { method: "POST", headers: { cookie, origin: url }, body, redirect: "manual" });
  if (!reponse.ok) throw new Error(`Saving the event answered ${reponse.status}.`);
  await reponse.arrayBuffer();
  const debut = performance.now();
  while (!(await (await fetch(`${url}/planning`)).text()).includes(Nom)) await pause(1);
  return performance.now() - debut;
}

export async function mesurerDebit(dossier: string, port: number) {
  const site = await demarrer(dossier, port);
  const reponse = await fetch(`${site.url}/`, { headers: { "accept-encoding": "br" } });
  await reponse.arrayBuffer();
  const corps = await lireBrut(site.url);
  const nginx = await demarrerNginx(dossier, port + 1, corps, reponse.headers);
  const cookie = await seConnecter(site.url);
  const planning = await (await fetch(`${site.url}/planning`)).text();
  const id = /<li class="evenement[^>]* id="([^"]+)"/.exec(planning)?.[1];
  if (!id) throw new Error("The planning has no event.");

  const mesures = { nginx: [] as number[], site: [] as number[], enChangeant: [] as number[] };
  let pireRetard = 0;
  let changements = 0;
  for (let tour = 0; tour < TOURS; tour++) {
    mesures.nginx.push((await wrk(nginx.url, SECONDES)).parSeconde);
    mesures.site.push((await wrk(`${site.url}/`, SECONDES)).parSeconde);
    const minuterie = new AbortController();
    const charge = wrk(`${site.url}/`, SECONDES).finally(() => minuterie.abort());
    while (!minuterie.signal.aborted) {
      pireRetard = Math.max(pireRetard, await modifierUnEvenement(site.url, cookie, id, ++changements));
      await pause(1000, undefined, { signal: minuterie.signal }).catch(() => {});
    }
    mesures.enChangeant.push((await charge).parSeconde);
  }
  const memoire = site.memoire();
  await nginx.stop();
  await site.stop();
  const [peer, fini, change] = [mediane(mesures.nginx), mediane(mesures.site), mediane(mesures.enChangeant)];
  return {
    octets: corps.length,
    nginx: peer,
    site: fini,
    enChangeant: change,
    rapport: fini / peer,
    rapportEnChangeant: change / peer,
    changements,
    pireRetardMs: pireRetard,
    memoireApres: memoire,
  };
}

/** @returns the home page as it goes onto the wire, compressed */
async function lireBrut(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(`${url}/`, { headers: { "accept-encoding": "br" } }, async (res) =>
      resolve(Buffer.concat(await res.toArray())),
    )
      .on("error", reject)
      .end();
  });
}
