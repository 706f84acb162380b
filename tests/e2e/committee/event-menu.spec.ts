/** The menu of an event card on a phone: few taps postpone or cancel an event. */
import type { Locator } from "@playwright/test";
import { picture } from "#tests/e2e/drafts.ts";
import { expect, expectToast, postForm, signIn, test, unique } from "#tests/e2e/test.ts";

const YEAR = new Date().getFullYear() + 2;

/** Expects that the stamp covers neither the poster nor the month nor the days. */
async function stampCoversNothing(card: Locator): Promise<void> {
  const boxOf = async (selector: string) =>
    (await card.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const stamp = await boxOf(".stamp");
  expect(stamp.width).toBeGreaterThan(40);
  const poster = await boxOf(".print");
  expect(stamp.y >= poster.y + poster.height || stamp.x >= poster.x + poster.width).toBe(true);
  const days = await boxOf(".evenement__days");
  const apart = stamp.x + stamp.width <= days.x || days.x + days.width <= stamp.x || stamp.y + stamp.height <= days.y;
  expect(apart).toBe(true);
  const onTop = await card.locator(".evenement__date").evaluate((date) => {
    date.scrollIntoView({ block: "center" });
    const { left, right, top, bottom } = date.getBoundingClientRect();
    const points = [left + 8, (left + right) / 2, right - 8].map((x) =>
      document.elementFromPoint(x, (top + bottom) / 2),
    );
    return points.every((element) => element !== null && date.contains(element));
  });
  expect(onTop).toBe(true);
}

test("an event is postponed from its card, and its stamp covers neither date nor poster", { tag: "@long" }, async ({
  page,
}) => {
  const name = unique("Souper");
  const list = `/planning/${YEAR}`;
  await signIn(page);
  const day = { mois: "11", annee: String(YEAR), FirstDay: `${YEAR}-11-28` };
  const image = await picture("souper.jpg");
  await postForm(page, "/evenement/create", { Nom: name, ...day, Lieu: "Halle des fêtes", image });
  await page.goto(list);
  const card = page.locator(".evenement", { hasText: name });
  await card.locator(".menu > summary").click();
  await card.getByRole("link", { name: `Marquer reporté ${name}` }).click();
  await expect(page.locator("bdi", { hasText: name })).toBeVisible();
  await page.getByLabel("Nouvelle date connue ?").fill(`${YEAR}-12-05`);
  await page.getByRole("button", { name: "Marquer reporté" }).click();
  await expect(page).toHaveURL(new RegExp(`${list}\\?fait=&fait=`));
  await expect(card).toContainText(/Reporté au \S+\s5\sdécembre/);
  await expect(card.locator("del")).toHaveText(/^date précédente\s: \S+\s28\snovembre$/);
  await expect(card).toContainText(`Décembre ${YEAR}`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await stampCoversNothing(card);
  }

  await test.step("the menu opens and closes by keyboard, and stays open after a dialog", async () => {
    await page.goto(list);
    const [menu, toggle] = [card.locator(".menu"), card.locator(".menu > summary")];
    await toggle.press("Enter");
    await expect(menu).toHaveAttribute("open", "");
    await toggle.press("Tab");
    await expect(card.getByRole("link", { name: /^Modifier/ })).toBeFocused();
    await card.getByRole("button", { name: /^Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Garder" }).click();
    await expect(card.getByRole("button", { name: /^Supprimer/ })).toBeFocused();
    await toggle.press("Enter");
    await expect(menu).not.toHaveAttribute("open");
  });

  await test.step("a double tap on a menu entry shows no error", async () => {
    await card.locator(".menu > summary").click();
    await card.getByRole("button", { name: /^Marquer comme prévu/ }).dblclick();
    await expectToast(page, `${name}\u00a0: comme prévu`);
    await expect(page.locator(".toast--error")).toHaveCount(0);
  });
});
