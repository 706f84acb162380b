/** Commands as somebody types them who has nothing of this run: not its Node, not its npm, not its settings. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";

/** What reaches the registry from this machine. */
const OF_THE_MACHINE =
  /^(?:HOME|USERPROFILE|TMPDIR|(?:https?|no)_proxy|npm_config_(?:registry|cache|userconfig|globalconfig)|NODE_EXTRA_CA_CERTS)$/i;

export type Where = { folder: string; path: readonly string[]; env?: Record<string, string> };

type Running = { child: ChildProcess; output: () => string; closed: Promise<number | null> };

/** Starts a command in a group of its own. */
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

/** Runs a command to its end. @throws with what it printed when it fails */
export async function run(command: readonly string[], where: Where): Promise<string> {
  const { closed, output } = begin(command, where);
  const code = await closed;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}: ${output()}`);
  return output();
}

export type Started = {
  url: string;
  pid: number;
  /** What it has printed up to now. */
  output: () => string;
  /** Sends a signal to the process that was started. @returns its exit code, once the last of what it started ended */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** Starts the site with a command, and waits until it says where it is. All of it ends with the test at the latest. */
export async function start(command: readonly string[], where: Where): Promise<Started> {
  const PORT = String(await freePort());
  const { child, output, closed } = begin(command, { ...where, env: { LOG_LEVEL: "error", ...where.env, PORT } });
  onTestFinished(async () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // Nothing is left of it.
    }
    await closed;
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
