/** Runs commands of package.json. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { vi } from "vitest";
import { COMPILED } from "#tests/compiled.ts";

type Outcome = { code: number | null; output: string; error: string };

type Name = "accounts" | "backup" | "demo" | "doctor" | "release-data" | "restore" | "transfer";

const ROOT = join(import.meta.dirname, "../..");

/** Runs `cli/NAME.ts` to its end, as a child process. */
export const command = (name: Name, env: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [`cli/${name}.ts`, ...args],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...COMPILED, ...env } },
      (_, output, error) => done({ code: child.exitCode, output, error }),
    );
  });

let runs = 0;

/** Runs `cli/NAME.ts` to its end in this process, because a child process takes a second to start. */
export async function commandHere(name: Name, env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const { argv, env: ownEnv, exitCode } = process;
  const said = { output: "", error: "" };
  const listen = (stream: NodeJS.WriteStream, as: keyof typeof said) =>
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said[as] += text;
      return true;
    });
  const spies = [listen(process.stdout, "output"), listen(process.stderr, "error")];
  Object.assign(process, { argv: [...argv.slice(0, 2), ...args], env: { PATH: ownEnv.PATH, ...env }, exitCode: 0 });
  try {
    // The number makes it another module each time, which runs again.
    await import(`${ROOT}/cli/${name}.ts?run=${runs++}`);
    return { code: Number(process.exitCode), ...said };
  } finally {
    Object.assign(process, { argv, env: ownEnv, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}
