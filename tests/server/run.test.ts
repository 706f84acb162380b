/** scripts/run.cjs, which starts the script of every npm command. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { beginForTest } from "#tests/start/command.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");
const RUN = join(ROOT, "scripts/run.cjs");
const UNDER_NPM = { npm_lifecycle_event: "serve" };

/** Prints its process id, and exits with 7 on SIGTERM. */
const WAITING = `setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(7)); console.log(process.pid)`;

function begin(command: readonly string[], env: Record<string, string> = {}, folder = process.cwd()) {
  const { child, output, closed } = beginForTest(command, { folder, path: [], env });
  return { child, said: () => output().trim(), closed };
}

const launched = (...args: string[]) => [process.execPath, RUN, ...args];

it("the script runner runs scripts one after the other, and exits with the code of the last one", async () => {
  const { said, closed } = begin(launched("-p", "1", "+", "-p", "2", "+", "-e", "console.log(3); process.exit(5)"));
  expect(await closed).toBe(5);
  expect(said()).toBe("1\n2\n3");
});

it.each([{}, UNDER_NPM])("the script runner stops at the first script that fails (%j)", async (env) => {
  const { said, closed } = begin(launched("-e", "process.exit(3)", "+", "-p", "2"), env);
  expect(await closed).toBe(3);
  expect(said()).toBe("");
});

/** @returns a folder with scripts that print the value of an expression, which is deleted when the test ends */
function scriptsThatTell(expression: string): string {
  const root = mkdtempSync(join(tmpdir(), "jeunesse-run-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["cli/demo.ts", "scripts/build.ts", "server/index.ts", "server/dev.ts"]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `console.log(JSON.stringify(${expression}));`);
  }
  return root;
}

it("the script runner passes the settings in `.env` to the site and its commands, and says nothing about a missing file", async () => {
  const root = scriptsThatTell("process.env.PUBLIC_URL ?? null");
  const steps = launched("scripts/build.ts", "+", "cli/demo.ts", "+", "server/index.ts");
  const bare = begin(steps, {}, root);
  expect([await bare.closed, bare.said()]).toEqual([0, "null\nnull\nnull"]);
  writeFileSync(join(root, ".env"), "PUBLIC_URL=https://exemple.ch\n");
  const set = begin(steps, {}, root);
  expect([await set.closed, set.said()]).toEqual([0, 'null\n"https://exemple.ch"\n"https://exemple.ch"']);
});

it("the script runner passes `--new` also to the demo, which opens the data before the site, and to no other script", async () => {
  const root = scriptsThatTell("process.argv.slice(2)");
  const steps = ["scripts/build.ts", "+", "cli/demo.ts", "+", "server/index.ts", "--demo"];
  for (const [more, said] of [
    [["--new"], '[]\n["--new"]\n["--demo","--new"]'],
    [[], '[]\n[]\n["--demo"]'],
  ] as const) {
    const run = begin(launched(...steps, ...more), {}, root);
    expect([await run.closed, run.said()]).toEqual([0, said]);
  }
});

it("the script runner puts the same Node first on the PATH of its scripts", async () => {
  const find = `require("node:child_process").execFileSync("node", ["-p", "process.execPath"], { stdio: "inherit" })`;
  const { said, closed } = begin(launched("-e", find, "+", "-p", "process.env.PATH"), { PATH: "/nowhere" });
  expect(await closed).toBe(0);
  expect(said().split("\n")).toEqual([process.execPath, `${dirname(process.execPath)}:/nowhere`]);
});

describe("the flags and variables for a small machine", () => {
  const { environment, flags } = smallMachine;

  it("are passed to the site, unless the environment sets them", async () => {
    const cwd = scriptsThatTell("[process.execArgv, process.env.MALLOC_ARENA_MAX]");
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

  it.each(["deploy/jeunesse.service", "Dockerfile"])("are in %s, too", (file) => {
    const { NODE_COMPILE_CACHE: _, ...others } = environment;
    const settings = Object.entries(others).map(([name, value]) => `${name}=${value}`);
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const setting of ["NODE_COMPILE_CACHE=/", ...settings, ...flags]) expect(text).toContain(setting);
  });
});

it("the script runner is replaced by the last script, which gets signals directly", async () => {
  const { child, said, closed } = begin(launched("-p", "1", "+", "-e", WAITING));
  await once(child.stdout as NodeJS.ReadableStream, "data");
  while (!said().includes("\n")) await once(child.stdout as NodeJS.ReadableStream, "data");
  expect(said()).toBe(`1\n${child.pid}`);
  child.kill("SIGTERM");
  expect(await closed).toBe(7);
});

it("the script runner forwards signals under npm, and exits with the code of the script", async () => {
  const { child, closed } = begin(launched("-e", WAITING), UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  expect(await closed).toBe(7);
});

it("the script runner starts no further script after a signal", async () => {
  const gentle = `setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(0)); console.log("here")`;
  const { child, said, closed } = begin(launched("-e", gentle, "+", "-p", "2"), UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  expect(await closed).toBe(1);
  expect(said()).toBe("here");
});

it("the script runner stops the script when the shell of npm is killed", async () => {
  const shell = ["/bin/sh", "-c", `"$@"; true`, "sh", ...launched("-e", WAITING)];
  const { child, said, closed } = begin(shell, UNDER_NPM);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill("SIGTERM");
  await closed;
  expect(() => process.kill(Number(said()), 0)).toThrow();
});
