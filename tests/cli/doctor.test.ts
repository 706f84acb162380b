/** `npm run doctor`, as the webmaster runs it: beside a site, and without one. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { VERSION } from "#server/version.ts";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { COMPILED } from "#tests/compiled.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { backupName } from "#upkeep/backup/names.ts";

const ROOT = join(import.meta.dirname, "../..");

const doctor = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | null; output: string; error: string }>((done) => {
    const all = { ...COMPILED, PATH: process.env.PATH ?? "", ...env };
    const child = execFile(process.execPath, ["cli/doctor.ts", ...args], { cwd: ROOT, env: all }, (_, output, error) =>
      done({ code: child.exitCode, output, error }),
    );
  });

/** What a site answers at its public address. */
async function startAnswering(): Promise<string> {
  const server = createServer((_, answer) => answer.end(JSON.stringify({ health: "ok", version: VERSION })));
  server.listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function backedUp() {
  const DATA_DIR = join(scratch(), "data");
  await fillSite(DATA_DIR);
  const file = join(DATA_DIR, "sauvegardes", backupName(new Date()));
  makeBackup({ dataDir: DATA_DIR, file });
  return { DATA_DIR, file };
}

describe("the doctor", () => {
  it("says a line of each, and that nothing is at fault", async () => {
    const { DATA_DIR } = await backedUp();
    const before = readFileSync(join(DATA_DIR, "site.db"));
    const { code, output, error } = await doctor({ DATA_DIR, PUBLIC_URL: await startAnswering() });
    const lines = output.trimEnd().split("\n");
    expect(lines.map((line) => line.split(/\s+/)[1])).toEqual([
      ...["disk", "memory", "clock", "backup", "restore", "address", "certificate", "mail", "version"],
    ]);
    expect(output).toMatch(/^ok {5}restore {6}the backup of .* was put back as a trial \(\d+ files\)$/m);
    expect(output).toMatch(/^look {3}mail .*MAIL=outbox.* → Set MAIL=smtp/m);
    expect([code, error, output.includes("\u001b")]).toEqual([0, "", false]);
    expect(readFileSync(join(DATA_DIR, "site.db")).equals(before)).toBe(true);
    expect(readdirSync(join(DATA_DIR, "sauvegardes")).filter((name) => name.startsWith("essai"))).toEqual([]);
  });

  it("ends with 1 where something is, and says what to do: a damaged backup, an address that leads nowhere", async () => {
    const { DATA_DIR, file } = await backedUp();
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    const { code, output, error } = await doctor({ DATA_DIR, PUBLIC_URL: "https://localhost:1" });
    expect(code).toBe(1);
    expect(output).toMatch(/^FAULT {2}restore .*cannot be put back → Keep the older ones/m);
    expect(output).toMatch(/^FAULT {2}address .*does not answer from here → Does the site run\?/m);
    expect(error).toContain("is refused");
  });

  it("says of a hosted site what does not apply, and explains itself", async () => {
    const hosted = { BACKEND: "firebase", FIREBASE_PROJECT_ID: "demo-x", FIREBASE_API_KEY: "x" };
    const { output } = await doctor({ ...hosted, FIREBASE_STORAGE_BUCKET: "x", PUBLIC_URL: await startAnswering() });
    for (const subject of ["disk", "restore"])
      expect(output).toMatch(new RegExp(`^ok +${subject} +does not apply`, "m"));
    expect(await doctor({}, "--help")).toMatchObject({
      code: 2,
      error: expect.stringContaining("Usage: npm run doctor"),
    });
  });
});
