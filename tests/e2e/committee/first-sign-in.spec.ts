/** The first start of a site: its terminal shows a link, which creates the first account. */
import { startOwnSite } from "#tests/e2e/own-site.ts";
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from "#tests/e2e/test.ts";

const EMAIL = "camille@exemple.ch";

const test = base.extend<{ baseURL: string; link: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  link: async ({}, use) => {
    const { greeting, stop } = await startOwnSite({ ADMIN_EMAIL: "" });
    await use(/^ {2}link {6}(\S+)$/m.exec(greeting.join("\n"))?.[1] ?? "");
    await stop();
  },
  baseURL: async ({ link }, use) => use(new URL(link).origin),
});

for (const javaScriptEnabled of [true, false])
  test.describe(`the link of a site without a configured address, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [400, 410] });

    test("asks for the address and the password, and creates the account", async ({ page, link }) => {
      await page.goto(link);
      const [email, password] = [page.getByLabel("E-mail"), page.getByLabel("Mot de passe")];
      await email.fill("camille@exemple");
      await password.fill("nuage tracteur violon");
      await page.getByRole("button", { name: "Entrer" }).click();
      await expect(email).toHaveAccessibleDescription(/Il manque la fin de l’adresse/);
      await expect(email).toBeFocused();
      await expect(email).toHaveValue("camille@exemple");
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page);
      await email.fill(EMAIL);
      await password.fill("camille2026");
      await page.getByRole("button", { name: "Entrer" }).click();
      await expect(password).toHaveAccessibleDescription(/serait vite deviné/);
      await expect(email).toHaveValue(EMAIL);
      await password.fill("nuage tracteur violon");
      await page.getByRole("button", { name: "Entrer" }).click();
      await expect(page).toHaveURL("/premiers-pas");
      await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(EMAIL);

      await page.goto(link);
      await expect(page.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
