import { expect, test, unique } from "#tests/e2e/test.ts";
import { addMember, showFees, YEAR } from "./members.ts";

test("a member adds an e-mail address, reports a payment and corrects the phone on the own page; the committee accepts all", async ({
  page,
  browser,
}) => {
  const name = unique("Cornalin");
  await addMember(page, "Zoé", name);
  const member = page.url();
  await showFees(page);
  await page.goto(member);
  const link = await page.locator("code").innerText();

  const visitor = await browser.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: `Cotisation ${YEAR}` })).toBeVisible();
  await visitor.setViewportSize({ width: 375, height: 667 });
  await expect(visitor.getByRole("link", { name: "Payer avec TWINT" })).toBeInViewport({ ratio: 1 });
  await visitor.getByLabel("Ton e-mail, pour les convocations").fill("zoe@exemple.ch");
  await visitor.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(visitor.getByText("E-mail enregistré : zoe@exemple.ch")).toBeVisible();
  await visitor.getByRole("button", { name: "J’ai payé par TWINT" }).click();
  await expect(visitor.getByText(`Cotisation ${YEAR} payée par TWINT`)).toBeVisible();
  await visitor.getByText("Corriger", { exact: true }).click();
  await visitor.getByLabel("Téléphone", { exact: true }).fill("12");
  await visitor.getByRole("button", { name: "Proposer au comité" }).click();
  await expect(visitor.getByText(/Indiquez dix chiffres/)).toBeVisible();
  await visitor.getByLabel("Téléphone", { exact: true }).fill("079 123 45 67");
  await visitor.getByRole("button", { name: "Proposer au comité" }).click();
  await expect(visitor.getByText("Téléphone : rien → 079 123 45 67")).toBeVisible();
  expect(await visitor.context().cookies()).toEqual([]);

  await page.goto("/registre");
  await page.getByRole("link", { name: /^À vérifier/ }).click();
  const proposal = page.locator(".list__row", { hasText: name });
  await expect(proposal).toHaveCount(3);
  const email = proposal.filter({ hasText: "E-mail ajouté par le lien" });
  await email.getByRole("button", { name: "Annuler" }).press("Enter");
  await expect(email).toContainText("Retiré");
  await email.locator(".list__undo").getByRole("button", { name: "Annuler" }).press("Enter");
  await email.getByRole("button", { name: "C’est juste" }).press("Enter");
  await expect(email).toContainText("C’est juste,");
  for (const one of [proposal.filter({ hasText: "TWINT" }), proposal.filter({ hasText: "Téléphone" })]) {
    await one.getByRole("button", { name: "Accepter" }).press("Enter");
    await expect(one).toContainText("Acceptée");
    await expect(one.locator(":focus")).toBeVisible();
  }
  await visitor.goto(link);
  await expect(visitor.getByText("payée, merci")).toBeVisible();
  await expect(visitor.getByText("079 123 45 67", { exact: true })).toBeVisible();
  await visitor.getByText("Effacer mes données").click();
  await visitor.getByRole("button", { name: "Demander l’effacement" }).click();
  await expect(visitor.getByText("Effacement de toutes les données")).toBeVisible();

  // A committee member scans the code on the bill.
  await page.goto(link);
  await page.getByRole("button", { name: "Présent·e" }).click();
  await expect(page).toHaveURL(/\/assemblees\//);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Assemblées" })).toBeVisible();
  await page.getByRole("link", { name: "Fiche au registre" }).click();
  await page.getByRole("button", { name: /^Renouveler le lien/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Renouveler le lien" }).click();
  await expect(page.getByText("Le lien est renouvelé").first()).toBeVisible();
  await visitor.close();
});
