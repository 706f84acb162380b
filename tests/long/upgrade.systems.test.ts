/** Upgrades on a booted Debian: whatever fails, the former or the new release runs on the data, and nothing is lost. */
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fillSite, type State, stateOf, tablesOf } from "#tests/backup/site.ts";
import { HAS_CADDY, startCaddy } from "#tests/deploy/caddy.ts";
import { NO_DEBIAN } from "#tests/deploy/debian.ts";
import { writeFigures } from "#tests/figures.ts";
import { freePort } from "#tests/free-ports.ts";
import { COMMITTEE, messageFields } from "#tests/server/visit.ts";
import { ROOT } from "#tests/start/sources.ts";
import { NEW, OLD, openServer, type Server } from "#tests/upgrade/server.ts";

const UNIT = "deploy/jeunesse.service";
const MIGRATION = "adapters/sqlite/migrations/9000-next.sql";
const FORMAT = "domain/format.ts";
const HEALTH = "server/http/health.ts";

const sourceOf = (name: string) => readFileSync(join(ROOT, name), "utf8");
const RAISES_TABLES = { [MIGRATION]: "CREATE TABLE next (x TEXT) STRICT;" };
const RAISES_FORMAT = { [FORMAT]: sourceOf(FORMAT).replace("newest: 2", "newest: 3") };
const WELL_IN_REHEARSAL_ONLY = {
  [HEALTH]: sourceOf(HEALTH).replace("c.json(body, ok ?", 'c.json(body, ok && process.env.REHEARSAL === "on" ?'),
};
const HOME_FAILS = {
  [HEALTH]: sourceOf(HEALTH).replace(
    '  app.get("/healthz"',
    '  app.get("/", (c) => c.text("", 500));\n  app.get("/healthz"',
  ),
};

let machine: Server;
let smtp: SMTPServer;
/** Data folder of a stopped site that has sent its mail. */
let template: string;
let mails = 0;
let visits = 0;

const base = () => `http://127.0.0.1:${machine.port}`;
const data = () => machine.at("var/lib/jeunesse");
const inUse = () => basename(readlinkSync(machine.at("srv/jeunesse/current")));
const releases = () => readdirSync(machine.at("srv/jeunesse/releases")).sort();
const backups = () => readdirSync(machine.at("var/backups/jeunesse"));
const hasCopy = () => existsSync(join(data(), "repetition"));
const jeunesse = (words: string) => machine.run(`jeunesse ${words}`);
const tables = () => tablesOf(join(data(), "site.db"));

async function upgradeSucceeds(): Promise<void> {
  const { code, output } = await jeunesse("upgrade");
  expect(code, output).toBe(0);
}

async function version(): Promise<string | null> {
  const response = await fetch(`${base()}/healthz`).catch(() => null);
  return response?.ok ? `v${((await response.json()) as { version: string }).version}` : null;
}

const expectRunning = (release: string) =>
  vi.waitFor(async () => expect(await version()).toBe(release), { timeout: 30_000, interval: 100 });

/** Sends a message from an address of its own. Resolves with the status; null if the connection was refused or broken. */
async function send(subject: string, url = base()): Promise<number | null> {
  const address = `127.0.1.${(visits++ % 250) + 1}`;
  const headers = { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" };
  const sent = request(`${url}/contact`, {
    method: "POST",
    headers: { ...headers, "x-forwarded-for": address },
    localAddress: address,
    agent: false,
  });
  sent.end(new URLSearchParams(messageFields(subject)).toString());
  try {
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    for await (const _ of answer);
    return answer.statusCode ?? null;
  } catch {
    return null;
  }
}

const isTaken = (status: number | null) => status !== null && status < 400;

const subjects = () =>
  (tables().documents ?? []).flatMap(
    (row) => /^\{"collection":"inbox".*"subject\\*":\\*"([^"\\]+)/s.exec(String(row))?.[1] ?? [],
  );

/** Reads a page all the time. @returns the longest time between two answers, in milliseconds, and the result of `work` */
async function longestGap<T>(url: string, work: () => Promise<T>): Promise<{ gap: number; result: T }> {
  let [gap, seen, isOver] = [0, performance.now(), false];
  const read = async () => {
    for (let isLast = false; !isLast; await pause(20)) {
      isLast = isOver;
      if (!(await fetch(`${url}/planning`).catch(() => null))?.ok) continue;
      gap = Math.max(gap, performance.now() - seen);
      seen = performance.now();
    }
  };
  const reading = read();
  const result = await work();
  isOver = true;
  await reading;
  return { gap, result };
}

/** Sends a message as soon as the site does not accept connections. */
async function sendWhileStopped(subject: string, url: string): Promise<{ status: number | null; ms: number }> {
  while (
    await fetch(`${base()}/favicon.svg`).then(
      () => true,
      () => false,
    )
  )
    await pause(5);
  const start = performance.now();
  const status = await send(subject, url);
  return { status, ms: performance.now() - start };
}

/** @returns the content of a data folder, without the documents that a running site writes about itself */
function contentOf(dataDir: string): State {
  const found = stateOf(dataDir) ?? {};
  const documents = found.documents?.filter((row) => !/"collection":"state"/.test(row)) ?? [];
  return { ...found, documents };
}

/** Checks that the former release runs with the former data, and that nothing is left of the upgrade. */
async function expectAsBefore(): Promise<void> {
  await expectRunning(OLD);
  expect([inUse(), releases(), hasCopy()]).toEqual([OLD, [OLD], false]);
  const { output } = await machine.run("ps -eo args; systemctl stop jeunesse.service");
  expect(output).not.toMatch(/cli\/upgrade|npm|rehears/);
  expect(contentOf(data())).toEqual(contentOf(template));
  expect(mails).toBe(0);
}

const WHY = NO_DEBIAN || (HAS_CADDY ? "" : " (left out: install caddy)");

describe.skipIf(WHY !== "")(`a booted server${WHY}`, () => {
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), "jeunesse-before-"));
    const port = await freePort();
    const onData: SMTPServerOptions["onData"] = (stream, _, done) => {
      mails++;
      stream.resume().once("end", done);
    };
    smtp = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onData });
    await new Promise<void>((ready) => smtp.listen(port, "127.0.0.1", ready));
    machine = await openServer({
      MAIL: "smtp",
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "site@exemple.ch",
      MAIL_TO: "a@exemple.ch",
      PUBLIC_URL: "http://localhost:3000",
      TRUST_PROXY: "1",
      ...COMMITTEE,
    });
    await fillSite(template);
    await machine.reset(template);
    await vi.waitFor(() => expect(mails).toBe(1), { timeout: 30_000 });
    await expectRunning(OLD);
    await machine.run("systemctl stop jeunesse.service");
    rmSync(template, { recursive: true });
    cpSync(data(), template, { recursive: true, preserveTimestamps: true });
  });

  afterAll(async () => {
    await machine?.remove();
    rmSync(template, { recursive: true, force: true });
    await new Promise<void>((done) => smtp.close(done));
  });

  beforeEach(async () => {
    await machine.reset(template);
    await expectRunning(OLD);
    machine.publish(NEW, RAISES_TABLES);
    mails = 0;
  });

  it("is upgraded while visitors read and write: readers wait 3 s at most, a form sent meanwhile is held and answered, and no accepted message is lost", async () => {
    const known = sourceOf("CHANGELOG.md");
    machine.publish(NEW, { ...RAISES_TABLES, "CHANGELOG.md": `## 0.3.0\n\nUne corbeille.\n\n${known}` });
    const { url } = await startCaddy(machine.at("root/caddy"), machine.port);
    const restart = await longestGap(url, async () => {
      await machine.run("systemctl restart jeunesse.service");
      await expectRunning(OLD);
    });
    const taken: string[] = [];
    const refusals: (number | null)[] = [];
    let isOver = false;
    const writer = async (_: unknown, visitor: number) => {
      for (let n = 0; !isOver; n++, await pause(300)) {
        const status = await send(`Question ${visitor} ${n}`, url);
        if (isTaken(status)) taken.push(`Question ${visitor} ${n}`);
        else refusals.push(status);
      }
    };
    const visitors = Array.from({ length: 3 }, writer);
    const held = sendWhileStopped("Au milieu", url);
    const { gap, result } = await longestGap(url, () => jeunesse("upgrade"));
    const { code, output } = result;
    isOver = true;
    await Promise.all(visitors);
    expect(output).toContain(`${NEW} runs. jeunesse rollback leads back to ${OLD}.\n## 0.3.0\nUne corbeille.`);
    expect(output).not.toContain("## 0.2.0");
    expect(code).toBe(0);
    // A busy machine takes longer for a restart too.
    expect(gap).toBeLessThan(Math.max(3000, 3 * restart.gap));
    expect(isTaken((await held).status)).toBe(true);
    // A form between whose two requests the site stops: one a stop at most.
    expect(refusals.length).toBeLessThan(2);
    expect([inUse(), await version(), releases(), hasCopy()]).toEqual([NEW, NEW, [OLD, NEW], false]);
    expect((await jeunesse("upgrade")).output).toBe(`${NEW} is the newest release.\n`);
    await expect.poll(() => mails, { timeout: 60_000 }).toBe(subjects().length - 1);
    await machine.run("systemctl stop jeunesse.service");
    expect(taken.length).toBeGreaterThan(5);
    expect(subjects()).toEqual(expect.arrayContaining([...taken, "Au milieu"]));
    expect(new Set(subjects()).size).toBe(subjects().length);
    expect(tables()).toHaveProperty("next");
    const ms = (time: number) => `${Math.round(time)} ms`;
    writeFigures("u1-mise-a-jour", {
      promise: "An upgrade loses no form, and readers wait 3 s at most",
      figures: `${taken.length} forms stored, ${refusals.length} refused; a reader waited ${ms(gap)} (${ms(restart.gap)} for a restart), a form ${ms((await held).ms)}`,
    });
  });

  it.each([
    ["whose installation fails", {}, "touch /root/npm-fails-at-ci"],
    ["whose build fails", {}, "touch /root/npm-fails-at-build"],
    ["that ends as it starts", { "server/index.ts": "process.exit(7);" }],
    ["that migrates and then is not well", { [HEALTH]: "export const serveHealth = () => {};" }],
    ["whose home page fails", HOME_FAILS],
    ["whose migration fails", { [MIGRATION]: "CREATE TABLE next (x TEXT); INSERT INTO absent VALUES (1);" }],
    ["that its unit lets do nothing", { [UNIT]: "[Service]\nExecStart=/bin/false\n" }],
    ["that has lost its unit", { [UNIT]: null }],
    [
      "that fails outside of a rehearsal only",
      { "server/index.ts": 'if (process.env.REHEARSAL !== "on") process.exit(7);' },
    ],
  ])("to a release %s leaves program and data unchanged, and sends no mail twice", async (_, files, line = "true") => {
    machine.publish(NEW, { ...RAISES_TABLES, ...files });
    await machine.run(line);
    const { code, output } = await jeunesse("upgrade");
    expect(output).toMatch(new RegExp(`\n(?:Everything is as it was: ${OLD} runs\\.)\n$`));
    expect(code).toBe(1);
    await expectAsBefore();
  });

  it.each([
    ["tables", RAISES_TABLES],
    ["format", RAISES_FORMAT],
  ])(
    "to a release that raises the %s and then fails goes back to the backup of the moment before, and names what came since",
    async (_, files) => {
      machine.publish(NEW, { ...files, ...WELL_IN_REHEARSAL_ONLY });
      const upgrade = jeunesse("upgrade");
      // The new release takes forms although it says that it is not well.
      const isSent = async () => inUse() === NEW && isTaken(await send("Trop tard"));
      await vi.waitUntil(isSent, { timeout: 60_000, interval: 200 });
      const { code, output } = await upgrade;
      expect(output).toMatch(
        new RegExp(
          `${NEW} does not answer that it is well.*\n${OLD} runs again\\. It has the data of /var/backups/jeunesse/\\S+\\. ` +
            "What came since \\(1 sign-ups and messages\\b.*\\) is in /var/lib/jeunesse/avant-restauration-\\S+\\.\n$",
        ),
      );
      expect(code).toBe(1);
      mails = 0;
      await expectAsBefore();
    },
  );

  it("to a release that does not raise the format and then fails keeps the present data, with what came meanwhile", async () => {
    machine.publish(NEW, WELL_IN_REHEARSAL_ONLY);
    const upgrade = jeunesse("upgrade");
    const isSent = async () => inUse() === NEW && isTaken(await send("Entre deux"));
    await vi.waitUntil(isSent, { timeout: 60_000, interval: 200 });
    const { code, output } = await upgrade;
    expect([code, output]).toEqual([1, expect.stringContaining(`\nEverything is as it was: ${OLD} runs.\n`)]);
    expect([inUse(), backups(), subjects().toSorted()]).toEqual([OLD, [], ["Brisolée", "Entre deux"]]);
  });

  it("whose database is damaged is not upgraded, and the message does not say that it runs", async () => {
    const database = "/var/lib/jeunesse/site.db";
    await machine.run(`systemctl stop jeunesse; dd if=/dev/zero of=${database} bs=4096 seek=2 count=4 conv=notrunc`);
    const before = await machine.run(`md5sum ${database}`);
    const { code, output } = await jeunesse("upgrade");
    expect(output).toMatch(
      /\n(?:.* copy.* failed\.|v0\.3\.0 does not run: .*)\nv0\.2\.0 is in use\. v0\.2\.0 does not .*says why\.\n$/,
    );
    expect([code, inUse(), releases()]).toEqual([1, OLD, [OLD]]);
    expect(await machine.run(`md5sum ${database}`)).toEqual(before);
  });

  const FILLS = "CREATE TABLE next (x BLOB); INSERT INTO next VALUES (randomblob(200000000));";
  it.each([
    [
      "for which the disk has no room",
      "60m",
      RAISES_TABLES,
      /has \d+ MB left, and an upgrade needs \d+ MB: make room\./,
    ],
    ["whose migration fills the disk", "120m", { [MIGRATION]: FILLS }, /does not run: journalctl/],
  ])("to a release %s leaves program and data unchanged", async (_, size, files, sentence) => {
    machine.publish(NEW, files);
    const move = (line: string) =>
      machine.run(`systemctl stop jeunesse; cp -a /var/lib/jeunesse /root/kept; ${line}
      cp -a /root/kept/. /var/lib/jeunesse; rm -r /root/kept; systemctl start jeunesse`);
    await move(`mount -t tmpfs -o size=${size},mode=700,uid=$(id -u jeunesse) tmpfs /var/lib/jeunesse`);
    const { output } = await jeunesse("upgrade");
    await move("umount /var/lib/jeunesse");
    expect(output).toMatch(sentence);
    expect(output).toContain(`Everything is as it was: ${OLD} runs.`);
    await expectAsBefore();
  });

  it("continues to run after Ctrl-C during an upgrade, and the upgrade ends", async () => {
    for (const line of ["Building", "Rehearsing", "Switching"]) {
      await machine.reset(template);
      const typed = "env --default-signal=INT setsid jeunesse upgrade >/root/terminal 2>&1 & echo $!";
      const group = (await machine.run(typed)).output.trim();
      await machine.run(`until grep -q ${line} /root/terminal; do sleep 0.05; done; kill -INT -${group}`);
      await machine.run(`while kill -0 -${group} 2>/dev/null; do sleep 0.1; done`);
      const { output } = await machine.run("cat /root/terminal");
      expect(output).toContain(`Stopped: ${inUse()} runs. To try again: jeunesse upgrade`);
      await expectRunning(inUse());
      // After the last line, the new release may be in use already.
      if (line === "Switching") continue;
      await machine.run(`rm -rf /srv/jeunesse/releases/${NEW}*`);
      await expectAsBefore();
    }
  });

  /** Interrupts an upgrade before its nth command. @returns "over" if the upgrade has fewer commands */
  async function cutAt(step: number, how: "kill" | "power"): Promise<"over" | "cut"> {
    await machine.reset(template);
    await expectRunning(OLD);
    mails = 0;
    await machine.run(`echo ${step} >/root/steps; ${how === "kill" ? "touch /root/kill" : "true"}`);
    const upgrade = machine.run("/bin/systemctl start jeunesse-upgrade.service");
    const reached = () => existsSync(machine.at("root/reached"));
    const over = upgrade.then(() => true);
    for (let isOver = false; !isOver && !reached(); ) isOver = await Promise.race([over, pause(50).then(() => false)]);
    if (how === "kill") await upgrade;
    if (existsSync(machine.at("root/steps"))) return "over";
    if (how === "power") {
      await machine.cutPower();
      await machine.boot();
    }
    return "cut";
  }

  it.each(["kill", "power"] as const)(
    "runs the former or the new release on all of the data after an interruption at any step (%s)",
    async (how) => {
      const seen: string[] = [];
      for (let step = 1; (await cutAt(step, how)) === "cut"; step++) {
        await expectRunning(inUse());
        seen.push(inUse());
        await machine.run("systemctl stop jeunesse.service");
        const { next, migrations, ...found } = contentOf(data());
        const { migrations: known, ...expected } = contentOf(template);
        expect(found, `after a cut at step ${step}`).toEqual(expected);
        expect([next !== undefined, migrations?.length]).toEqual(
          inUse() === NEW ? [true, (known?.length ?? 0) + 1] : [false, known?.length],
        );
        expect(mails).toBe(0);
        if (how === "kill") expect(hasCopy()).toBe(false);
      }
      expect(seen.length).toBeGreaterThan(15);
      expect(new Set(seen)).toEqual(new Set([OLD, NEW]));
      expect(seen).toEqual(seen.toSorted());
    },
  );

  it("goes back by one command to a release that reads the present data, and loses nothing", async () => {
    expect((await jeunesse("rollback")).output).toBe(`There is no release before ${OLD} to go back to.\n`);
    machine.publish(NEW);
    await upgradeSucceeds();
    expect(backups()).toEqual([]);
    expect(isTaken(await send("Depuis"))).toBe(true);
    await vi.waitFor(() => expect(mails).toBe(1), { timeout: 30_000 });
    await machine.run("jeunesse admin create anne@exemple.ch Anne");
    // A mail tells the other account.
    await vi.waitFor(() => expect(mails).toBe(2), { timeout: 30_000 });
    const { code, output } = await jeunesse("rollback");
    expect(output).toContain(`${OLD} runs. ${NEW} stays until the next upgrade.`);
    expect(code).toBe(0);
    await expectRunning(OLD);
    expect(subjects().toSorted()).toEqual(["Brisolée", "Depuis"]);
    expect((await jeunesse("admin list")).output).toContain("anne@exemple.ch");
    await upgradeSucceeds();
    expect([inUse(), subjects().length, mails]).toEqual([NEW, 2, 2]);
  });

  it.each([
    ["tables", RAISES_TABLES],
    ["format", RAISES_FORMAT],
  ])(
    "does not go back to a release that cannot read the %s, but names the backup and what came since",
    async (_, files) => {
      machine.publish(NEW, files);
      await upgradeSucceeds();
      expect(isTaken(await send("Depuis"))).toBe(true);
      await vi.waitFor(() => expect(mails).toBe(1), { timeout: 30_000 });
      const { code, output } = await jeunesse("rollback");
      expect(output).toMatch(
        new RegExp(
          `^${OLD} does not read the present data: .*(?:newer|another) version.*\n` +
            "The backup made before the upgrade is /var/backups/jeunesse/jeunesse-\\S+\\. What came since: 1 sign-ups and messages\\b",
        ),
      );
      expect([code, inUse(), await version(), backups().length]).toEqual([1, NEW, NEW, 1]);
      const [command = ""] = output.match(/^ {2}ln .*$/m) ?? [];
      expect(await machine.run(command)).toMatchObject({ code: 0 });
      mails = 0;
      await machine.run(`rm -r /srv/jeunesse/releases/${NEW}`);
      await expectAsBefore();
    },
  );

  it("refuses an older or unknown release, and prints the error of a missing repository", async () => {
    machine.publish("v0.1.9");
    expect((await jeunesse("upgrade 0.1.9")).output).toContain("v0.1.9 is older than v0.2.0. To go back one upgrade");
    expect((await jeunesse("upgrade v0.9.9")).output).toContain("There is no release v0.9.9.");
    expect((await jeunesse("upgrade --check")).output).toContain(`There is ${NEW}; ${OLD} runs.`);
    for (const words of ["--all", "vX", "--check v0.3.0"]) expect((await jeunesse(`upgrade ${words}`)).code).toBe(2);
    await machine.run("git -C /root/origin tag -d v0.3.0");
    expect(await jeunesse("upgrade")).toEqual({ code: 0, output: `${OLD} is the newest release.\n` });
    await machine.run("mv /root/origin /root/away");
    const { code, output } = await jeunesse("upgrade --check");
    await machine.run("mv /root/away /root/origin");
    expect([code, output]).toEqual([1, expect.stringMatching(/^fatal: .*origin.*\n[\s\S]*fetch.* failed\.\n$/)]);
  });
});
