/** Builds the image, if buildah is installed and the base image can be downloaded. */
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";
import { stages } from "./dockerfile.ts";
import { emptyFolder, layOut, sources } from "./sources.ts";

const BASE = `docker.io/library/${stages().at(-1)?.from}`;
const NAME = "localhost/jeunesse-of-a-test";

const host = emptyFolder();
/** Uses neither a daemon nor the images of this machine. */
const buildah = ["--storage-driver", "vfs", "--root", join(host.folder, "root"), "--runroot", join(host.folder, "run")];
const run = (...args: string[]) =>
  promisify(execFile)("buildah", [...buildah, ...args], { timeout: 600_000, maxBuffer: 2 ** 26 });

const missing = await run("pull", BASE).then(
  () => null,
  ({ code }) => (code === "ENOENT" ? "buildah is not installed" : `${BASE} cannot be had`),
);
if (missing) host.remove();

describe.skipIf(missing)(`an image${missing ? ` (left out: ${missing})` : ""}`, () => {
  beforeAll(async () => {
    const context = join(host.folder, "context");
    layOut(sources(), context);
    await run("bud", "--isolation", "chroot", "--network", "host", "-t", NAME, context);
  });
  afterAll(async () => {
    await run("rm", "--all");
    host.remove();
  });

  it("starts as the user node, and is healthy", async () => {
    const container = (await run("from", "--pull-never", NAME)).stdout.trim();
    const port = String(await freePort());
    const env = [`PORT=${port}`, "PUBLIC_URL=https://jeunesse.exemple.ch", "ADMIN_EMAIL=comite@exemple.ch"];
    const settings = env.flatMap((line) => ["--env", line]);
    const inside = ["run", "--isolation", "chroot", "--network", "host", ...settings, container, "--"];
    expect((await run(...inside, "id", "-un")).stdout).toBe("node\n");
    const serve = [...buildah, ...inside, "node", "server/index.ts"];
    const site = spawn("buildah", serve, { detached: true, stdio: "ignore" });
    onTestFinished(() => void process.kill(-(site.pid ?? 0), "SIGKILL"));
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.ok;
    await vi.waitUntil(isUp, { timeout: 30_000 });
    expect((await run(...inside, "/hooks/pre-backup")).stdout).toMatch(/^\/storage\/copie-once\.db\n/);
  });
});
