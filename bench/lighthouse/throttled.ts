/**
 * The largest paint as a browser meets it on a slow line: Lighthouse calculates its own from a visit without one, and
 * counts fonts as awaited that the text does not wait for.
 */
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { median } from "../statistics.ts";

/** Lighthouse's slow 4G and its phone. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 };
const SLOWDOWN = 4;
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** @returns for each address the median of its largest paints, in milliseconds */
export async function measureThrottled(addresses: readonly string[], attempts: number): Promise<Map<string, number>> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--disable-gpu"] });
  const medians = new Map<string, number>();
  for (const address of addresses) {
    const paints: number[] = [];
    for (let n = 0; n < attempts; n++) {
      const context = await browser.newContext(SCREEN);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", LINE);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
      await page.goto(address, { waitUntil: "networkidle" });
      paints.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
                type: "largest-contentful-paint",
                buffered: true,
              });
            }),
        ),
      );
      await context.close();
    }
    medians.set(address, Math.round(median(paints)));
  }
  await browser.close();
  return medians;
}
