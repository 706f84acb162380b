/** The settings in `.env`, read by the commands of package.json as somebody runs them in a folder of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { COMPILED } from "#tests/compiled.ts";
import { freePort } from "#tests/free-ports.ts";

vi.setConfig({ testTimeout: 60_000 });

const ROOT = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** @returns a folder with the program, with data in ./data, and without settings */
async function folder(): Promise<string> {
  const cwd = scratch();
  for (const name of ["cli", "node_modules", "scripts", "server"]) symlinkSync(join(ROOT, name), join(cwd, name));
  await fillSite(join(cwd, "data"), "Raclette");
  return cwd;
}

function run(script: string | undefined, cwd: string, env: Record<string, string> = {}) {
  if (!script) throw new Error("there is no such script");
  const child: ChildProcess = spawn("/bin/sh", ["-c", `exec ${script}`], {
    ...{ cwd, env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...COMPILED, ...env } },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  onTestFinished(stop);
  return { said: () => said, ended: once(child, "exit").then(([code]) => code as number | null), stop };
}

it("npm start says nothing of settings that are not there, and takes those that are", async () => {
  // Without the build, which reads no settings.
  const start = scripts.start?.replace("scripts/build.ts + ", "");
  const cwd = await folder();
  const PORT = String(await freePort());
  const bare = run(start, cwd, { PORT });
  await vi.waitUntil(() => bare.said().includes(`Savièse: http://localhost:${PORT}`), { timeout: 30_000 });
  expect(bare.said()).not.toContain(".env");
  await bare.stop();

  writeFileSync(join(cwd, ".env"), `PORT=${PORT}\nPUBLIC_URL=https://jeunesse.exemple.ch\n`);
  const set = run(start, cwd);
  await vi.waitUntil(() => set.said().includes("Savièse: https://jeunesse.exemple.ch"), { timeout: 30_000 });
  expect((await fetch(`http://127.0.0.1:${PORT}/healthz`)).status).toBe(200);
});

it("so does a command", async () => {
  const cwd = await folder();
  const bare = run(`${scripts.admin} list`, cwd);
  expect(await bare.ended).toBe(0);
  expect(bare.said()).toBe(`No account yet in ${join(cwd, "data")}.\n`);
  writeFileSync(join(cwd, ".env"), "DATA_DIR=./elsewhere\n");
  const set = run(`${scripts.admin} list`, cwd);
  expect(await set.ended).toBe(0);
  expect(set.said()).toBe(`No account yet in ${join(cwd, "elsewhere")}.\n`);
});
