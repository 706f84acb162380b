/** The tests of each other engine. */
import { afterAll, beforeAll, describe, it } from "vitest";
import { ADMIN } from "#tests/e2e/site.ts";
import { type SiteForFile, startForFile } from "#tests/server/process.ts";
import type { Driver } from "./driver.ts";
import { type Journey, journeyOf, NEXT_YEAR } from "./journey.ts";

/** @param leftOut why the tests are left out, in parentheses; empty if they are not */
export function testEngine(name: string, leftOut: string, startBrowser: () => Promise<Driver>): void {
  describe.skipIf(leftOut !== "")(`${name}${leftOut}`, () => {
    let site: SiteForFile | undefined;
    let driver: Driver | undefined;
    let journey: Journey;

    beforeAll(async () => {
      site = await startForFile({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
      driver = await startBrowser();
      journey = journeyOf(driver, site.url);
      await journey.signsIn();
    });
    afterAll(async () => {
      await driver?.close();
      await site?.end();
    });

    it("sends the forms of visitors", () => journey.sendsTheFormsOfVisitors());
    it("saves an event with a photo that the browser shrinks", () => journey.savesAnEvent("Grand bal", "IMG_0001.JPG"));
    it("saves an event with a photo of a Mac’s name", () =>
      journey.savesAnEvent("Petit bal", "Capture d’écran 2026-11-28 à 10.00.00\u202fAM.jpg"));
    it.each(["IMG_0002.JPG", "Capture d’écran.jpg"])(
      "saves the photo %s as the portrait of a committee member",
      (file) => journey.savesAPortrait(file.slice(0, 7), file),
    );
    it.each(["IMG_0003.JPG", "Capture d’écran « 2 ».jpg"])(
      "replaces the poster of an event with the photo %s",
      (file) => journey.changesAPoster(`Petit08${NEXT_YEAR.slice(2)}`, file),
    );
    it.each(["Capture d’écran.jpg", "IMG_0004.JPG"])("saves the photo %s as the group photo", (file) =>
      journey.savesTheGroupPhoto(file),
    );
    it("imports a list", () => journey.importsAList("liste d’été – 2026.csv"));
    it("notes a payment in cash and takes it back", () => journey.notesCashAndUndoesIt());
    it("shows no page of the committee after the sign-out", () => journey.showsNoCommitteePageAfterTheSignOut());
  });
}
