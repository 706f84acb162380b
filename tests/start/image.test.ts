/** The image as a builder makes it, where buildah is at hand and its base can be had. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";
import { stages } from "./dockerfile.ts";
import { emptyFolder, layOut, sources } from "./sources.ts";

const BASE = `docker.io/library/${stages().at(-1)?.from}`;
const NAME = "localhost/jeunesse-of-a-test";

const host = emptyFolder();
/** Neither a daemon nor the images of this machine are asked for. */
const buildah = ["--storage-driver", "vfs", "--root", join(host.folder, "root"), "--runroot", join(host.folder, "run")];
const run = (...args: string[]) => promisify(execFile)("buildah", [...buildah, ...args], { maxBuffer: 2 ** 26 });

/** @returns why no image can be made here; null when one can */
function obstacle(): string | null {
  try {
    execFileSync("buildah", ["--version"], { stdio: "pipe" });
  } catch {
    return "buildah is not installed";
  }
  try {
    execFileSync("buildah", [...buildah, "pull", BASE], { stdio: "pipe", timeout: 300_000 });
    return null;
  } catch {
    return `${BASE} cannot be had`;
  }
}
const missing = obstacle();
if (missing) host.remove();

describe.skipIf(missing)(`an image${missing ? ` (not made: ${missing})` : ""}`, () => {
  beforeAll(async () => {
    const context = join(host.folder, "context");
    layOut(sources(), context);
    await run("bud", "--isolation", "chroot", "--network", "host", "-t", NAME, context);
  });
  afterAll(() => {
    execFileSync("buildah", [...buildah, "rm", "--all"], { stdio: "pipe" });
    host.remove();
  });

  it("starts as the user node, and is healthy", async () => {
    const { stdout } = await run("from", "--pull-never", NAME);
    const port = String(await freePort());
    const inside = [
      ...buildah,
      "run",
      "--isolation",
      "chroot",
      "--network",
      "host",
      "--env",
      `PORT=${port}`,
      "--env",
      "PUBLIC_URL=https://jeunesse.exemple.ch",
      "--env",
      "ADMIN_EMAIL=comite@exemple.ch",
      stdout.trim(),
    ];
    expect(execFileSync("buildah", [...inside, "--", "id", "-un"]).toString()).toBe("node\n");
    const site = spawn("buildah", [...inside, "--", "node", "server/index.ts"], { detached: true, stdio: "ignore" });
    onTestFinished(() => void process.kill(-(site.pid ?? 0), "SIGKILL"));
    const healthy = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    await vi.waitUntil(async () => (await healthy()) === 200, { timeout: 30_000 });
    const hook = execFileSync("buildah", [...inside, "--", "/hooks/pre-backup"]).toString();
    expect(hook).toMatch(/^\/storage\/copie-once\.tar\n/);
  });
});
