/** Memory of the site when hostile and very large pictures arrive together. Needs Linux. */
import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { BOMBS } from "#tests/corpus/files.ts";
import { writeFigures } from "#tests/figures.ts";
import { codedPicture, DETAILED_TILE, heicFile } from "#tests/images/heic-file.ts";
import { twelveMegapixels } from "#tests/images/pictures.ts";
import { type Instance, post, request } from "#tests/server/crash/browser.ts";
import { dataFolder, start } from "../server/process.ts";

/** Number of pictures that arrive together. */
const AT_ONCE = 5;
/** Maximum memory of the process in megabytes, for decompression bombs, photos and the largest allowed pictures. */
const CEILINGS = { bombs: 350, photos: 400, heics: 400, giants: 900 };

const ADMIN = { username: "comite@exemple.ch", password: "tracteur-violon-nuage" };
const STATUS = "/proc/self/status";
const NO_STATUS = existsSync(STATUS) ? "" : " (left out: it takes Linux)";

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });
/** Pictures that have to be completely in memory before they can be reduced. */
const GIANTS = [
  () => plain(9_000, 6_600).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  () => plain(6_000, 3_990).avif({ effort: 0 }).toBuffer(),
];

/** 48 megapixels as an iPhone writes them. */
const heic = () =>
  heicFile([{ tiles: [codedPicture(DETAILED_TILE)], columns: 16, rows: 12, width: 8064, height: 6048, turns: 3 }]);

/** @returns the peak memory of a process, in megabytes */
const peak = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

async function upload(here: Instance, cookie: string, name: string, bytes: Uint8Array): Promise<number> {
  const body = new FormData();
  const fields = { Nom: name, mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("image", new File([new Uint8Array(bytes)], name));
  return (await post(here, "/evenement/create", body, cookie)).status;
}

/** Uploads files, `AT_ONCE` at a time. @returns the peak memory of the site */
async function measure(files: readonly Uint8Array[], statuses: readonly number[]): Promise<number> {
  const { username: ADMIN_EMAIL, password: ADMIN_PASSWORD } = ADMIN;
  const site = await start({ DATA_DIR: dataFolder(), ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY: "1" });
  const here = { url: site.url, alive: true };
  const { cookies } = await post(here, "/login", new URLSearchParams(ADMIN));
  const cookie = cookies.find((one) => one.includes("session="))?.split(";", 1)[0] ?? "";
  for (let i = 0; i < files.length; i += AT_ONCE) {
    const lot = files.slice(i, i + AT_ONCE);
    const issues = await Promise.all(lot.map((bytes, j) => upload(here, cookie, `Image${i + j}`, bytes)));
    for (const outcome of issues) expect(statuses).toContain(outcome);
  }
  expect((await request(here, "/healthz")).status).toBe(200);
  return peak(site.pid);
}

it.skipIf(!existsSync(STATUS))(
  `five pictures at once fit into the memory of a small machine, whatever is in them${NO_STATUS}`,
  async () => {
    const bombs = await Promise.all(
      BOMBS.flatMap(({ bytes }) => Array.from({ length: AT_ONCE }, () => bytes)).map((run) => run()),
    );
    const photo = await twelveMegapixels();
    const giants = await Promise.all(GIANTS.map((run) => run()));
    const measures = {
      bombs: await measure(bombs, [302, 413, 415]),
      photos: await measure(
        Array.from({ length: AT_ONCE }, () => photo),
        [302],
      ),
      heics: await measure(
        Array.from({ length: AT_ONCE }, () => heic()),
        [302],
      ),
      giants: await measure([...giants, ...giants, ...giants].slice(0, AT_ONCE), [302]),
    };
    for (const sample of Object.keys(CEILINGS) as (keyof typeof CEILINGS)[])
      expect(measures[sample], sample).toBeLessThan(CEILINGS[sample]);
    writeFigures("6-uploads-memory", {
      promise: "Concurrent uploads of pictures do not exhaust the memory",
      figures:
        `${AT_ONCE} at once, peak of the whole process: ${measures.bombs} MB for decompression bombs, ` +
        `${measures.photos} MB for photos of 12 megapixels, ${measures.heics} MB for HEICs of 48 megapixels, ${measures.giants} MB for the largest accepted pictures`,
    });
  },
  240_000,
);
