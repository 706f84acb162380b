/** WebKitGTK through its driver, which speaks the WebDriver protocol (https://www.w3.org/TR/webdriver2/). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { vi } from "vitest";
import { freePort } from "#tests/free-ports.ts";
import type { Driver } from "./driver.ts";
import { ensureInstalled } from "./install.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

/** Why the tests are left out; empty if they are not. */
export const WITHOUT_WEBKIT =
  ensureInstalled(DRIVER, "webkit2gtk-driver", "xvfb") && ensureInstalled(SCREEN, "xvfb")
    ? ""
    : " (left out: install webkit2gtk-driver and xvfb)";

/** The name of an element's reference (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

type Element = Readonly<Record<typeof ELEMENT, string>>;

async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  // It chooses a free number and writes it to its standard output.
  const screen = spawn(SCREEN, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
  const [number] = await once(screen.stdout, "data");
  return { screen, display: `:${String(number).trim()}` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

export async function startWebKit(): Promise<Driver> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" };
  const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: "ignore" });
  const ask = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitUntil(() => ask("GET", "/status").catch(() => false), { timeout: 30_000, interval: 50 });
  const [binary] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const { sessionId } = (await ask("POST", "/session", { capabilities: { alwaysMatch: options } })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  const run = (source: string, args: readonly unknown[]) =>
    ask("POST", `${session}/execute/sync`, { script: `return (${source})(...arguments)`, args });
  const find = async (source: string, args: readonly string[]) =>
    ((await run(source, args)) as Element | null)?.[ELEMENT];
  return {
    open: async (url) => void (await ask("POST", `${session}/url`, { url })),
    run: async <T>(source: string, ...args: readonly (string | number)[]) => (await run(source, args)) as T,
    async click(source, ...args) {
      const element = await find(source, args);
      if (element) await ask("POST", `${session}/element/${element}/click`, {});
      return element !== undefined;
    },
    async type(text, source, ...args) {
      const element = await find(source, args);
      if (element) await ask("POST", `${session}/element/${element}/value`, { text });
      return element !== undefined;
    },
    async close() {
      await ask("DELETE", session);
      await end(driver);
      await end(screen);
    },
  };
}
