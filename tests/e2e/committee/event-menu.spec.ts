/** The menu of an event card on a phone: five taps postpone an event, three cancel it. */
import type { Locator } from "@playwright/test";
import { event, PLANNING_PAGE, picture, place, poster, save } from "#tests/e2e/drafts.ts";
import {
  expect,
  expectAccessible,
  inBothWays,
  type Page,
  signIn,
  test,
  unique,
  waitForReact,
} from "#tests/e2e/test.ts";

const YEAR = new Date().getFullYear() + 2;

async function addEvent(page: Page, name: string): Promise<Locator> {
  await signIn(page, "/evenement/create");
  await event(page).fill(name);
  await page.getByLabel("Mois").selectOption("Novembre");
  await page.getByLabel("Année").fill(String(YEAR));
  await page.getByLabel("Du", { exact: true }).fill(`${YEAR}-11-28`);
  await place(page).fill("Halle des fêtes");
  await poster(page).setInputFiles(await picture("souper.jpg"));
  await save(page);
  await expect(page).toHaveURL(PLANNING_PAGE);
  const card = page.locator(".evenement", { hasText: name });
  // The browser moves the focus to the card when the page has loaded, which would interrupt a use by keyboard.
  await expect(card).toBeFocused();
  await waitForReact(page);
  return card;
}

/** Counts taps; to open a date field and to choose a day are two. */
function counter() {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const choose = async (field: Locator, day: string) => {
    taps += 2;
    await field.fill(day);
  };
  return { tap, choose, count: () => taps };
}

/** Expects that the stamp covers neither the month nor the days. */
async function stampCoversNoDate(card: Locator): Promise<void> {
  const boxOf = async (selector: string) =>
    (await card.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const stamp = await boxOf(".stamp");
  expect(stamp.width).toBeGreaterThan(40);
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

inBothWays((javaScriptEnabled) => {
  test("an event is postponed and cancelled from its card", async ({ page }) => {
    const name = unique("Souper");
    const card = await addEvent(page, name);
    const list = `/planning/${YEAR}`;
    await page.goto(list);
    const postponing = counter();
    await postponing.tap(card.locator(".menu > summary"));
    if (javaScriptEnabled) await expectAccessible(page);
    await postponing.tap(card.getByRole("link", { name: `Marquer reporté ${name}` }));
    await expect(page.locator("bdi", { hasText: name })).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
    await postponing.choose(page.getByLabel("Nouvelle date connue ?"), `${YEAR}-12-05`);
    await postponing.tap(page.getByRole("button", { name: "Marquer reporté" }));
    await expect(page).toHaveURL(new RegExp(`${list}#`));
    expect(postponing.count()).toBeLessThanOrEqual(5);
    await expect(card).toContainText(/Reporté au \S+\s5\sdécembre/);
    await expect(card.locator("del")).toHaveText(/^date précédente\s: \S+\s28\snovembre$/);
    await expect(card).toContainText(`Décembre ${YEAR}`);
    const map = card.getByRole("link", { name: "Halle des fêtes" });
    await expect(map).toHaveAttribute("href", /^https:\/\/www\.google\.com\/maps\/search\/.*Halle/);
    await expect(map).toHaveAttribute("target", "_blank");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await stampCoversNoDate(card);
    }

    const cancelling = counter();
    await cancelling.tap(card.locator(".menu > summary"));
    await cancelling.tap(card.getByRole("link", { name: `Marquer annulé ${name}` }));
    await cancelling.tap(page.getByRole("button", { name: "Marquer annulé" }));
    await expect(page).toHaveURL(new RegExp(`${list}#`));
    expect(cancelling.count()).toBeLessThanOrEqual(3);
    await expect(card.getByText("Annulé", { exact: true })).toBeVisible();
  });
});

test("the menu opens and closes by keyboard, and stays open after a dialog", async ({ page }) => {
  const card = await addEvent(page, unique("Souper"));
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
