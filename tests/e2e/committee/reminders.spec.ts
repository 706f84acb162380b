/** « Vos rappels » of the accounts' page on a phone: the calendar of « À faire », also without script. */
import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectAccessible, expectToast, signIn } from "#tests/e2e/test.ts";

const reminders = (page: Page) => page.getByRole("region", { name: "Vos rappels" });
const address = (page: Page) => reminders(page).locator("code");

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedStatuses: [404] });

test("a person adds the tasks to the own calendar, and renews the link", async ({ page, request }) => {
  await signIn(page, "/comptes");
  await page.getByRole("link", { name: "Vos rappels" }).tap();
  await expect(reminders(page)).toBeInViewport();
  await reminders(page).getByRole("button", { name: "Créer mon lien" }).tap();
  await expectToast(page, "Le lien de l’agenda est prêt");
  const first = (await address(page).textContent()) ?? "";
  expect(first).toMatch(/\/a-faire\/[\w-]+\.ics$/);
  await expect(reminders(page).getByRole("link", { name: "Ajouter à mon agenda" })).toHaveAttribute(
    "href",
    first.replace("http:", "webcal:"),
  );
  await expect(reminders(page).getByRole("button", { name: "Copier le lien" })).toBeVisible();
  await expect(reminders(page).getByRole("button", { name: "Partager" })).toHaveCount(0);
  expect((await request.get(first)).status()).toBe(200);
  await expectAccessible(page);
  await reminders(page).getByRole("button", { name: "Renouveler le lien" }).tap();
  const question = page.getByRole("dialog", { name: "Renouveler ce lien ?" });
  await expect(question).toContainText("Le lien d’avant ne marche plus.");
  await question.getByRole("button", { name: "Renouveler le lien" }).tap();
  await expectToast(page, "Le lien de l’agenda est renouvelé");
  const second = (await address(page).textContent()) ?? "";
  expect(second).not.toBe(first);
  expect([(await request.get(first)).status(), (await request.get(second)).status()]).toEqual([404, 200]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the link is made and renewed", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "/comptes");
    await reminders(page).getByRole("button", { name: "Créer mon lien" }).click();
    await expect(reminders(page)).toBeInViewport();
    const first = (await address(page).textContent()) ?? "";
    await reminders(page).getByRole("button", { name: "Renouveler le lien" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Renouveler le lien" }).click();
    await expect(address(page)).not.toHaveText(first);
    await expect(address(page)).toContainText("/a-faire/");
  });
});
