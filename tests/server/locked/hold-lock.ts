/** Locks the database in another process, as a sqlite3 shell does between BEGIN IMMEDIATE and COMMIT. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export type Mode = "IMMEDIATE" | "EXCLUSIVE";

/** Resolves when a child process has the lock. @returns a function that releases it */
export function lockDatabase(DATA_DIR: string, mode: Mode): Promise<() => Promise<void>> {
  return holder(DATA_DIR, `db.exec("BEGIN ${mode}"); say(); process.stdin.once("data", () => process.exit())`);
}

/** Takes and releases the lock alternately, each for `ms` milliseconds. @returns a function that ends this */
export function lockNowAndThen(DATA_DIR: string, ms: number): Promise<() => Promise<void>> {
  return holder(
    DATA_DIR,
    `process.stdin.once("data", () => process.exit());
     const { setTimeout } = await import("node:timers/promises");
     for (;;) {
       db.exec("BEGIN IMMEDIATE");
       say();
       await setTimeout(${ms});
       db.exec("COMMIT");
       await setTimeout(${ms});
     }`,
  );
}

/** Resolves when the child process has the lock. @returns a function that ends the process */
async function holder(DATA_DIR: string, code: string): Promise<() => Promise<void>> {
  const script = `const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(${JSON.stringify(join(DATA_DIR, "site.db"))}, { timeout: 5000 });
    const say = () => console.log("locked");
    ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return async () => {
    child.stdin.write("\n");
    await once(child, "exit");
  };
}
