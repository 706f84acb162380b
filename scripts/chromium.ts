/** Finds the Chromium that the browser tests and the screenshots drive, and installs one where that can be done. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import { chromium } from "@playwright/test";

const KNOWN = [
  // The same browser without its windows: half the work for the same pages.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @returns the path of a browser, or null when the machine has none */
export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...KNOWN, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

const attempt = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "inherit", shell: platform() === "win32" }).status === 0;

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/**
 * Makes sure that there is a browser.
 * @throws with one readable line when none can be had
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (isRootOnDebian()) {
    process.stdout.write("No Chromium here yet: installing Debian's.\n");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    // Liberation has the widths of Arial, which nearly every visitor's machine has: pages stand still on it.
    const install = ["install", "-y", "-qq", "--no-install-recommends", "fonts-liberation"];
    if (!attempt("apt-get", ...install, "chromium-headless-shell")) attempt("apt-get", ...install, "chromium");
  } else {
    process.stdout.write("No Chromium here yet: asking Playwright to download one.\n");
    attempt("npx", "playwright", "install", "chromium");
  }
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    "The browser tests need a Chromium. Install one (Debian: `apt-get install chromium`; elsewhere: " +
      "`npx playwright install --with-deps chromium`), or name one in CHROMIUM_PATH.",
  );
}
