/** Full and read-only disks, damaged files: a clear sentence, no incomplete data, and recovery after the repair. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { fillSite } from "#tests/backup/site.ts";
import { writeFigures } from "#tests/figures.ts";
import { openSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { CAN_MOUNT, fill, smallDisk } from "#tests/small-disk.ts";
import { storedFiles } from "#tests/stored-files.ts";
import { commandHere } from "./command.ts";
import { dataFolder, openStores, start } from "./process.ts";
import { announce, committeeFolder, contentsOf, health, messageFields, post, signIn, write } from "./visit.ts";

const NO_MOUNT = CAN_MOUNT ? "" : " (left out: it takes the right to mount a small disk)";

/** Number of messages that are sent while the disk is full. */
const RUNS = 10;

const failing = (url: string) => vi.waitUntil(async () => (await health(url)).status === 503, { timeout: 20_000 });
const isWell = (url: string) => vi.waitUntil(async () => (await health(url)).status === 200, { timeout: 20_000 });

describe.skipIf(!CAN_MOUNT)(`a full disk${NO_MOUNT}`, () => {
  it("is reported to visitors with the text that they typed, stores no incomplete data, and recovers when there is space", async () => {
    const DATA_DIR = smallDisk();
    copyFileSync(join(await committeeFolder(), "site.db"), join(DATA_DIR, "site.db"));
    const site = await start({ DATA_DIR });
    const cookie = await signIn(site.url);
    expect((await announce(site.url, "Bal", cookie)).status).toBe(302);
    const confirmed = ["Premier"];
    expect((await write(site.url, "Premier")).status).toBe(200);

    const clear = fill(DATA_DIR);
    const refused: string[] = [];
    for (let n = 0; n < RUNS; n++) {
      const fields = { ...messageFields(`Sujet${n}`), message: "Long ".repeat(400) };
      const response = await post(site.url, "/contact", new URLSearchParams(fields));
      expect([200, 503]).toContain(response.status);
      if (response.status === 200) confirmed.push(fields.sujet);
      else {
        const html = await response.text();
        expect(html).toContain("Le message n’est pas parti.");
        expect(html).toContain(`value="${fields.sujet}"`);
        expect(html).toContain(">Long Long Long ");
        refused.push(fields.sujet);
      }
    }
    expect(refused.length).toBeGreaterThan(0);
    const poster = await announce(site.url, "Trop", cookie);
    expect(poster.status).toBe(503);
    expect(await poster.text()).toContain('value="Trop"');
    await failing(site.url);
    expect((await fetch(`${site.url}/planning`)).status).toBe(200);
    const backup = await commandHere("backup", { DATA_DIR });
    expect([backup.code, backup.error]).toEqual([1, expect.stringMatching(/Not enough room|full/)]);

    clear();
    await isWell(site.url);
    for (const sujet of refused) expect((await write(site.url, sujet)).status).toBe(200);
    expect((await announce(site.url, "Apres", cookie)).status).toBe(302);
    expect(await site.stop("SIGTERM")).toBe(0);

    await (await start({ DATA_DIR })).stop("SIGTERM");
    const { messages, events, images } = contentsOf(DATA_DIR);
    expect(messages.sort()).toEqual([...confirmed, ...refused].sort());
    expect(events).toEqual(["Apres", "Bal"]);
    expect([...storedFiles(DATA_DIR).keys()]).toEqual(images.sort());
    writeFigures("r3-disque-plein", {
      promise: "On a full disk no confirmed data is lost and none is stored in part; the site recovers by itself",
      figures: `${RUNS + 1} writes to a full disk: ${refused.length + 1} refused with 503, ${confirmed.length + refused.length} messages in the end, each once`,
    });
  });
});

/** @returns the error with which a site does not open the folder */
const refusalOf = (DATA_DIR: string) =>
  openStores({ DATA_DIR }).then(
    () => "no error",
    ({ message }: Error) => message,
  );

describe.skipIf(!CAN_MOUNT)(`a disk that cannot be written${NO_MOUNT}`, () => {
  const readOnly = (folder: string) => expect(spawnSync("/bin/mount", ["-o", "remount,ro", folder]).status).toBe(0);

  it.each([
    ["full", (folder: string) => void fill(folder)],
    ["read-only and empty", readOnly],
    [
      "read-only, with a site",
      (folder: string) => {
        placeMigrated(join(folder, "site.db"));
        readOnly(folder);
      },
    ],
  ])("ends the start with one line that names the folder: %s", async (_, spoil) => {
    const DATA_DIR = smallDisk();
    spoil(DATA_DIR);
    expect(await refusalOf(DATA_DIR)).toMatch(
      new RegExp(`^The (?:data folder|database) ${DATA_DIR}\\S* cannot be (?:written|used) \\(.*$`),
    );
  });
});

describe("a damaged database", () => {
  it("ends the start with one line that names the file and the command that restores it", async () => {
    const DATA_DIR = dataFolder();
    await fillSite(DATA_DIR);
    const file = join(DATA_DIR, "site.db");
    writeFileSync(file, readFileSync(file).fill("abîmé", 8192));
    expect(await refusalOf(DATA_DIR)).toMatch(/^The database \S+site\.db is damaged \(.*npm run restore.*$/);
  });

  it.each([
    ["deleted", (base: string) => rmSync(base)],
    ["emptied", (base: string) => truncateSync(base, 0)],
    ["overwritten", (base: string) => writeFileSync(base, Buffer.alloc(statSync(base).size, "x"))],
  ])("is detected while the site runs: %s", async (_, damage) => {
    // The log of this database is empty: all content is in the file itself.
    const DATA_DIR = await committeeFolder();
    const { isHealthy, close } = await openStores({ DATA_DIR });
    onTestFinished(() => close().catch(() => {}));
    expect(await isHealthy()).toBe(true);
    damage(join(DATA_DIR, "site.db"));
    await vi.waitUntil(async () => !(await isHealthy()), { timeout: 20_000 });
  });
});

it("a damaged picture breaks no page, also after a restart", async () => {
  const DATA_DIR = dataFolder();
  const site = await openSite({ DATA_DIR });
  const fields = { Nom: "Bal", mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", hp: "" };
  const image = new File([new Uint8Array(await jpeg(600, 400, 3))], "affiche.jpg");
  expect((await site.upload("/evenement/create", { ...fields, image }, await site.signIn())).status).toBe(302);
  const names = [...storedFiles(DATA_DIR).keys()].filter((name) => name.endsWith(".webp"));
  const [first = "", second = ""] = names.map((name) => name.slice("variantes/".length));
  const db = openDatabase(join(DATA_DIR, "site.db"));
  db.prepare("UPDATE files SET bytes = substr(bytes, 1, 10) WHERE name = ?").run(`variantes/${first}`);
  db.prepare("DELETE FROM files WHERE name = ?").run(`variantes/${second}`);
  db.close();
  const statusOf = async (path: string) => (await site.request(path)).status;
  expect(await statusOf("/planning")).toBe(200);
  expect(await statusOf(`/images/evenements/Bal0825/${first}`)).toBe(200);
  expect(await statusOf(`/images/evenements/Bal0825/${second}`)).toBe(404);
  await site.close();
  const again = await openSite({ DATA_DIR });
  onTestFinished(() => again.close());
  expect((await again.request("/planning")).status).toBe(200);
});
