/** A first start that is killed at any step: the next start opens the folder without `--new`. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import PQueue from "p-queue";
import { describe, expect, it } from "vitest";
import { scratch } from "#tests/backup/site.ts";
import { writeFigures } from "#tests/figures.ts";
import { openStores } from "#tests/server/process.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Minimum number of steps; the migrations alone have a hundred. */
const STEPS_AT_LEAST = 100;
/** Minimum number of steps that change the folder. */
const STATES_AT_LEAST = 8;

/**
 * Code that opens the stores as a first start does. A step is before and after each call that changes a file or the
 * database. `at`: code to run at each step; the variable `step` has its number.
 */
const opening = (at: string) => `
  const fs = (await import("node:fs")).default;
  const { syncBuiltinESMExports } = await import("node:module");
  const { DatabaseSync, StatementSync } = await import("node:sqlite");
  const { cpSync } = fs;
  let step = 0;
  let inside = false;
  const stop = () => {
    inside = true;
    step++;
    ${at};
    inside = false;
  };
  const watch = (owner, name) => {
    const call = owner[name];
    owner[name] = function (...args) {
      if (inside) return call.apply(this, args);
      stop();
      const outcome = call.apply(this, args);
      stop();
      return outcome;
    };
  };
  for (const name of ["mkdirSync", "openSync", "closeSync", "writeFileSync", "renameSync", "rmSync", "chmodSync"])
    watch(fs, name);
  watch(DatabaseSync.prototype, "exec");
  for (const name of ["run", "get", "all"]) watch(StatementSync.prototype, name);
  syncBuiltinESMExports();
  const { openServices } = await import("./server/services.ts");
  const { readConfig } = await import("./server/config.ts");
  const { services } = await openServices(readConfig(process.env), ${"{ onChange() {}, onMail() {}, report() {} }"}, "site");
  await services.siteSecret();
  process.stdout.write(String(step));`;

const node = (code: string, DATA_DIR: string) =>
  [process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, env: { PATH: "", DATA_DIR } }] as const;

/** Opens the stores as the next start does. @returns the error; null if it opens and has a secret */
async function nextStart(DATA_DIR: string): Promise<string | null> {
  try {
    const { services, close } = await openStores({ DATA_DIR });
    const secret = await services.siteSecret();
    await services.settings.get();
    await close();
    return secret.length >= 32 && readdirSync(DATA_DIR).every((name) => !name.startsWith("avant")) ? null : "damaged";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a first start that ends at any step", () => {
  it("leaves a folder that the next start opens, whatever the last step", { timeout: 600_000 }, async () => {
    const [snapshots, data] = [scratch(), join(scratch(), "data")];
    const copy = `
      const { DATA_DIR } = process.env;
      const look = (name) => (({ size, mtimeNs, mode }) => [name, size, mtimeNs, mode].join())(fs.statSync(DATA_DIR + "/" + name, { bigint: true }));
      const now = fs.existsSync(DATA_DIR) ? fs.readdirSync(DATA_DIR).map(look).join() : "";
      if (now !== globalThis.before && now) cpSync(DATA_DIR, ${JSON.stringify(snapshots)} + "/" + step, { recursive: true });
      globalThis.before = now`;
    const steps = Number(execFileSync(...node(opening(copy), data)).toString());
    expect(steps).toBeGreaterThan(STEPS_AT_LEAST);
    expect(readdirSync(data)).toEqual(expect.arrayContaining(["site", "site.db"]));
    const errors: string[] = [];
    const states = readdirSync(snapshots);
    expect(states.length).toBeGreaterThan(STATES_AT_LEAST);
    for (const step of states) {
      const error = await nextStart(join(snapshots, step));
      if (error) errors.push(`${step}: ${error}`);
    }
    expect(errors).toEqual([]);
  });

  it("is continued by the next start after a real SIGKILL", { timeout: 600_000 }, async () => {
    const whole = join(scratch(), "data");
    const steps = Number(execFileSync(...node(opening(""), whole)).toString());
    // The test above opens the folder as it is at every step: here it is enough that the kill is real.
    const kills = 20;
    const killAt = async (last: number) => {
      const data = join(scratch(), "data");
      mkdirSync(data, { mode: 0o700 });
      const child = spawn(...node(opening(`if (step === ${last}) process.kill(process.pid, "SIGKILL")`), data));
      const [, signal] = await once(child, "exit");
      expect([last, signal, await nextStart(data)]).toEqual([last, "SIGKILL", null]);
    };
    const queue = new PQueue({ concurrency: 4 });
    // The last steps create the marker and the secret.
    const lastStep = (n: number) => (n % 2 === 0 ? steps - n / 2 : Math.ceil((n / kills) * steps));
    await queue.addAll(Array.from({ length: kills }, (_, n) => () => killAt(lastStep(n))));
    writeFigures("crash-first-start", {
      promise: "After a killed first start, the next start prints a working link",
      figures: `${steps} steps, ${kills} kills`,
    });
  });
});
