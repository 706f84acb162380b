import { expect, test, unique } from "#tests/e2e/test.ts";
import { addMember, findFee, showFees, YEAR } from "./members.ts";

test("a bill is sent by WhatsApp, and the member's page shows its date", async ({ page }) => {
  const name = unique("Arvine");
  await addMember(page, "Zoé", name, { phone: "0791234567" });
  await showFees(page);
  await findFee(page, name);
  await expect(page.getByText("1 cotisation", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `Zoé ${name}` }).click();
  await page.getByRole("link", { name: `Envoyer la facture ${YEAR}` }).click();
  const whatsApp = page.getByRole("link", { name: `WhatsApp à Zoé ${name}` });
  await expect(whatsApp).toHaveAttribute("href", /^https:\/\/wa\.me\/41791234567\?text=Bonjour%20Zo%C3%A9.*ma-fiche/);
  // Keep the page: the link itself opens WhatsApp.
  await whatsApp.evaluate((link) => link.setAttribute("href", "#"));
  await whatsApp.evaluate((link) => link.removeAttribute("target"));
  await whatsApp.click();
  await expect(page.getByLabel("Envoyée")).toHaveValue("whatsapp");
  await page.getByRole("button", { name: "Suivant" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Zoé ${name}` })).toBeVisible();
  await expect(page.getByText(/^Facture par WhatsApp le \d/)).toBeVisible();
});
