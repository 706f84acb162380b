import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { stateOf } from "#tests/backup/site.ts";
import { writeFigures } from "#tests/figures.ts";
import { storedFiles } from "#tests/stored-files.ts";
import { command, commandHere } from "./command.ts";
import { dataFolder, start } from "./process.ts";
import { announce, committeeFolder, contentsOf, remove, signIn, write } from "./visit.ts";

/** Number of backups, one after the other, while clients use the site. */
const BACKUPS = 3;
/** Number of concurrent clients, and the maximum number of events that each of them adds. */
const CLIENTS = 3;
const ROUNDS = 15;

type Trace = { name: string; created: number; deletion?: number; deleted?: number };

/** Uploads events, sends messages and deletes events until `cease`. Times are in milliseconds. */
function load(url: string, cookie: string) {
  const events: Trace[] = [];
  const messages: { subject: string; received: number }[] = [];
  let done = false;
  async function client(who: number): Promise<void> {
    for (let round = 0; round < ROUNDS && !done; round++) {
      const name = `Fete${"abc"[who]}${"abcdefghijklmnopqrst"[round]}`;
      expect((await announce(url, name, cookie)).status).toBe(302);
      const trace: Trace = { name, created: performance.now() };
      events.push(trace);
      expect((await write(url, name)).status).toBe(200);
      messages.push({ subject: name, received: performance.now() });
      if (round % 2 === 0) continue;
      trace.deletion = performance.now();
      expect((await remove(url, name, cookie)).status).toBe(302);
      trace.deleted = performance.now();
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, who) => client(who)));
  return {
    events,
    messages,
    cease: async () => {
      done = true;
      await clients;
    },
  };
}

type Files = ReturnType<typeof storedFiles>;

async function expectPictures(names: readonly string[], restored: Files, current: Files): Promise<void> {
  for (const name of names) {
    const bytes = restored.get(name) ?? new Uint8Array();
    await sharp(bytes).stats();
    if (current.has(name)) expect(Buffer.compare(bytes, current.get(name) ?? bytes)).toBe(0);
  }
}

describe("a backup taken while visitors write and the committee uploads and deletes", () => {
  it("holds everything that was confirmed before, no incomplete data, and the site starts with it", async () => {
    const DATA_DIR = await committeeFolder();
    const site = await start({ DATA_DIR });
    const cookie = await signIn(site.url);
    const { events, messages, cease } = load(site.url, cookie);
    const folder = dataFolder();
    const windows: { from: number; a: number; file: string }[] = [];
    for (let n = 0; n < BACKUPS; n++) {
      const file = join(folder, `${n}.db`);
      const from = performance.now();
      expect(await command("backup", { DATA_DIR }, file)).toMatchObject({ code: 0, error: "" });
      windows.push({ from, a: performance.now(), file });
    }
    await cease();

    let images = 0;
    for (const { from, a, file } of windows) {
      const fresh = join(dataFolder(), "neuf");
      expect(await commandHere("restore", { DATA_DIR: fresh }, file)).toMatchObject({ code: 0, error: "" });
      const restored = contentsOf(fresh);
      const expectations = events.filter(({ created, deletion }) => created < from && !(deletion && deletion < a));
      const erased = events.filter(({ deleted }) => deleted && deleted < from);
      for (const { name } of expectations) expect(restored.events).toContain(name);
      for (const { name } of erased) expect(restored.events).not.toContain(name);
      for (const { subject } of messages.filter(({ received }) => received < from))
        expect(restored.messages.filter((one) => one === subject)).toHaveLength(1);
      expect(new Set(restored.messages).size).toBe(restored.messages.length);
      await expectPictures(restored.images, storedFiles(fresh), storedFiles(DATA_DIR));
      images += restored.images.length;
    }

    // Without concurrent writes, a backup is equal to the site, row by row.
    expect(await site.stop("SIGTERM")).toBe(0);
    const last = join(folder, "derniere.db");
    expect((await commandHere("backup", { DATA_DIR }, last)).code).toBe(0);
    const fresh = join(dataFolder(), "neuf");
    expect((await commandHere("restore", { DATA_DIR: fresh }, last)).code).toBe(0);
    expect(stateOf(fresh)).toEqual(stateOf(DATA_DIR));

    const second = await start({ DATA_DIR: fresh });
    await signIn(second.url);
    const planning = await (await fetch(`${second.url}/planning/2025`)).text();
    for (const { name, deleted } of events) expect(planning.includes(`>${name}<`)).toBe(deleted === undefined);
    writeFigures("r4-sauvegarde-en-service", {
      promise: "A backup of a site in use is complete and restores to it",
      figures: `${BACKUPS} backups during ${events.length} uploads and ${messages.length} messages: ${images} picture files compared, none missing`,
    });
  });
});

describe("npm run backup and npm run restore", () => {
  it("report what they did, refuse a running site, and restore the earlier state", async () => {
    const DATA_DIR = await committeeFolder();
    const site = await start({ DATA_DIR });
    expect((await write(site.url, "Avant")).status).toBe(200);
    const made = await commandHere("backup", { DATA_DIR });
    const file = made.output.split("\n", 1)[0] ?? "";
    expect(file).toMatch(/sauvegardes\/jeunesse-\d{8}-\d{6}Z\.db$/);
    expect((await write(site.url, "Après")).status).toBe(200);
    expect(await commandHere("restore", { DATA_DIR }, file)).toEqual({
      code: 1,
      output: "",
      error: `A site is running on ${DATA_DIR}: stop it first. Nothing was changed.\n`,
    });
    await site.stop("SIGKILL");
    const backTo = await command("restore", { DATA_DIR }, file);
    expect([backTo.code, backTo.error]).toEqual([0, ""]);
    expect(contentsOf(DATA_DIR).messages).toEqual(["Avant"]);
    const before = /previous state is in (\S+):/.exec(backTo.output)?.[1] ?? "";
    expect(contentsOf(before).messages).toEqual(["Avant", "Après"]);
  });

  it.each([
    ["backup", ["--vite"]],
    ["restore", []],
  ] as const)("%s prints its usage for the arguments %j", async (name, args) => {
    const { code, error } = await commandHere(name, { DATA_DIR: dataFolder() }, ...args);
    expect([code, error.split("\n", 1)[0]]).toEqual([2, expect.stringContaining(`Usage: npm run ${name}`)]);
  });

  it("never overwrite a file", async () => {
    const DATA_DIR = dataFolder();
    const { code, error } = await commandHere("backup", { DATA_DIR }, join(import.meta.dirname, "../../README.md"));
    expect([code, error]).toEqual([1, expect.stringContaining("exists already")]);
  });
});
