/**
 * The largest paint as a browser meets it on a slow line: Lighthouse calculates its own from a visit without one, and
 * counts fonts as awaited that the text does not wait for.
 */
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { mediane } from "../statistics.ts";

/** Lighthouse's slow 4G and its phone. */
const LIGNE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 };
const RALENTI = 4;
const ECRAN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** @returns for each address the median of its largest paints, in milliseconds */
export async function mesurerAuRalenti(adresses: readonly string[], essais: number): Promise<Map<string, number>> {
  const navigateur = await chromium.launch({ executablePath: ensureChromium(), args: ["--disable-gpu"] });
  const medianes = new Map<string, number>();
  for (const adresse of adresses) {
    const paints: number[] = [];
    for (let n = 0; n < essais; n++) {
      const contexte = await navigateur.newContext(ECRAN);
      const page = await contexte.newPage();
      const session = await contexte.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", LIGNE);
      await session.send("Emulation.setCPUThrottlingRate", { rate: RALENTI });
      await page.goto(adresse, { waitUntil: "networkidle" });
      paints.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              new PerformanceObserver((liste) => resolve(liste.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
                type: "largest-contentful-paint",
                buffered: true,
              });
            }),
        ),
      );
      await contexte.close();
    }
    medianes.set(adresse, Math.round(mediane(paints)));
  }
  await navigateur.close();
  return medianes;
}
