/** Upgrades on a machine of their own: the old site or the new one, whatever happens, and nothing lost. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fillSite, type State, stateOf, tablesOf } from "#tests/backup/site.ts";
import { freePort } from "#tests/free-ports.ts";
import { COMMITTEE } from "#tests/server/visit.ts";
import { CAN_MOUNT, mountFor } from "#tests/small-disk.ts";
import { type Installed, install, NEW, OLD } from "#tests/upgrade/installed.ts";

let machine: Installed;
let smtp: SMTPServer;
/** The data folder of a site that has sent its mail and was stopped. */
let template: string;
let mails = 0;

const UNIT = "deploy/jeunesse.service";
const MIGRATION = "adapters/embedded/migrations/9000-trial.sql";
const base = () => `http://localhost:${machine.port}`;

async function version(): Promise<string | null> {
  try {
    const response = await fetch(`${base()}/healthz`);
    return response.ok ? `v${((await response.json()) as { version: string }).version}` : null;
  } catch {
    return null;
  }
}

const start = async () => {
  machine.systemctl("start");
  await vi.waitFor(async () => expect(await version()).not.toBeNull(), { timeout: 30_000 });
};

/** As Caddy does it: who comes while the site is away waits. */
async function send(subject: string): Promise<boolean> {
  const body = new URLSearchParams({
    nom: "Maxime",
    email: "maxime@exemple.ch",
    sujet: subject,
    message: "Bonjour",
    hp: "",
  });
  for (;;) {
    const sent = fetch(`${base()}/contact`, { method: "POST", headers: { origin: base() }, body, redirect: "manual" });
    const status = await sent.then(
      (response) => response.status,
      (fault) => (isRefused(fault) ? "away" : "cut"),
    );
    if (status !== "away") return status === 200 || status === 303;
    await pause(50);
  }
}

const isRefused = (fault: unknown): boolean => (fault as { cause?: { code?: string } }).cause?.code === "ECONNREFUSED";

const subjects = () =>
  (tablesOf(join(machine.dataDir, "site.db")).documents ?? [])
    .map(String)
    .filter((line) => line.startsWith('{"collection":"inbox"'))
    .flatMap((line) => /"subject\\*":\\*"([^"\\]+)/.exec(line)?.[1] ?? []);

beforeAll(async () => {
  const port = await freePort();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      stream.resume().once("end", () => {
        mails++;
        done();
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(port, "127.0.0.1", ready));
  machine = await install({
    MAIL: "smtp",
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: "site@exemple.ch",
    MAIL_TO: "comite@exemple.ch",
    ...COMMITTEE,
  });
  template = mkdtempSync(join(tmpdir(), "jeunesse-avant-"));
  await fillSite(machine.dataDir);
  await start();
  await vi.waitFor(() => expect(mails).toBe(1), { timeout: 20_000 });
  machine.systemctl("stop");
  cpSync(machine.dataDir, template, { recursive: true, preserveTimestamps: true });
});

afterAll(() => {
  machine.remove();
  rmSync(template, { recursive: true, force: true });
  return new Promise<void>((done) => smtp.close(done));
});

beforeEach(() => {
  machine.reset(template);
  machine.publish(NEW, { [MIGRATION]: "CREATE TABLE trial (x TEXT) STRICT;" });
  mails = 0;
});

/** @returns what a folder holds, but for the document that /healthz writes */
function contentOf(dataDir: string): State {
  const { tables = {}, files = {} } = stateOf(dataDir) ?? {};
  const documents = tables.documents?.filter((row) => !/"collection":"state","id":"health"/.test(String(row))) ?? [];
  return { files, tables: { ...tables, documents } };
}

/** Nothing is left of the attempt, and the older site goes on with what it held. */
async function expectAsBefore(): Promise<void> {
  expect(machine.inUse()).toBe(OLD);
  expect(machine.releases()).toEqual([OLD]);
  expect(existsSync(join(machine.root, "srv/jeunesse/upgrade.json"))).toBe(false);
  await expect.poll(version, { timeout: 30_000 }).toBe(OLD);
  machine.systemctl("stop");
  expect(contentOf(machine.dataDir)).toEqual(contentOf(template));
  expect(mails).toBe(0);
}

describe("an upgrade", () => {
  it("loses nothing of what visitors send meanwhile, and says what is new", async () => {
    await start();
    machine.publish(NEW, { "CHANGELOG.md": "# Nouveautés\n\n## 0.3.0\n\nUne corbeille.\n\n## 0.2.0\n\nUn site.\n" });
    const acknowledged: string[] = [];
    let isOver = false;
    const visitors = Array.from({ length: 3 }, async (_, visitor) => {
      for (let n = 0; !isOver; n++)
        if (await send(`Question ${visitor} ${n}`)) acknowledged.push(`Question ${visitor} ${n}`);
    });
    const { code, output } = await machine.upgrade();
    isOver = true;
    await Promise.all(visitors);
    expect(output).toContain("Une corbeille.");
    expect(output).not.toContain("Un site.");
    expect(code).toBe(0);
    expect(machine.inUse()).toBe(NEW);
    expect(machine.releases()).toEqual([OLD, NEW]);
    expect(await version()).toBe(NEW);
    expect((await machine.upgrade()).output).toContain(`${NEW} is the newest release.`);
    machine.systemctl("stop");
    const kept = subjects();
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    expect(kept.length).toBe(new Set(kept).size);
    expect(tablesOf(join(machine.dataDir, "site.db"))).toHaveProperty("trial");
  });

  it.each([
    ["whose migration fails", { [MIGRATION]: "CREATE TABLE trial (x TEXT) STRICT; INSERT INTO absent VALUES (1);" }],
    ["that ends as it starts", { "server/index.ts": "process.exit(7);" }],
    ["that migrates and then is not well", { "server/http/health.ts": "export const serveHealth = () => {};" }],
    ["whose unit starts nothing", { [UNIT]: "[Service]\nExecStart=/bin/false\n" }],
    ["that has lost its unit", { [UNIT]: null }],
  ])("to a release %s leaves program and data as they were, and no mail goes out twice", async (_, files) => {
    await start();
    machine.publish(NEW, files);
    const { code, output } = await machine.upgrade();
    expect(output).toContain(`Everything is as it was: ${OLD} runs again.`);
    expect(code).toBe(1);
    await expectAsBefore();
  });

  it.each([
    ["whose repository does not answer", "origin", "origin.away"],
    ["that npm does not build", "npm-works", "npm-fails"],
  ])("to a release %s touches nothing", async (_, from, to) => {
    await start();
    renameSync(join(machine.root, from), join(machine.root, to));
    const { code } = await machine.upgrade();
    renameSync(join(machine.root, to), join(machine.root, from));
    expect(code).toBe(1);
    expect(await version()).toBe(OLD);
    await expectAsBefore();
  });

  it("does not say that the older release runs when it does not answer", async () => {
    await start();
    machine.publish(NEW, { "server/index.ts": "process.exit(7);" });
    const unit = join(machine.root, "srv/jeunesse/releases", OLD, UNIT);
    const text = readFileSync(unit, "utf8");
    writeFileSync(unit, "[Service]\nExecStart=/bin/false\n");
    const { code, output } = await machine.upgrade();
    writeFileSync(unit, text);
    expect(output).toContain(`${OLD} does not answer that it is well. jeunesse logs says why.`);
    expect(output).not.toContain("runs again");
    expect(code).toBe(1);
    machine.systemctl("stop");
    expect(contentOf(machine.dataDir)).toEqual(contentOf(template));
  });

  it("to a release that an earlier attempt has built is built anew, as its tag may have moved", async () => {
    await start();
    const stale = join(machine.root, "srv/jeunesse/releases", NEW, "stale");
    mkdirSync(stale, { recursive: true });
    expect((await machine.upgrade()).code).toBe(0);
    expect(existsSync(stale)).toBe(false);
    expect(await version()).toBe(NEW);
  });

  it.runIf(CAN_MOUNT)(
    "without room for the way back (needs the right to mount a small disk) is not tried",
    async () => {
      mountFor(machine.dataDir, "14m");
      cpSync(template, machine.dataDir, { recursive: true, preserveTimestamps: true });
      await start();
      const older = join(machine.root, `backups/avant-${NEW}.tar`);
      writeFileSync(older, "of an earlier attempt");
      const { output } = await machine.upgrade();
      expect(output).toMatch(/cli\/restore\.ts \S+` failed\. Everything is as it was/);
      expect(output).not.toContain(`Trying ${NEW}`);
      expect(readFileSync(older, "utf8")).toBe("of an earlier attempt");
      expect(readdirSync(join(machine.root, "backups"))).toEqual([`avant-${NEW}.tar`]);
      rmSync(join(machine.root, "srv/jeunesse/releases", NEW), { recursive: true });
      await expectAsBefore();
    },
  );

  it.runIf(CAN_MOUNT)(
    "whose migration fills the disk (needs the right to mount a small one) is taken back",
    async () => {
      mountFor(machine.dataDir, "24m");
      cpSync(template, machine.dataDir, { recursive: true, preserveTimestamps: true });
      await start();
      machine.publish(NEW, {
        [MIGRATION]: "CREATE TABLE trial (x BLOB); INSERT INTO trial VALUES (randomblob(60000000));",
      });
      expect((await machine.upgrade()).output).toContain(`Everything is as it was: ${OLD} runs again.`);
      await expectAsBefore();
    },
  );

  it.runIf(CAN_MOUNT)("for which the disk has no room (needs the same right) is not begun", async () => {
    mountFor(join(machine.root, "backups"), "300k");
    await start();
    const { code, output } = await machine.upgrade();
    expect(output).toMatch(/has 1 MB left, and an upgrade needs \d+ MB/);
    expect(code).toBe(1);
    await expectAsBefore();
  });

  it("that is cut by a lost current at any step is the old site or the new one after the next start", async () => {
    let cuts = 0;
    for (let step = 1; ; step++) {
      machine.reset(template);
      machine.publish(NEW, { [MIGRATION]: "CREATE TABLE trial (x TEXT) STRICT;" });
      await start();
      const { code } = await machine.upgrade([], step);
      if (code === 0) break;
      cuts++;
      expect(code, `cut at command ${step}`).toBeNull();
      machine.systemctl("stop");
      await start();
      const runs = await version();
      expect(runs, `after a cut at command ${step}`).toBe(machine.inUse());
      machine.systemctl("stop");
      const { trial, migrations, ...tables } = contentOf(machine.dataDir).tables;
      const { migrations: known, ...expected } = contentOf(template).tables;
      expect(tables).toEqual(expected);
      expect(trial !== undefined).toBe(runs === NEW);
      expect(migrations?.length).toBe((known?.length ?? 0) + (runs === NEW ? 1 : 0));
    }
    // Fetching, building, the backup, the trial, the start: each of them is a command of its own.
    expect(cuts).toBeGreaterThan(9);
  });
});
