/** A site loads the libraries of a provider only if that provider is chosen. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COMPILED } from "#tests/compiled.ts";
import { dataFolder } from "./process.ts";

const ROOT = join(import.meta.dirname, "../..");

/** @returns the paths of Google's modules that a process has loaded after opening the stores */
function loadedPackages(env: Record<string, string>): string[] {
  const script = `
    const { readConfig } = await import("./server/config.ts");
    const { openServices } = await import("./server/services.ts");
    const { close } = await openServices(readConfig(process.env), { onChange() {}, onMail() {}, signaler() {} });
    const { createRequire } = await import("node:module");
    const chemins = Object.keys(createRequire("file://" + process.cwd() + "/x.js").cache);
    process.stdout.write(JSON.stringify(chemins.filter((chemin) => /firebase-admin|@google-cloud/.test(chemin))));
    await close();
    process.exit(0);`;
  const args = ["--input-type=module", "--eval", script];
  const output = execFileSync(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...COMPILED, ...env },
  });
  return JSON.parse(output.toString());
}

it("only a site with BACKEND=firebase loads Google's libraries", () => {
  const DATA_DIR = dataFolder();
  expect(loadedPackages({ DATA_DIR })).toEqual([]);
  const FIREBASE = {
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: "demo-a",
    FIREBASE_API_KEY: "cle",
    FIREBASE_STORAGE_BUCKET: "seau",
    METADATA_SERVER_DETECTION: "none",
  };
  expect(loadedPackages({ DATA_DIR, ...FIREBASE }).length).toBeGreaterThan(0);
});
