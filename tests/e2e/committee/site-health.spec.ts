import { expect, signIn, test } from "#tests/e2e/test.ts";

const CHECKED = /Vérifié le \d\d\.\d\d\.\d{4}, \d\d:\d\d\./;

test("the committee sees the health of the site, and starts a new check", async ({ page }) => {
  await signIn(page, "/reglages");
  const section = page.getByRole("region", { name: "Santé du site" });
  await expect(section.getByRole("listitem").filter({ hasText: "Version" })).toBeHidden();
  await section.getByText("Technique").click();
  await expect(section.getByRole("listitem")).toHaveCount(9);
  // The site makes its first backup a minute after the start.
  await expect(section).toContainText(/Dernière sauvegarde\s: \d\d\.\d\d\.\d{4}|Aucune sauvegarde pour l’instant/);
  await section.getByRole("button", { name: "Vérifier maintenant" }).click();
  await expect(section.getByRole("status")).toHaveText(CHECKED);
  await expect(section.getByRole("listitem").filter({ hasText: "Adresse" })).toContainText("mène bien à ce site");
  await expect(section.locator(".health__line--error")).toHaveCount(0);
  await expect(section).not.toContainText("Pas encore vérifié");
});
