import { feeReference } from "#domain/fees/reference.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { inscription, submit } from "#tests/e2e/inbox.ts";
import { expect, signIn, test, unique } from "#tests/e2e/test.ts";
import { addMember, showFees, YEAR } from "./members.ts";

test("a sign-up is paid through the bank's file, and a parent's payment is split", async ({ page }) => {
  const name = unique("Amigne");
  const signUpId = await submit(inscription({ lastName: name }));
  await signIn(page);
  await showFees(page);
  await addMember(page, "Léa", name);

  const reference = feeReference(YEAR, signUpId);
  const paid = { amount: 10_000, reference, payer: `Jean ${name}`, transactionReference: name };
  const buffer = Buffer.from(camtFile({ entries: [payment(paid, { bookingDate: `${YEAR}-01-15` })] }));
  await page.goto(`/cotisations/${YEAR}`);
  await page.getByRole("link", { name: "Fichier de la banque" }).click();
  await page.getByLabel("Fichier de la banque").setInputFiles({ name: "releve.xml", mimeType: "text/xml", buffer });
  await page.getByRole("button", { name: "Voir l’aperçu" }).click();
  await expect(page.getByText(/^1 reconnue, 0 à vérifier, 0 sans rapport/)).toBeVisible();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText(`Attend la cotisation ${YEAR} de Zoé ${name}.`)).toBeVisible();

  await page.goto(`/registre/accepter/${signUpId}`);
  await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
  await page.getByRole("button", { name: "Ajouter au registre" }).click();
  await page.getByRole("link", { name: `Au registre : Zoé ${name}` }).click();
  await expect(page.getByText("payée", { exact: true })).toBeVisible();

  await page.goto("/cotisations/banque");
  const parent = page.getByRole("listitem").filter({ hasText: `Jean ${name}` });
  await expect(parent).toContainText("reste de CHF");
  await parent.getByRole("button", { name: `Cotisation ${YEAR}, Léa ${name}` }).click();
  await expect(parent).toContainText(`Cotisation ${YEAR} de Léa ${name}, CHF`);
  await page.goto(`/cotisations/banque?annee=${YEAR}`);
  await parent.getByRole("button", { name: /Rouvrir : .*Léa/ }).click();
  await expect(parent).toContainText("Décision annulée");
  await parent.getByRole("link", { name: /^Décider/ }).click();
  await parent.first().getByText("Autre choix").click();
  await parent.first().getByRole("searchbox").fill(`Léa ${name}`);
  await parent.first().getByRole("button", { name: "Chercher" }).click();
  await expect(parent.first().getByRole("button", { name: /^Garder pour/ })).toBeVisible();
  await parent.first().getByRole("button", { name: "Don", exact: true }).click();
  await expect(parent).toContainText("Don, CHF");
});

test("on a phone, the bank's file is one tap from the fees; a parent's exact sum for two children is one decision, also to take back", {
  tag: "@long",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = unique("Muscat");
  await signIn(page);
  await showFees(page);
  await addMember(page, "Léa", name);
  await addMember(page, "Tom", name);
  const paid = { amount: 10_000, payer: `Jean ${name}`, transactionReference: name };
  const buffer = Buffer.from(camtFile({ entries: [payment(paid, { bookingDate: `${YEAR}-01-16` })] }));
  await page.goto(`/cotisations/${YEAR}`);
  const file = page.getByRole("link", { name: "Fichier de la banque" });
  await expect(file).toBeInViewport({ ratio: 1 });
  await file.click();
  await page.getByLabel("Fichier de la banque").setInputFiles({ name: "releve.xml", mimeType: "text/xml", buffer });
  await page.getByRole("button", { name: "Voir l’aperçu" }).click();
  await expect(page.getByText(/^0 reconnue, 1 à vérifier/)).toBeVisible();
  await page.getByRole("button", { name: "Enregistrer" }).click();

  const both = `Cotisation ${YEAR}, Léa et Tom ${name} : 2 × CHF 50.–`;
  const parent = page.getByRole("listitem").filter({ hasText: `Jean ${name}` });
  await parent.getByRole("button", { name: both }).click();
  await expect(parent).toContainText(`Cotisations ${YEAR} de Léa ${name} et Tom ${name}, CHF`);
  await page.goto(`/cotisations/banque?annee=${YEAR}`);
  await parent.getByRole("button", { name: /^Rouvrir : .*Léa.*Tom/ }).click();
  await expect(parent).toContainText("Décision annulée");
  await parent.getByRole("link", { name: /^Décider/ }).click();
  await expect(parent.first().getByRole("button", { name: both })).toBeVisible();
  await expect(parent.first().locator("del")).toHaveCount(2);
});
