/** How much memory the site takes when hostile and very large pictures arrive together (Linux tells). */
import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { BOMBES } from "#tests/corpus/files.ts";
import { noter } from "#tests/figures.ts";
import { twelveMegapixels } from "#tests/images/pictures.ts";
import { demander, type Instance, poster } from "../server/crash/navigateur.ts";
import { demarrer, dossierDeDonnees } from "../server/process.ts";

/** Pictures that arrive together. */
const ENSEMBLE = 5;
/** In megabytes, the whole process: at most while bombs arrive, photos of phones, and the largest there may be. */
const PLAFONDS = { bombes: 350, photos: 400, geantes: 900 };

const ADMIN = { username: "comite@exemple.ch", password: "tracteur-violon-nuage" };
const STATUT = "/proc/self/status";

const unie = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });
/** Both are in memory as a whole before anything can be made smaller. */
const GEANTES = [
  () => unie(9_000, 6_600).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  () => unie(6_000, 3_990).avif({ effort: 0 }).toBuffer(),
];

/** @returns the most memory that a process has had, in megabytes */
const sommet = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

async function televerser(ici: Instance, cookie: string, nom: string, octets: Uint8Array): Promise<number> {
  const corps = new FormData();
  const champs = { Nom: nom, mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
  for (const [champ, valeur] of Object.entries(champs)) corps.append(champ, valeur);
  corps.append("image", new File([new Uint8Array(octets)], nom));
  return (await poster(ici, "/evenement/create", corps, cookie)).status;
}

/** Sends files, so many together. @returns the most memory that the site took */
async function mesurer(fichiers: readonly Uint8Array[], statuts: readonly number[]): Promise<number> {
  const { username: ADMIN_EMAIL, password: ADMIN_PASSWORD } = ADMIN;
  const site = await demarrer({ DATA_DIR: dossierDeDonnees(), ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY: "1" });
  const ici = { url: site.url, vivant: true };
  const { cookies } = await poster(ici, "/login", new URLSearchParams(ADMIN));
  const cookie = cookies.find((un) => un.includes("session="))?.split(";", 1)[0] ?? "";
  for (let i = 0; i < fichiers.length; i += ENSEMBLE) {
    const lot = fichiers.slice(i, i + ENSEMBLE);
    const issues = await Promise.all(lot.map((octets, j) => televerser(ici, cookie, `Image${i + j}`, octets)));
    for (const issue of issues) expect(statuts).toContain(issue);
  }
  expect((await demander(ici, "/healthz")).status).toBe(200);
  return sommet(site.pid);
}

it.skipIf(!existsSync(STATUT))(
  "five pictures at once fit into the memory of a small machine, whatever is in them",
  async () => {
    const bombes = await Promise.all(
      BOMBES.flatMap(({ octets }) => Array.from({ length: ENSEMBLE }, () => octets)).map((faire) => faire()),
    );
    const photo = await twelveMegapixels();
    const geantes = await Promise.all(GEANTES.map((faire) => faire()));
    const mesures = {
      bombes: await mesurer(bombes, [302, 413, 415]),
      photos: await mesurer(
        Array.from({ length: ENSEMBLE }, () => photo),
        [302],
      ),
      geantes: await mesurer([...geantes, ...geantes, ...geantes].slice(0, ENSEMBLE), [302]),
    };
    for (const cas of Object.keys(PLAFONDS) as (keyof typeof PLAFONDS)[])
      expect(mesures[cas], cas).toBeLessThan(PLAFONDS[cas]);
    noter("6-uploads-memory", {
      promesse: "Pictures that arrive together do not fill the memory",
      chiffres:
        `${ENSEMBLE} at once, peak of the whole process: ${mesures.bombes} MB for decompression bombs, ` +
        `${mesures.photos} MB for photos of 12 megapixels, ${mesures.geantes} MB for the largest pictures it takes`,
    });
  },
  240_000,
);
