/** The launcher that every npm script goes through. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");
const RUN = join(ROOT, "scripts/run.cjs");
const UNDER_NPM = { npm_lifecycle_event: "serve" };

/** Says who it is, and ends with 7 when it is told to stop. */
const WAITING = `setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(7)); console.log(process.pid)`;

type Running = { child: ChildProcess; said: () => string; closed: Promise<number | null> };

function begin(command: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()): Running {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd, env: { PATH: "/usr/bin:/bin", ...env }, detached: true });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  // Once nobody is left who could still say something.
  const closed = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended with all it started.
    }
    await closed;
  });
  return { child, said: () => text.trim(), closed };
}

const launched = (...args: string[]) => [process.execPath, RUN, ...args];

it("runs scripts one after the other and ends with what the last one ends with", async () => {
  const { said, closed } = begin(launched("-p", "1", "+", "-p", "2", "+", "-e", "console.log(3); process.exit(5)"));
  expect(await closed).toBe(5);
  expect(said()).toBe("1\n2\n3");
});

it.each([{}, UNDER_NPM])("stops at the first script that fails (%j)", async (env) => {
  const { said, closed } = begin(launched("-e", "process.exit(3)", "+", "-p", "2"), env);
  expect(await closed).toBe(3);
  expect(said()).toBe("");
});

it("gives `--new` to the demo as well, which opens the data before the site does, and to no other script", async () => {
  const root = mkdtempSync(join(tmpdir(), "jeunesse-run-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["cli/demo.ts", "scripts/build.ts", "server/index.ts"]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "console.log(JSON.stringify(process.argv.slice(2)));");
  }
  const steps = ["scripts/build.ts", "+", "cli/demo.ts", "+", "server/index.ts", "--demo"];
  for (const [more, said] of [
    [["--new"], '[]\n["--new"]\n["--demo","--new"]'],
    [[], '[]\n[]\n["--demo"]'],
  ] as const) {
    const run = begin(launched(...steps, ...more), {}, root);
    expect([await run.closed, run.said()]).toEqual([0, said]);
  }
});

it("lets what it starts find the same Node first", async () => {
  const find = `require("node:child_process").execFileSync("node", ["-p", "process.execPath"], { stdio: "inherit" })`;
  const { said, closed } = begin(launched("-e", find, "+", "-p", "process.env.PATH"), { PATH: "/nowhere" });
  expect(await closed).toBe(0);
  expect(said().split("\n")).toEqual([process.execPath, `${dirname(process.execPath)}:/nowhere`]);
});

describe("what suits a small machine", () => {
  const { environment, flags } = smallMachine;

  it("is given to the site, where its owner says nothing else", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "jeunesse-run-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    mkdirSync(join(cwd, "server"));
    const tell = "console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX]))";
    for (const file of ["index.ts", "dev.ts"]) writeFileSync(join(cwd, "server", file), tell);
    const told = async (file: string, env = {}) => {
      const { said, closed } = begin(launched(file), env, cwd);
      expect(await closed).toBe(0);
      return JSON.parse(said());
    };
    expect(await told("server/index.ts")).toEqual([flags, environment.MALLOC_ARENA_MAX]);
    expect(await told("server/index.ts", UNDER_NPM)).toEqual([flags, environment.MALLOC_ARENA_MAX]);
    expect(await told("server/index.ts", { MALLOC_ARENA_MAX: "5" })).toEqual([flags, "5"]);
    expect(await told("server/dev.ts")).toEqual([[], null]);
  });

  it.each(["deploy/jeunesse.service", "Dockerfile"])("stands in %s too", (file) => {
    const { NODE_COMPILE_CACHE: _, ...others } = environment;
    const settings = Object.entries(others).map(([name, value]) => `${name}=${value}`);
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const setting of ["NODE_COMPILE_CACHE=/", ...settings, ...flags]) expect(text).toContain(setting);
  });
});

it("leaves its place to the last script, so that a signal reaches it and nothing stands between", async () => {
  const { child, said, closed } = begin(launched("-p", "1", "+", "-e", WAITING));
  await once(child.stdout as NodeJS.ReadableStream, "data");
  while (!said().includes("\n")) await once(child.stdout as NodeJS.ReadableStream, "data");
  expect(said()).toBe(`1\n${child.pid}`);
  child.kill("SIGTERM");
  expect(await closed).toBe(7);
});

it("passes a signal on under npm, and what the script ends with back", async () => {
  const { child, closed } = begin(launched("-e", WAITING), UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  expect(await closed).toBe(7);
});

it("starts no further script once it was told to stop", async () => {
  const gentle = `setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(0)); console.log("here")`;
  const { child, said, closed } = begin(launched("-e", gentle, "+", "-p", "2"), UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  expect(await closed).toBe(1);
  expect(said()).toBe("here");
});

it("stops the script when the shell that npm put between them is killed", async () => {
  const shell = ["/bin/sh", "-c", `"$@"; true`, "sh", ...launched("-e", WAITING)];
  const { child, said, closed } = begin(shell, UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  await closed;
  expect(() => process.kill(Number(said()), 0)).toThrow();
});
