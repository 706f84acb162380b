/** The commands of package.json, each as a process of its own. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { COMPILED } from "#tests/compiled.ts";

export type Outcome = { code: number | null; output: string; error: string };

type Nom = "accounts" | "backup" | "demo" | "restore";

/** Runs `cli/{name}.ts` and waits for its end. */
export const command = (name: Nom, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  commandIn(join(import.meta.dirname, "../.."), name, env, ...args);

/** @param root the root of a version of the site, this one or another */
export const commandIn = (root: string, name: Nom, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [`cli/${name}.ts`, ...args],
      { cwd: root, env: { PATH: process.env.PATH, ...COMPILED, ...env } },
      (_, output, error) => done({ code: child.exitCode, output, error }),
    );
  });
