import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingSticksOut,
  signIn,
  test,
} from "#tests/e2e/test.ts";

test("the committee sees how it stands with the backups", async ({ page }) => {
  await signIn(page, "/reglages");
  const section = page.getByRole("region", { name: "Sauvegarde" });
  // The site makes its first one a minute after the start.
  await expect(section).toContainText(/Dernière sauvegarde\s: \d\d\.\d\d\.\d{4}|Aucune sauvegarde pour l’instant/);
  await expect(section.locator(".notice")).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectNothingSticksOut(page, ".settings");
});
