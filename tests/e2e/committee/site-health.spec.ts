import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingSticksOut,
  signIn,
  test,
  withoutScript,
} from "#tests/e2e/test.ts";

const CHECKED = /Vérifié le \d\d\.\d\d\.\d{4}, \d\d:\d\d\./;

test("the committee sees how the site is, and has it looked at anew", async ({ page }) => {
  await signIn(page, "/reglages");
  const section = page.getByRole("region", { name: "Santé du site" });
  await expect(section.getByRole("listitem")).toHaveCount(9);
  // The site makes its first one a minute after the start.
  await expect(section).toContainText(/Dernière sauvegarde\s: \d\d\.\d\d\.\d{4}|Aucune sauvegarde pour l’instant/);
  await section.getByRole("button", { name: "Vérifier maintenant" }).click();
  await expect(section.getByRole("status")).toHaveText(CHECKED);
  await expect(section.getByRole("listitem").filter({ hasText: "Adresse" })).toContainText("mène bien à ce site");
  await expect(section.locator(".health__line--error")).toHaveCount(0);
  await expect(section).not.toContainText("Pas encore vérifié");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectNothingSticksOut(page, ".settings");
});

test.describe(() => {
  test.use(withoutScript);

  test("the site is looked at anew without script too", async ({ page }) => {
    await signIn(page, "/reglages");
    await page.getByRole("button", { name: "Vérifier maintenant" }).click();
    await expect(page.getByRole("region", { name: "Santé du site" }).getByRole("status")).toHaveText(CHECKED);
    await expect(page).toHaveURL(/#sante$/);
  });
});
