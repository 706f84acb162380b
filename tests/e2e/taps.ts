import { setTimeout as wait } from "node:timers/promises";
import type { Locator } from "@playwright/test";
import type { Page } from "./test.ts";

export async function centreOf(control: Locator) {
  const box = await control.boundingBox();
  if (!box) throw new Error("Not on the page.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Away from the toasts, at the bottom of the screen. */
export const toCentre = (control: Locator) => control.evaluate((one) => one.scrollIntoView({ block: "center" }));

/** Pauses between two taps in milliseconds: one of them in `npm test`, the others in `npm run test:long`. */
export const PAUSES = [
  { pauses: [400], tag: [] },
  { pauses: [50, 1600], tag: "@long" },
];
export const ALL_PAUSES = PAUSES.flatMap(({ pauses }) => pauses);

/** Two taps of a finger on the same point. */
export async function tapTwice(page: Page, control: Locator, pause: number) {
  await toCentre(control);
  const { x, y } = await centreOf(control);
  await page.touchscreen.tap(x, y);
  // The second tap comes at its time, whatever the page shows then. A wait in the page would end with it: until its
  // script runs, a tap opens the next page.
  await wait(pause);
  await page.touchscreen.tap(x, y);
}
