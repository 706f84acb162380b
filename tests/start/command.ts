/** Starts commands as a user does: without the Node, the npm and the settings of the test run. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";

/** Variables that a command needs to reach the package registry from this machine. */
const OF_THE_MACHINE =
  /^(?:HOME|USERPROFILE|TMPDIR|(?:https?|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig)|NODE_EXTRA_CA_CERTS)$/i;

export type Where = { folder: string; path: readonly string[]; env?: Record<string, string> };

export type Running = { child: ChildProcess; output: () => string; closed: Promise<number | null> };

/** Starts a command in a process group of its own. */
function begin([command = "", ...args]: readonly string[], { folder, path, env }: Where): Running {
  const own = Object.entries(process.env).filter(([name]) => OF_THE_MACHINE.test(name));
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...Object.fromEntries(own), PATH: [...path, "/usr/bin", "/bin"].join(delimiter), ...env },
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
  // Its streams close when everything that it started has ended too.
  const closed = once(child, "close").then(([code]) => code as number | null);
  return { child, output: () => text, closed };
}

/** Starts a command whose process group ends with the test at the latest. */
export function beginForTest(command: readonly string[], where: Where): Running {
  const running = begin(command, where);
  onTestFinished(async () => {
    try {
      process.kill(-(running.child.pid ?? 0), "SIGKILL");
    } catch {
      // The whole group has ended already.
    }
    await running.closed;
  });
  return running;
}

/** Runs a command to its end. Resolves with its output; rejects with its output if it fails. */
export async function run(command: readonly string[], where: Where): Promise<string> {
  const { closed, output } = begin(command, where);
  const code = await closed;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${output()}`);
  return output();
}

export type Started = {
  url: string;
  pid: number;
  /** All that the command has printed so far. */
  output: () => string;
  /** Sends a signal to the started process. Resolves with its exit code when all of its child processes have ended. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** Starts the site with a command. Resolves when the site has printed its address. */
export async function start(command: readonly string[], where: Where): Promise<Started> {
  const PORT = String(await freePort());
  const { child, output, closed } = beginForTest(command, {
    ...where,
    env: { LOG_LEVEL: "error", ...where.env, PORT },
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${command.join(" ")} ended with ${code}: ${output()}`);
  });
  const ready = () => /Savièse: https?:\/\/\S+/.test(output());
  await Promise.race([ended, vi.waitUntil(ready, { timeout: 600_000 })]);
  return {
    url: `http://127.0.0.1:${PORT}`,
    pid: child.pid ?? 0,
    output,
    stop(signal) {
      child.kill(signal);
      return closed;
    },
  };
}
