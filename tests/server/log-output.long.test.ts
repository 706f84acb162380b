/** A log that cannot be written loses lines, never the site. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLogOutput } from "#server/log-output.ts";
import { freePort } from "#tests/free-ports.ts";
import { CAN_MOUNT, fill, smallDisk } from "#tests/small-disk.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };
import { COMMITTEE, committeeFolder, health, post, signIn, write } from "./visit.ts";

const LINE = `${JSON.stringify({ msg: "x".repeat(480) })}\n`;
const PAGE = 4096;
const LOST = /"msg":"log: (\d+) lines lost since 20[^"]+"/;

/** Starts the site with `stdout` and `stderr` as its output. Resolves when it answers. */
async function startWith(output: number | "pipe", LOG_LEVEL = "info") {
  const PORT = String(await freePort());
  const child = spawn(process.execPath, [...smallMachine.flags, "server/index.ts"], {
    stdio: ["ignore", output, output],
    env: { PATH: process.env.PATH, ...smallMachine.environment, DATA_DIR: await committeeFolder(), PORT, LOG_LEVEL },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const url = `http://localhost:${PORT}`;
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 60_000, interval: 50 });
  return { url, child };
}

const failSignIn = (url: string) =>
  post(url, "/login", new URLSearchParams({ username: COMMITTEE.ADMIN_EMAIL, password: "mauvais-mot" }));
const settings = async (url: string, cookie: string) =>
  (await (await fetch(`${url}/reglages`, { headers: { cookie } })).text()).replace(/<[^>]+>|<!-- -->/g, "");

describe.skipIf(!CAN_MOUNT)("on a full disk (needs the right to mount a small one)", () => {
  it("the site goes on, and says on /reglages and in the log what is missing", async () => {
    const file = join(smallDisk(), "site.log");
    const fd = openSync(file, "w");
    onTestFinished(() => closeSync(fd));
    const { url } = await startWith(fd);
    const cookie = await signIn(url);
    // A disk in memory has pages of 4 KB. The log's last page is full, too.
    writeSync(fd, "\n".repeat(PAGE - (statSync(file).size % PAGE)));
    const clear = fill(join(file, ".."));
    for (let i = 0; i < 3; i++) expect((await failSignIn(url)).status).toBe(400);
    expect((await write(url, "Pendant")).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    expect(await settings(url, cookie)).toMatch(
      /\d+\u00a0lignes? du journal technique manquent? depuis le [\d., :]+\u00a0: il ne s’écrit plus\./,
    );
    clear();
    expect(await settings(url, cookie)).toMatch(/du journal technique manquent?, du .* Il s’écrit de nouveau\./);
    expect((await failSignIn(url)).status).toBe(400);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.slice(-2)[0]).toMatch(LOST);
    expect(lines.at(-1)).toContain("sign-in-failed");
    for (const line of lines.filter((one) => one.startsWith("{"))) JSON.parse(line);
    expect((await health(url)).status).toBe(200);
  });

  it("the site starts, although its greeting does not fit", async () => {
    const folder = smallDisk();
    const fd = openSync(join(folder, "site.log"), "w");
    onTestFinished(() => closeSync(fd));
    fill(folder);
    const { url } = await startWith(fd);
    expect((await fetch(url)).status).toBe(200);
  });
});

it("a pipe whose reader is gone does not end the site", async () => {
  const { url, child } = await startWith("pipe");
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let i = 0; i < 3; i++) expect((await failSignIn(url)).status).toBe(400);
  expect(await settings(url, await signIn(url))).toContain("du journal technique manquent depuis");
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});

it("a pipe that nobody reads does not stop the process, and gets the number of lost lines later", async () => {
  const script = `
    import { logOutput } from "./server/log-output.ts";
    for (let i = 0; i < 1000; i++) logOutput.write(${JSON.stringify(LINE)});
    console.error(logOutput.readLoss().lines);
    process.on("SIGUSR2", () => { logOutput.write(${JSON.stringify(LINE)}); process.exit(); });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [lost] = await once(child.stderr, "data");
  expect(Number(lost)).toBeGreaterThan(500);
  let text = "";
  child.stdout.on("data", (piece) => {
    text += piece;
  });
  await vi.waitUntil(() => text.length > 60_000);
  child.kill("SIGUSR2");
  await once(child, "close");
  const lines = text.trimEnd().split("\n");
  expect(Number(LOST.exec(lines.at(-2) ?? "")?.[1])).toBe(Number(lost));
  for (const line of lines) JSON.parse(line);
  expect(lines.filter((line) => !LOST.test(line)).length + Number(lost)).toBe(1001);
});

describe.skipIf(!CAN_MOUNT)("a line of which only the beginning fits (needs the right to mount a small disk)", () => {
  it("is completed before the next line", () => {
    const folder = smallDisk();
    const file = join(folder, "site.log");
    const fd = openSync(file, "w");
    onTestFinished(() => closeSync(fd));
    const output = createLogOutput(fd);
    // The disk has whole pages: the last line in the last page fits only in part.
    output.write(LINE);
    const clear = fill(folder);
    for (let i = 0; i < 20; i++) output.write(LINE);
    const { lines = 0, until } = output.readLoss() ?? {};
    expect(until).toBeNull();
    expect(readFileSync(file, "utf8").endsWith("\n")).toBe(false);
    clear();
    output.write(LINE);
    expect(output.readLoss()).toMatchObject({ lines, until: expect.any(Date) });
    const written = readFileSync(file, "utf8").trimEnd().split("\n");
    for (const line of written) JSON.parse(line);
    expect(written.length - 1 + lines).toBe(22);
  });
});
