import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, recordShifts, signIn } from "#tests/e2e/test.ts";

const LONG = "Annonce".repeat(20);

test("an announcement is written on a phone, and is shown above the home page until it ends", async ({
  page,
  browser,
}) => {
  await signIn(page, "/");
  await page.getByRole("button", { name: "Plus" }).click();
  await page.getByRole("navigation", { name: "Plus" }).getByRole("link").first().click();
  await expect(page.getByLabel("Annonce", { exact: true })).toBeFocused();
  await page.keyboard.type(LONG);
  await page.getByLabel("Lien").fill("/planning");
  await page.getByRole("button", { name: "Publier l’annonce" }).click();
  await expectToast(page, "Annonce publiée");

  const visitor = await browser.newPage({ viewport: { width: 320, height: 640 }, baseURL: new URL(page.url()).origin });
  // A font that arrives late may wrap so long a word elsewhere.
  await visitor.route("**/*.woff2", (route) => route.abort());
  const shifts = await recordShifts(visitor);
  await visitor.goto("/");
  const bar = visitor.getByRole("complementary", { name: "Annonce" });
  await expect(bar.getByRole("link", { name: LONG })).toBeVisible();
  expect(await shifts()).toBeLessThan(0.01);
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("Tab");
  await expect(bar.getByRole("link")).toBeFocused();
  await visitor.emulateMedia({ media: "print" });
  await expect(bar).toBeHidden();
  await visitor.emulateMedia({ media: "screen" });
  await visitor.clock.install({ time: Date.now() + 3 * 24 * 60 * 60 * 1000 });
  await visitor.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(bar).toBeHidden();
  await visitor.close();
});
