import { setTimeout as wait } from "node:timers/promises";
import type { Locator } from "@playwright/test";
import { swissDay } from "#domain/dates.ts";
import { inscription, submit } from "#tests/e2e/inbox.ts";
import { addMember } from "#tests/e2e/register/members.ts";
import { birthDate } from "#tests/e2e/sign-up-form.ts";
import { expect, signIn, test, unique } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Two taps of a finger on the same point, 400 ms apart. */
async function tapTwice(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error("Not on the page.");
  const page = control.page();
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await tap();
  await wait(400);
  await tap();
}

const received = /^Autorisation parentale reçue le/;
const missing = /^Autorisation parentale manquante/;
const back = /^Noter comme manquante/;

test("a double tap on the switch of the authorisation counts as one tap, on the member's page and in the inbox", {
  tag: "@long",
}, async ({ page }) => {
  const name = unique("Arbellay");
  await addMember(page, "Léa", name, { birthDate: birthDate(16) });
  const top = async () => (await page.getByRole("link", { name: "Historique", exact: true }).boundingBox())?.y;
  await page.evaluate(() => scrollTo(0, 0));
  const before = await top();
  await tapTwice(page.getByRole("button", { name: missing }));
  await expect(page.getByRole("button", { name: received })).toHaveAttribute("aria-pressed", "true");
  expect(await top()).toBe(before);
  await tapTwice(page.getByRole("button", { name: back }));
  await expect(page.getByRole("button", { name: missing })).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("button", { name: back })).toBeHidden();

  const other = unique("Coppey");
  await submit(
    inscription({ lastName: other, birthDate: swissDay(birthDate(16)), minorCharter: "Validé par la personne" }),
  );
  await signIn(page, "/inscriptions");
  const row = page.getByRole("listitem").filter({ hasText: `Zoé ${other}` });
  await row.locator("summary").first().click();
  await tapTwice(row.getByRole("button", { name: missing }));
  await expect(row.getByRole("button", { name: received })).toHaveAttribute("aria-pressed", "true");
});
