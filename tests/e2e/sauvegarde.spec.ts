import { expect, rienNeDepasse, sansDefautDAcces, sansDefilementLateral, seConnecter, test } from "./test.ts";

test("the committee sees how it stands with the backups", async ({ page }) => {
  await seConnecter(page, "/reglages");
  const section = page.getByRole("region", { name: "Sauvegarde" });
  // The site makes its first one a minute after the start.
  await expect(section).toContainText(/Dernière sauvegarde\s: \d\d\.\d\d\.\d{4}|Aucune sauvegarde pour l’instant/);
  await expect(section.locator(".avis")).toHaveCount(0);
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  await rienNeDepasse(page, ".reglages");
});
