/** One 12-megapixel photo, and five at once, while visitors go on reading. */
import { spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { attendreLesImages, demarrer, seConnecter } from "./site.ts";
import { quantile } from "./statistics.ts";

const PAR_SECONDE = 100;

/** A photo as a phone makes it: 4000 × 3000, fine grain over soft colours. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const grain = randomFillSync(Buffer.alloc(1000 * 750 * 3)).map((octet) => 96 + octet / 4);
  const octets = await sharp(grain, { raw: { width: 1000, height: 750, channels: 3 } })
    .resize(4000, 3000)
    .jpeg({ quality: 92 })
    .toBuffer();
  return Buffer.from(octets);
}

async function publier(url: string, cookie: string, nom: string, octets: Buffer<ArrayBuffer>): Promise<number> {
  const body = new FormData();
  const champs = { Nom: nom, mois: "06", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
  for (const [champ, valeur] of Object.entries(champs)) body.append(champ, valeur);
  body.append("image", new File([octets], `${nom}.jpg`, { type: "image/jpeg" }));
  const debut = performance.now();
  const headers = { cookie, origin: url };
  const reponse = await fetch(`${url}/evenement/create`, { method: "POST", headers, body, redirect: "manual" });
  if (reponse.status !== 302) throw new Error(`The upload answered ${reponse.status}.`);
  return performance.now() - debut;
}

/** @returns what visitors of the home page waited at the 99th percentile, in milliseconds, while something was done */
async function pendant<T>(url: string, faire: () => Promise<T>): Promise<{ p99: number; resultat: T }> {
  const visiteurs = spawn(
    process.execPath,
    [join(import.meta.dirname, "visitors.ts"), `${url}/`, String(PAR_SECONDE)],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const attentes = json(visiteurs.stdout) as Promise<number[]>;
  await pause(1000);
  const resultat = await faire();
  visiteurs.stdin.end();
  return { p99: quantile(await attentes, 0.99), resultat };
}

export async function mesurerLesPhotos(dossier: string, port: number) {
  const site = await demarrer(dossier, port);
  const { url } = site;
  await attendreLesImages(url);
  const cookie = await seConnecter(url);
  const octets = await photo();
  // What runs for the first time is compiled meanwhile: not what a photo costs.
  for (const nom of ["Essai1", "Essai2", "Essai3"]) await publier(url, cookie, nom, octets);
  await attendreLesImages(url);
  const calme = await pendant(url, () => pause(4000));
  const une = await pendant(url, async () => {
    const debut = performance.now();
    const reponseMs = await publier(url, cookie, "Photo", octets);
    await attendreLesImages(url);
    return { reponseMs, variantesMs: performance.now() - debut };
  });
  let memoireMax = 0;
  const releve = setInterval(() => {
    memoireMax = Math.max(memoireMax, site.memoire());
  }, 50);
  const cinq = await Promise.all(["A", "B", "C", "D", "E"].map((nom) => publier(url, cookie, nom, octets)));
  await attendreLesImages(url);
  clearInterval(releve);
  await site.stop();
  return {
    photoOctets: octets.length,
    reponseMs: une.resultat.reponseMs,
    variantesMs: une.resultat.variantesMs,
    visiteursP99Ms: { calme: calme.p99, pendant: une.p99, rapport: une.p99 / calme.p99 },
    cinqALaFois: { derniereReponseMs: Math.max(...cinq), memoireMaxMo: memoireMax },
  };
}
