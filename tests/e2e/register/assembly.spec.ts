import { expect, test, unique } from "#tests/e2e/test.ts";
import { addMember } from "./members.ts";

test("the committee records a presence in two taps, shows a member's data, and erases the member", async ({ page }) => {
  const name = unique("Rèze");
  await addMember(page, "Zoé", name);
  const member = page.url();

  await page.goto("/assemblees");
  await page.getByRole("button", { name: "Ouvrir l’assemblée" }).click();
  const search = page.getByRole("searchbox", { name: "Chercher un membre" });
  await search.fill(name);
  await search.press("Enter");
  await expect(page).toHaveURL(/recherche=/);
  await page.getByRole("button", { name: `Présent·e : Zoé ${name}` }).press("Enter");
  await expect(search).toHaveValue("");
  await expect(page.locator("main :focus")).toBeVisible();
  await page.getByRole("button", { name: /^Présents/ }).click();
  await expect(page.getByRole("button", { name: `Retirer : Zoé ${name}` })).toBeVisible();

  await page.goto(member);
  await page.getByRole("link", { name: "Tout ce que nous avons sur cette personne" }).click();
  await expect(page.getByRole("heading", { name: "Assemblées" })).toBeVisible();
  await page.getByRole("button", { name: /^Effacer partout/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Effacer partout" }).click();
  await expect(page.getByText("Effacé partout").first()).toBeVisible();
  await page.goto("/assemblees");
  await page.getByRole("button", { name: "Ouvrir l’assemblée" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Assemblée du/ })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
