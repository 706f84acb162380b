import { describe, expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { openSite } from "#tests/http/site.ts";

/** Maximum number of running and waiting requests: IN_PROGRESS in server/http/limits/rate-limiter.ts. */
const PLACES = 640;
const EXCESS = 50;

describe("more requests than the site can process", () => {
  it("get 503 immediately; cached pages and the health check are answered, and all other requests later", async () => {
    const site = await openSite();
    await site.request("/dons");
    const { get } = site.services.settings;
    let openOne = (): void => {};
    const held = new Promise<void>((open) => (openOne = open));
    site.services.settings.get = async () => {
      await held;
      return get();
    };
    // Their answers, a 404 without an IBAN in the settings, take less time than pages.
    const crowd = Array.from({ length: PLACES }, (_, i) => site.request(`/qr-facture/don.pdf?${i}`));
    const extra = await Promise.all(
      Array.from({ length: EXCESS }, (_, i) => site.request(`/qr-facture/don.pdf?de-plus=${i}`)),
    );
    for (const response of extra) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await response.text()).toContain("Il y a foule sur le site.");
    }
    expect((await site.request("/healthz")).status).toBe(200);
    expect((await site.request("/favicon.svg")).status).toBe(200);
    openOne();
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
    expect([...statuses]).toEqual([404]);
    expect((await site.send("/contact", { name: "Camille" })).status).toBe(400);
    expect(site.log).toEqual([]);
    await site.close();
    writeFigures("overload", {
      promise: "Excess requests get 503 with Retry-After, and the site recovers",
      figures: `${PLACES} requests waiting, ${EXCESS} of ${EXCESS} further ones refused with 503, then all ${PLACES} answered`,
    });
  });
});
