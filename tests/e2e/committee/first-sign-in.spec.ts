/** The first start of a site: its terminal shows a link, and a phone chooses the password. */
import { startOwnSite } from "#tests/e2e/own-site.ts";
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from "#tests/e2e/test.ts";

const EMAIL = "camille@exemple.ch";

const test = base.extend<{ baseURL: string; link: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what the fixture needs
  link: async ({}, use) => {
    const { greeting, stop } = await startOwnSite({ ADMIN_EMAIL: EMAIL });
    await use(/^ {2}link {6}(\S+)$/m.exec(greeting.join("\n"))?.[1] ?? "");
    await stop();
  },
  baseURL: async ({ link }, use) => use(new URL(link).origin),
});

// What such a link does without script is in comptes.spec.ts.
test.describe("the printed link", () => {
  test.use({ expectedStatuses: [400, 410] });

  test("lets the first person choose a password, and says why one would be guessed", async ({ page, link }) => {
    await page.goto(link);
    const password = page.getByLabel("Mot de passe");
    for (const guessed of ["Raclette1", "camille2026"]) {
      await password.fill(guessed);
      await page.getByRole("button", { name: "Entrer" }).click();
      await expect(password).toHaveAccessibleDescription(/serait vite deviné.*trois mots qui n’ont rien à voir/);
      await expect(page.getByLabel("E-mail")).toHaveValue(EMAIL);
      await expect(password).toHaveValue(guessed);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await password.fill("nuage tracteur violon");
    await page.getByRole("button", { name: "Entrer" }).click();
    await expect(page).toHaveURL("/planning");
    await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(EMAIL);

    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
  });
});
