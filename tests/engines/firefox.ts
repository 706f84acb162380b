/** Firefox ESR through WebDriver BiDi: Debian has no geckodriver. */
import { existsSync } from "node:fs";
import puppeteer, { type ElementHandle } from "puppeteer-core";
import type { Driver } from "./driver.ts";
import { ensureInstalled } from "./install.ts";

const FIREFOX = process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr";

/** Why the tests are left out; empty if they are not. */
export const WITHOUT_FIREFOX =
  existsSync(FIREFOX) || ensureInstalled(FIREFOX, "firefox-esr") ? "" : " (left out: install firefox-esr)";

export async function startFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
  const page = await browser.newPage();
  const find = async (source: string, args: readonly string[]) => {
    const handle = await page.evaluateHandle(`(${source})(...${JSON.stringify(args)})`);
    return handle.asElement() as ElementHandle<HTMLElement> | null;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    run: async <T>(source: string, ...args: readonly (string | number)[]) =>
      (await page.evaluate(`(${source})(...${JSON.stringify(args)})`)) as T,
    async click(source, ...args) {
      const element = await find(source, args);
      await element?.click();
      return element !== null;
    },
    async type(text, source, ...args) {
      const element = await find(source, args);
      const isFile = await element?.evaluate((input) => (input as HTMLInputElement).type === "file");
      if (isFile) await (element as ElementHandle<HTMLInputElement>).uploadFile(text);
      else await element?.type(text);
      return element !== null;
    },
    close: () => browser.close(),
  };
}
