/** Runs zxcvbn in a short-lived process, because a thread would not free the 50 MB of zxcvbn's dictionaries. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import PQueue from "p-queue";
import { PASSWORD_LENGTHS } from "#domain/accounts/password.ts";
import { typedLengthMax } from "#domain/text/normal-form.ts";

const PROGRAM = join(import.meta.dirname, "estimate-once.ts");
const LONGEST_MS = 60_000;

/** Maximum lengths, in UTF-16 code units. The caller refuses longer input. */
const LONGEST = { password: typedLengthMax(PASSWORD_LENGTHS.max), email: 320 } as const;

export type PasswordStrengthTask = { readonly password: string; readonly email: string };

const run = promisify(execFile);

const oneAtATime = new PQueue({ concurrency: 1 });

/** Takes tenths of a second. The words of the account's address `email` count as guessable. */
export const isPasswordGuessable = (password: string, email: string): Promise<boolean> =>
  oneAtATime.add(async () => {
    const task: PasswordStrengthTask = {
      password: password.slice(0, LONGEST.password),
      email: email.slice(0, LONGEST.email),
    };
    const running = run(process.execPath, [PROGRAM], { timeout: LONGEST_MS });
    // Ignore a write error: if the process exits early, `running` rejects.
    running.child.stdin?.on("error", () => {}).end(JSON.stringify(task));
    const { stdout } = await running;
    return JSON.parse(stdout) as boolean;
  });
