import { dayInZurich } from "#domain/dates.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  test,
  unique,
  withoutScript,
} from "#tests/e2e/test.ts";

const YEAR = dayInZurich(new Date()).slice(0, 4);

test.use({ viewport: { width: 390, height: 844 } });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    if (!javaScriptEnabled) test.use(withoutScript);

    test("a bill is sent by WhatsApp and kept with its date", async ({ page }) => {
      const name = unique("Arvine");
      await signIn(page, "/registre/create");
      await page.getByLabel("Prénom").fill("Zoé");
      await page.getByLabel("Nom", { exact: true }).fill(name);
      await page.getByLabel("Téléphone", { exact: true }).fill("079 123 45 67");
      await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await page.goto("/cotisations");
      if (page.url().endsWith("/ouvrir")) await page.getByRole("button", { name: `Ouvrir ${YEAR}` }).click();
      await page.goto(`/cotisations/${YEAR}`);
      await page.getByRole("searchbox", { name: "Chercher un membre" }).fill(name);
      await page.getByRole("searchbox", { name: "Chercher un membre" }).press("Enter");
      await expect(page.getByText("1 cotisation", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: `Zoé ${name}` }).click();
      await page.getByRole("link", { name: `Envoyer la facture ${YEAR}` }).click();
      const whatsApp = page.getByRole("link", { name: `WhatsApp à Zoé ${name}` });
      await expect(whatsApp).toHaveAttribute(
        "href",
        /^https:\/\/wa\.me\/41791234567\?text=Bonjour%20Zo%C3%A9.*ma-fiche/,
      );
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) {
        await expectAccessible(page);
        // The link itself would leave for WhatsApp.
        await whatsApp.evaluate((link) => link.setAttribute("href", "#"));
        await whatsApp.evaluate((link) => link.removeAttribute("target"));
        await whatsApp.click();
        await expect(page.getByLabel("Envoyée")).toHaveValue("whatsapp");
      } else await page.getByLabel("Envoyée").selectOption("par WhatsApp");
      await page.getByRole("button", { name: "Suivant" }).click();
      await expect(page.getByRole("heading", { level: 1, name: `Zoé ${name}` })).toBeVisible();
      await expect(page.getByText(/^Facture par WhatsApp le \d/)).toBeVisible();

      await page.goto(`/cotisations/${YEAR}/envoyer?fin=1`);
      await expect(page.getByRole("heading", { name: "Imprimer" })).toBeVisible();
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
}
