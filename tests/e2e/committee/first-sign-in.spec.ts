/** The first start of a site: its terminal shows a link, and a phone chooses the password. */
import { startOwnSite } from "#tests/e2e/own-site.ts";
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from "#tests/e2e/test.ts";

const EMAIL = "camille@exemple.ch";

const test = base.extend<{ baseURL: string; link: string; adminEmail: string }>({
  adminEmail: [EMAIL, { option: true }],
  link: async ({ adminEmail }, use) => {
    const { greeting, stop } = await startOwnSite({ ADMIN_EMAIL: adminEmail });
    await use(/^ {2}link {6}(\S+)$/m.exec(greeting.join("\n"))?.[1] ?? "");
    await stop();
  },
  baseURL: async ({ link }, use) => use(new URL(link).origin),
});

// What such a link does without script is in accounts.spec.ts.
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
    await expect(page).toHaveURL("/premiers-pas");
    await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(EMAIL);

    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "Ce lien ne marche plus" })).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`the link of a site that knows no address, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ adminEmail: "", javaScriptEnabled, expectedStatuses: [400, 410] });

    test("asks for the address and the password, and makes the account", async ({ page, link }) => {
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
