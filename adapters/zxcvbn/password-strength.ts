/**
 * Estimates passwords with zxcvbn and its French words. Loading them takes some tenths of a second and 50 MB, which a
 * thread would not give back: a process does it that ends afterwards. No visitor waits, and nothing stays in the memory.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import PQueue from "p-queue";
import { PASSWORD_LENGTHS } from "#domain/accounts/password.ts";
import { typedMax } from "#domain/text/normal-form.ts";

const PROGRAM = join(import.meta.dirname, "estimate-once.ts");
const LONGEST_MS = 60_000;

/** UTF-16 code units; what is longer is refused before, or is nobody's address. */
const LONGEST = { password: typedMax(PASSWORD_LENGTHS.max), email: 320 } as const;

export type Task = { readonly password: string; readonly email: string };

const run = promisify(execFile);

const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Called where a password is chosen, never where one is checked: it takes some tenths of a second.
 * @param password of at most 128 characters, as typed
 * @param email address of the account; its own words count as guessed
 * @returns whether it would be guessed soon
 * @throws when it cannot be told
 */
export const isGuessable = (password: string, email: string): Promise<boolean> =>
  oneAtATime.add(async () => {
    const task: Task = { password: password.slice(0, LONGEST.password), email: email.slice(0, LONGEST.email) };
    const running = run(process.execPath, [PROGRAM], { timeout: LONGEST_MS });
    // A process that ends before it has read says so by its status.
    running.child.stdin?.on("error", () => {}).end(JSON.stringify(task));
    const { stdout } = await running;
    return JSON.parse(stdout) as boolean;
  });
