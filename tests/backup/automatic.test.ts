/** The backups that a site makes by itself: their port, and when the server asks for them. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as tour } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSauvegardes } from "#adapters/embedded/backup/sauvegardes.ts";
import { lockFolder } from "#adapters/embedded/folder-lock.ts";
import { startBackups } from "#server/backups.ts";
import { backupHealth, onceASecond } from "#server/health.ts";
import { fillSite, scratch } from "./site.ts";

const JOUR_MS = 24 * 60 * 60 * 1000;
/** So often the other work of the process gets its turn during a backup, at the least. */
const TOURS = 10;

async function place(keep = 2) {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  const directory = join(scratch(), "sauvegardes");
  let instant = new Date("2026-11-21T13:00:00Z");
  const sauvegardes = createSauvegardes({ dataDir, directory, keep, now: () => instant });
  onTestFinished(() => sauvegardes.stop());
  return {
    dataDir,
    directory,
    sauvegardes,
    clock: { now: () => instant },
    avancer: (ms: number) => {
      instant = new Date(instant.getTime() + ms);
    },
    fichiers: () => readdirSync(directory).sort(),
  };
}

describe("the site’s own backups", () => {
  it("are kept up to the number that is set, the oldest going first, and nothing else goes", async () => {
    const { sauvegardes, avancer, fichiers, directory } = await place();
    expect(await sauvegardes.etat()).toEqual({ derniere: null, echecLe: null, gardees: 2 });
    for (let n = 0; n < 3; n++) {
      await sauvegardes.faire();
      if (n === 0) writeFileSync(join(directory, "à garder.tar"), "");
      avancer(JOUR_MS);
    }
    expect(fichiers()).toEqual(["jeunesse-20261122-130000Z.tar", "jeunesse-20261123-130000Z.tar", "à garder.tar"]);
    expect((await sauvegardes.etat()).derniere).toEqual(new Date("2026-11-23T13:00:00Z"));
  });

  it("that fail are told until one goes well, and the earlier ones stay", async () => {
    const { sauvegardes, dataDir, avancer, fichiers, clock } = await place(1);
    await sauvegardes.faire();
    const avant = fichiers();
    avancer(JOUR_MS);
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    await expect(sauvegardes.faire()).rejects.toThrow("Another backup");
    expect(await backupHealth({ sauvegardes, clock })).toMatchObject({ etat: "echec" });
    expect(fichiers()).toEqual(avant);
    unlock?.();
    await sauvegardes.faire();
    expect(await backupHealth({ sauvegardes, clock })).toMatchObject({ etat: "ok" });
  });

  it("are one when two are asked for at the same time, and let everything else go on meanwhile", async () => {
    const { sauvegardes, fichiers } = await place();
    let fini = false;
    const deux = Promise.all([sauvegardes.faire(), sauvegardes.faire()]).finally(() => {
      fini = true;
    });
    let tours = 0;
    for (; !fini; tours++) await tour();
    await deux;
    expect(fichiers()).toHaveLength(1);
    expect(tours).toBeGreaterThan(TOURS);
  });

  it("are given up when the site stops: no half file counts, and the next one clears up", async () => {
    const { sauvegardes, fichiers, directory } = await place();
    const faite = sauvegardes.faire().catch((panne: Error) => panne.message);
    await sauvegardes.stop();
    const issue = await faite;
    if (typeof issue === "string") expect((await sauvegardes.etat()).derniere).toBeNull();
    await sauvegardes.faire();
    expect(fichiers()).not.toEqual([]);
    for (const nom of fichiers()) expect(nom).toMatch(/^jeunesse-\d{8}-\d{6}Z\.tar$/);
    expect(directory).toBeTruthy();
  });
});

describe("the server", () => {
  const CADENCE = { premiereMs: 1, pasMs: 1, repriseMs: 1 };

  it("makes the first one soon after the start, then one a day", async () => {
    const { sauvegardes, clock, avancer, fichiers } = await place(5);
    const pannes: unknown[] = [];
    const { stop } = startBackups({ sauvegardes, clock }, (panne) => panne && pannes.push(panne), CADENCE);
    onTestFinished(stop);
    const derniere = async () => (await sauvegardes.etat()).derniere?.getTime();
    await vi.waitUntil(async () => (await derniere()) === clock.now().getTime(), { timeout: 20_000 });
    expect(fichiers()).toHaveLength(1);
    avancer(JOUR_MS);
    await vi.waitUntil(async () => (await derniere()) === clock.now().getTime(), { timeout: 20_000 });
    expect(fichiers()).toHaveLength(2);
    expect(pannes).toEqual([]);
  });

  it("makes none where none is wanted", async () => {
    const { sauvegardes, clock } = await place(0);
    let demandes = 0;
    const { promise: regarde, resolve } = Promise.withResolvers<void>();
    const espion = {
      ...sauvegardes,
      etat: async () => {
        if (++demandes === 3) resolve();
        return sauvegardes.etat();
      },
    };
    const { stop } = startBackups({ sauvegardes: espion, clock }, () => {}, CADENCE);
    onTestFinished(stop);
    await regarde;
    expect((await sauvegardes.etat()).derniere).toBeNull();
  });

  it("tells of a failure and tries again", async () => {
    const { sauvegardes, clock, dataDir } = await place();
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    const pannes: string[] = [];
    const { stop } = startBackups({ sauvegardes, clock }, (panne, ou) => panne && pannes.push(ou), CADENCE);
    onTestFinished(stop);
    await vi.waitUntil(() => pannes.length > 0, { timeout: 20_000 });
    expect(pannes[0]).toMatch(/^backup: Another backup of /);
    unlock?.();
    await vi.waitUntil(async () => (await sauvegardes.etat()).derniere !== null, { timeout: 20_000 });
  });
});

describe("the health check", () => {
  it("writes to the disk once a second at most, however often it is asked, and whatever the clock does", async () => {
    let [ecritures, maintenant] = [0, 0];
    const check = onceASecond(
      () => ++ecritures > 0,
      () => maintenant,
    );
    for (let n = 0; n < 1000; n++) expect(await check()).toBe(true);
    expect(ecritures).toBe(1);
    maintenant = 1000;
    await check();
    expect(ecritures).toBe(2);
  });
});
