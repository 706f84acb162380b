import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { platform } from "node:os";
import { chromium } from "@playwright/test";

const KNOWN = [
  // The build without a user interface renders the same pages with half the CPU time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...KNOWN, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

const attempt = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "inherit", shell: platform() === "win32" }).status === 0;

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (isRootOnDebian()) {
    process.stdout.write("No Chromium here yet: installing Debian's.\n");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    // Most visitors have Arial. Liberation has the same letter widths, so the tests see the layout of visitors.
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
