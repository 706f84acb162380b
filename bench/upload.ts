/** One 12-megapixel photo, and five at once, while visitors go on reading. */
import { spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { wrk } from "./load.ts";
import { attendreLesImages, demarrer, seConnecter } from "./site.ts";
import { mediane, quantile } from "./statistics.ts";

/** Visitors. */
const PAR_SECONDE = 100;
/** Calm and a photo in turns. All their visitors count together: those of one photo are too few for a percentile. */
const TOURS = 5;
/** About as long as all variants of a photo take. */
const SECONDES = 3;

/** A photo as a phone makes it: 4000 × 3000, fine grain over soft colours. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const grain = randomFillSync(Buffer.alloc(1000 * 750 * 3)).map((octet) => 96 + octet / 4);
  const octets = await sharp(grain, { raw: { width: 1000, height: 750, channels: 3 } })
    .resize(4000, 3000)
    .jpeg({ quality: 92 })
    .toBuffer();
  return Buffer.from(octets);
}

type Formulaire = { type: string; corps: ArrayBuffer };

/** @returns the form as it goes onto the wire: whoever fills it in does so on a machine of their own */
async function remplir(nom: string, octets: Buffer<ArrayBuffer>): Promise<Formulaire> {
  const champs = { Nom: nom, mois: "06", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
  const body = new FormData();
  for (const [champ, valeur] of Object.entries(champs)) body.append(champ, valeur);
  body.append("image", new File([octets], `${nom}.jpg`, { type: "image/jpeg" }));
  const reponse = new Response(body);
  return { type: reponse.headers.get("content-type") ?? "", corps: await reponse.arrayBuffer() };
}

/** @returns milliseconds to the answer */
async function publier(url: string, cookie: string, { type, corps: body }: Formulaire): Promise<number> {
  const debut = performance.now();
  const headers = { cookie, origin: url, "content-type": type };
  const reponse = await fetch(`${url}/evenement/create`, { method: "POST", headers, body, redirect: "manual" });
  if (reponse.status !== 302) throw new Error(`The upload answered ${reponse.status}.`);
  return performance.now() - debut;
}

/** @returns what each visitor of the home page waited, in milliseconds, while something was done */
async function pendant<T>(url: string, faire: () => Promise<T>): Promise<{ attentes: number[]; resultat: T }> {
  const visiteurs = spawn(
    process.execPath,
    [join(import.meta.dirname, "visitors.ts"), `${url}/`, String(PAR_SECONDE)],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const attentes = json(visiteurs.stdout) as Promise<number[]>;
  // What the first visits compile is not what visitors wait for.
  await pause(1000);
  visiteurs.stdin.write("\n");
  const resultat = await faire();
  visiteurs.stdin.end();
  return { attentes: await attentes, resultat };
}

export async function mesurerLesPhotos(dossier: string, port: number) {
  const site = await demarrer(dossier, port);
  const { url } = site;
  await attendreLesImages(url);
  const cookie = await seConnecter(url);
  const octets = await photo();
  // What runs for the first time is compiled meanwhile: not what a photo costs.
  for (const nom of ["Essai1", "Essai2", "Essai3"]) await publier(url, cookie, await remplir(nom, octets));
  await attendreLesImages(url);
  const calmes: number[] = [];
  const pendantPhoto: number[] = [];
  const unes: { reponseMs: number; variantesMs: number }[] = [];
  for (let tour = 1; tour <= TOURS; tour++) {
    const formulaire = await remplir(`Photo${tour}`, octets);
    calmes.push(...(await pendant(url, () => pause(SECONDES * 1000))).attentes);
    const { attentes, resultat } = await pendant(url, async () => {
      const debut = performance.now();
      const reponseMs = await publier(url, cookie, formulaire);
      await attendreLesImages(url);
      return { reponseMs, variantesMs: performance.now() - debut };
    });
    pendantPhoto.push(...attentes);
    unes.push(resultat);
  }
  const foules: { calme: number; pendant: number }[] = [];
  for (let tour = 1; tour <= TOURS; tour++) {
    const formulaire = await remplir(`Foule${tour}`, octets);
    const calme = (await wrk(`${url}/`, SECONDES)).p99Ms;
    const charge = wrk(`${url}/`, SECONDES);
    await publier(url, cookie, formulaire);
    foules.push({ calme, pendant: (await charge).p99Ms });
    await attendreLesImages(url);
  }
  const [calme, pendantUne] = [quantile(calmes, 0.99), quantile(pendantPhoto, 0.99)];
  const foule = {
    calme: mediane(foules.map((une) => une.calme)),
    pendant: mediane(foules.map((une) => une.pendant)),
  };
  let memoireMax = 0;
  const releve = setInterval(() => {
    memoireMax = Math.max(memoireMax, site.memoire());
  }, 50);
  const cinq = await Promise.all(
    ["A", "B", "C", "D", "E"].map(async (nom) => publier(url, cookie, await remplir(nom, octets))),
  );
  await attendreLesImages(url);
  clearInterval(releve);
  await site.stop();
  return {
    photoOctets: octets.length,
    reponseMs: mediane(unes.map(({ reponseMs }) => reponseMs)),
    variantesMs: mediane(unes.map(({ variantesMs }) => variantesMs)),
    visiteursP99Ms: { calme, pendant: pendantUne, rapport: pendantUne / calme },
    fouleP99Ms: { ...foule, rapport: foule.pendant / foule.calme },
    cinqALaFois: { derniereReponseMs: Math.max(...cinq), memoireMaxMo: memoireMax },
  };
}
