/** Pages of a site on an existing project, whose pictures the old site stored as they came from a camera. */
import sharp from "sharp";
import { expect, it, onTestFinished, vi } from "vitest";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { openSite } from "#tests/http/site.ts";
import { lyingPixels } from "#tests/images/pictures.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";

const PATIENCE = { timeout: 90_000, interval: 100 };

describeHosted("the planning of an existing project", () => {
  it("offers a picture of 6000 × 4000 pixels in the widths and formats of a new one, and never as it is", {
    timeout: 180_000,
  }, async () => {
    await warmUp();
    const { projectId, bucket, apiKey } = newProject();
    const db = openFirestore({ projectId });
    onTestFinished(() => db.terminate());
    await db.doc("evenements/Fête0825").set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" });
    const photo = await lyingPixels(60, 40).resize(6000, 4000).jpeg({ quality: 95 }).toBuffer();
    const name = encodeURIComponent("evenements/Fête0825/DSC_0042.JPG");
    const stored = await fetch(`http://${EMULATOR_ENV.FIREBASE_STORAGE_EMULATOR_HOST}/v0/b/${bucket}/o?name=${name}`, {
      method: "POST",
      headers: { authorization: "Bearer owner", "content-type": "image/jpeg" },
      body: new Uint8Array(photo),
    });
    expect(stored.status).toBe(200);

    const site = await openSite({
      BACKEND: "firebase",
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: apiKey,
      FIREBASE_STORAGE_BUCKET: bucket,
      ...EMULATOR_ENV,
    });
    onTestFinished(site.close);
    const page = async () => (await site.request("/planning")).text();
    // The first visitor does not wait for it, and sees the drawing of an event without a picture.
    const first = await page();
    expect(first).toContain("Fête");
    expect(first).not.toContain("/images/evenements/");
    const html = await vi.waitUntil(async () => {
      const now = await page();
      return now.includes('type="image/webp"') && now;
    }, PATIENCE);

    const offered = [...html.matchAll(/(\/images\/evenements\/[^\s"]+) (\d+)w/g)];
    expect(offered.map(([, , width]) => Number(width))).toEqual([480, 960, 1600, 480, 960, 1600]);
    for (const [, url = "", width] of offered) {
      const response = await site.request(url);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, (await sharp(bytes).metadata()).width]).toEqual([200, Number(width)]);
      expect(bytes.length).toBeLessThan(photo.length / 4);
    }
    for (const url of html.match(/\/images\/evenements\/[^\s"]+/g) ?? [])
      expect(url).toMatch(/-(?:480|960|1600|partage)\.(?:webp|jpg)$/);
    expect(site.log.filter(({ error }) => error !== null)).toEqual([]);
  });
});
