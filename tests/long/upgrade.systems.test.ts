/** Upgrades on a booted Debian: whatever fails, the old or the new program runs with its own data, and nothing is lost. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fillSite, type State, stateOf, tablesOf } from "#tests/backup/site.ts";
import { NO_DEBIAN } from "#tests/deploy/debian.ts";
import { freePort } from "#tests/free-ports.ts";
import { COMMITTEE, messageFields } from "#tests/server/visit.ts";
import { NEW, OLD, openServer, type Server } from "#tests/upgrade/server.ts";

const UNIT = "deploy/jeunesse.service";
const MIGRATION = "adapters/sqlite/migrations/9000-next.sql";
const MIGRATES = { [MIGRATION]: "CREATE TABLE next (x TEXT) STRICT;" };

let machine: Server;
let smtp: SMTPServer;
/** Data folder of a stopped site that has sent its mail. */
let template: string;
let mails = 0;
let visits = 0;

const base = () => `http://127.0.0.1:${machine.port}`;
const dataOf = (release: string) => machine.at(`var/lib/jeunesse/${release}`);
const inUse = () => basename(readlinkSync(machine.at("srv/jeunesse/current")));
const releases = () => readdirSync(machine.at("srv/jeunesse/releases")).sort();
const jeunesse = (words: string) => machine.run(`jeunesse ${words}`);

async function upgradeSucceeds(): Promise<void> {
  const { code, output } = await jeunesse("upgrade");
  expect(code, output).toBe(0);
}

const tablesIn = (release: string) => tablesOf(join(dataOf(release), "site.db"));

async function version(): Promise<string | null> {
  const response = await fetch(`${base()}/healthz`).catch(() => null);
  return response?.ok ? `v${((await response.json()) as { version: string }).version}` : null;
}

const expectRunning = (release: string) =>
  vi.waitFor(async () => expect(await version()).toBe(release), { timeout: 30_000, interval: 100 });

/** Sends a message. Resolves with the answer; null if the connection was refused or broken. */
const send = (subject: string): Promise<Response | null> =>
  fetch(`${base()}/contact`, {
    method: "POST",
    headers: { origin: "http://localhost:3000", "x-forwarded-for": `10.0.0.${++visits % 250}` },
    body: new URLSearchParams(messageFields(subject)),
    redirect: "manual",
  }).catch(() => null);

const isTaken = (response: Response | null) => response !== null && response.status < 400;

const subjects = (release: string) =>
  (tablesIn(release).documents ?? []).flatMap(
    (row) => /^\{"collection":"inbox".*"subject\\*":\\*"([^"\\]+)/s.exec(String(row))?.[1] ?? [],
  );

/** Reads a page all the time. @returns the longest time between two answers, in milliseconds, and the result of `work` */
async function longestGap<T>(work: () => Promise<T>): Promise<{ gap: number; result: T }> {
  let [gap, seen, isOver] = [0, performance.now(), false];
  const read = async () => {
    for (let isLast = false; !isLast; await pause(20)) {
      isLast = isOver;
      if (!(await fetch(`${base()}/planning`).catch(() => null))?.ok) continue;
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

/** @returns the content of a data folder, without the documents that a running site writes about itself */
function contentOf(dataDir: string): State {
  const tables = stateOf(dataDir) ?? {};
  const documents = tables.documents?.filter((row) => !/"collection":"state"/.test(row)) ?? [];
  return { ...tables, documents };
}

/** Checks that the old release runs with its data, and that nothing is left of the upgrade. */
async function expectAsBefore(): Promise<void> {
  await expectRunning(OLD);
  expect(inUse()).toBe(OLD);
  const { output } = await machine.run("ps -eo args; systemctl stop jeunesse.service");
  expect(output).not.toMatch(/cli\/upgrade|npm|rehears/);
  expect(contentOf(dataOf(OLD))).toEqual(contentOf(template));
  expect(mails).toBe(0);
}

describe.skipIf(NO_DEBIAN !== "")(`a booted server${NO_DEBIAN}`, () => {
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
    cpSync(dataOf(OLD), template, { recursive: true, preserveTimestamps: true });
  });

  afterAll(async () => {
    await machine?.remove();
    rmSync(template, { recursive: true, force: true });
    await new Promise<void>((done) => smtp.close(done));
  });

  beforeEach(async () => {
    await machine.reset(template);
    await expectRunning(OLD);
    machine.publish(NEW, MIGRATES);
    mails = 0;
  });

  it("is upgraded while visitors read and write: readers wait for 3 s at most, and no accepted message is lost", async () => {
    const known = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
    machine.publish(NEW, { ...MIGRATES, "CHANGELOG.md": `## 0.3.0\n\nUne corbeille.\n\n${known}` });
    const restart = await longestGap(async () => {
      await machine.run("systemctl restart jeunesse.service");
      await expectRunning(OLD);
    });
    const taken: string[] = [];
    const refusals = new Set<string>();
    let isOver = false;
    const writer = async (_: unknown, visitor: number) => {
      for (let n = 0; !isOver; n++, await pause(300)) {
        const answer = await send(`Question ${visitor} ${n}`);
        if (isTaken(answer)) taken.push(`Question ${visitor} ${n}`);
        else if (answer) refusals.add(`${answer.status} ${/Question/.test(await answer.text())}`);
      }
    };
    const visitors = Array.from({ length: 3 }, writer);
    const { gap, result } = await longestGap(() => jeunesse("upgrade"));
    const { code, output } = result;
    isOver = true;
    await Promise.all(visitors);
    expect(output).toContain(`${NEW} runs. jeunesse rollback leads back to ${OLD}.\n## 0.3.0\nUne corbeille.`);
    expect(output).not.toContain("## 0.2.0");
    expect(code).toBe(0);
    // A busy machine takes longer for a restart too.
    expect(gap).toBeLessThan(Math.max(3000, 3 * restart.gap));
    expect([...refusals]).toEqual(["503 true"]);
    expect([inUse(), await version(), releases()]).toEqual([NEW, NEW, [OLD, NEW]]);
    expect((await jeunesse("upgrade")).output).toBe(`${NEW} is the newest release.\n`);
    await expect.poll(() => mails, { timeout: 60_000 }).toBe(subjects(NEW).length - 1);
    await machine.run("systemctl stop jeunesse.service");
    expect(taken.length).toBeGreaterThan(5);
    expect(subjects(NEW)).toEqual(expect.arrayContaining(taken));
    expect(tablesIn(NEW)).toHaveProperty("next");
    expect(tablesIn(OLD)).not.toHaveProperty("next");
    expect(contentOf(dataOf(NEW)).files).toEqual(contentOf(dataOf(OLD)).files);
  });

  it.each([
    ["whose installation fails", {}, "touch /root/npm-fails-at-ci"],
    ["whose build fails", {}, "touch /root/npm-fails-at-build"],
    ["that ends as it starts", { "server/index.ts": "process.exit(7);" }],
    ["that migrates and then is not well", { "server/http/health.ts": "export const serveHealth = () => {};" }],
    ["whose migration fails", { [MIGRATION]: "CREATE TABLE next (x TEXT); INSERT INTO absent VALUES (1);" }],
    ["that its unit lets do nothing", { [UNIT]: "[Service]\nExecStart=/bin/false\n" }],
    ["that has lost its unit", { [UNIT]: null }],
    [
      "that fails outside of a rehearsal only",
      { "server/index.ts": 'if (process.env.REHEARSAL !== "on") process.exit(7);' },
    ],
  ])("to a release %s leaves program and data unchanged, and sends no mail twice", async (_, files, line = "true") => {
    machine.publish(NEW, { ...MIGRATES, ...files });
    await machine.run(line);
    const { code, output } = await jeunesse("upgrade");
    expect(output).toMatch(new RegExp(`\n(?:Everything is as it was: ${OLD} runs\\.)\n$`));
    expect(code).toBe(1);
    expect(releases()).toEqual([OLD]);
    expect(existsSync(dataOf(NEW))).toBe(false);
    await expectAsBefore();
  });

  it("whose database is damaged is not upgraded, and the message does not say that it runs", async () => {
    const database = `/var/lib/jeunesse/${OLD}/site.db`;
    await machine.run(`systemctl stop jeunesse; dd if=/dev/zero of=${database} bs=4096 seek=2 count=4 conv=notrunc`);
    const before = await machine.run(`md5sum ${database}`);
    const { code, output } = await jeunesse("upgrade");
    expect(output).toMatch(
      /upgrade-data.ts copy[\s\S]* failed\.\nProgram and data are as they were\. v0\.2\.0 does not .*says why\.\n$/,
    );
    expect([code, inUse(), releases()]).toEqual([1, OLD, [OLD]]);
    expect(await machine.run(`md5sum ${database}`)).toEqual(before);
  });

  const FILLS = "CREATE TABLE next (x BLOB); INSERT INTO next VALUES (randomblob(200000000));";
  it.each([
    ["for which the disk has no room", "60m", MIGRATES, /has \d+ MB left, and an upgrade needs \d+ MB: make room\./],
    ["whose migration fills the disk", "120m", { [MIGRATION]: FILLS }, /does not run: journalctl/],
  ])("to a release %s leaves program and data unchanged", async (_, size, files, sentence) => {
    machine.publish(NEW, files);
    const move = (line: string) =>
      machine.run(`systemctl stop jeunesse; mv /var/lib/jeunesse/${OLD} /root; ${line}
      mv /root/${OLD} /var/lib/jeunesse; systemctl start jeunesse`);
    await move(`mount -t tmpfs -o size=${size},mode=700,uid=$(id -u jeunesse) tmpfs /var/lib/jeunesse`);
    const { output } = await jeunesse("upgrade");
    await move("umount /var/lib/jeunesse");
    expect(output).toMatch(sentence);
    expect(output).toContain(`Everything is as it was: ${OLD} runs.`);
    expect(releases()).toEqual([OLD]);
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
      expect(output).toContain(`Stopped: ${OLD} runs. To try again: jeunesse upgrade`);
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
    "runs the old or the new release with its data after an interruption at any step (%s)",
    async (how) => {
      const seen: string[] = [];
      for (let step = 1; (await cutAt(step, how)) === "cut"; step++) {
        await expectRunning(inUse());
        seen.push(inUse());
        await machine.run("systemctl stop jeunesse.service");
        const { next, migrations, ...tables } = contentOf(dataOf(inUse()));
        const { migrations: known, ...expected } = contentOf(template);
        expect(tables, `after a cut at step ${step}`).toEqual(expected);
        expect([next !== undefined, migrations?.length]).toEqual(
          inUse() === NEW ? [true, (known?.length ?? 0) + 1] : [false, known?.length],
        );
        expect(mails).toBe(0);
      }
      expect(seen.length).toBeGreaterThan(15);
      expect(new Set(seen)).toEqual(new Set([OLD, NEW]));
      expect(seen).toEqual(seen.toSorted());
    },
  );

  it("goes back by one command, with later messages of visitors, and first lists the lost changes", async () => {
    expect((await jeunesse("rollback")).output).toBe(`There is no release before ${OLD} to go back to.\n`);
    await upgradeSucceeds();
    expect(isTaken(await send("Depuis"))).toBe(true);
    await vi.waitFor(() => expect(mails).toBe(1), { timeout: 30_000 });
    await machine.run("jeunesse admin create anne@exemple.ch Anne");
    expect((await machine.run("echo n | jeunesse rollback")).output).toContain("Nothing was changed.");
    expect(inUse()).toBe(NEW);
    const { code, output } = await machine.run("echo y | jeunesse rollback");
    expect(output).toContain("Sign-ups and messages since the upgrade, which are carried over: 1.");
    expect(output).toMatch(/lost by going back:[\s\S]*accounts: \d added/);
    expect(output).toContain(`${OLD} runs. ${NEW} and its data stay until the next upgrade.`);
    expect(code).toBe(0);
    await expectRunning(OLD);
    expect(subjects(OLD).toSorted()).toEqual(["Brisolée", "Depuis"]);
    await pause(3000);
    expect(mails).toBe(1);
    await upgradeSucceeds();
    expect([inUse(), subjects(NEW).length]).toEqual([NEW, 2]);
  });

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
