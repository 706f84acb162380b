/** The npm scripts read the settings in the file `.env` of their working directory. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { COMPILED } from "#tests/compiled.ts";
import { run, start } from "#tests/start/command.ts";

const ROOT = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<"start" | "admin", string>;
};

/** Makes a folder with the program, with data in ./data, and without settings. */
async function newFolder() {
  const folder = scratch();
  for (const name of ["cli", "node_modules", "scripts", "server"]) symlinkSync(join(ROOT, name), join(folder, name));
  await fillSite(join(folder, "data"), "Raclette");
  return { folder, path: [dirname(process.execPath)], env: COMPILED };
}

const shell = (script: string) => ["/bin/sh", "-c", `exec ${script}`];

it("npm start prints nothing about a missing .env, and uses the settings of an existing one", async () => {
  // Without the build, which reads no settings.
  const command = shell(scripts.start.replace("scripts/build.ts + ", ""));
  const where = await newFolder();
  const bare = await start(command, where);
  expect(bare.output()).toContain(bare.url.replace("127.0.0.1", "localhost"));
  expect(bare.output()).not.toContain(".env");
  await bare.stop("SIGTERM");

  writeFileSync(join(where.folder, ".env"), "PUBLIC_URL=https://jeunesse.exemple.ch\n");
  const set = await start(command, where);
  expect(set.output()).toContain("Savièse: https://jeunesse.exemple.ch");
});

it("npm run admin does the same", async () => {
  const where = await newFolder();
  const list = shell(`${scripts.admin} list`);
  expect(await run(list, where)).toBe(`No account yet in ${join(where.folder, "data")}.\n`);
  writeFileSync(join(where.folder, ".env"), "DATA_DIR=./elsewhere\n");
  expect(await run(list, where)).toBe(`No account yet in ${join(where.folder, "elsewhere")}.\n`);
});
