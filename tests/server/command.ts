/** Runs commands of package.json as child processes. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { COMPILED } from "#tests/compiled.ts";

type Outcome = { code: number | null; output: string; error: string };

type Name = "accounts" | "backup" | "demo" | "doctor" | "restore" | "transfer";

/** Runs `cli/NAME.ts` to its end. */
export const command = (name: Name, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  commandIn(join(import.meta.dirname, "../.."), name, env, ...args);

/** As `command`, with the program in another folder. */
export const commandIn = (root: string, name: Name, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [`cli/${name}.ts`, ...args],
      { cwd: root, env: { PATH: process.env.PATH, ...COMPILED, ...env } },
      (_, output, error) => done({ code: child.exitCode, output, error }),
    );
  });
