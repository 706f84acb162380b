import { expect, test, unique } from "#tests/e2e/test.ts";
import { addMember, showFees, YEAR } from "./members.ts";

test("a member reports a payment and corrects the phone on the own page, and the committee accepts both", async ({
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
  await visitor.getByRole("button", { name: "J’ai payé par TWINT" }).click();
  await expect(visitor.getByText(`Cotisation ${YEAR} payée par TWINT`)).toBeVisible();
  await visitor.getByText("Corriger, ou ajouter un e-mail").click();
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
  await expect(proposal).toHaveCount(2);
  for (const one of [proposal.first(), proposal.last()]) {
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
