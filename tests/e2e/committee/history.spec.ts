/** First names, the history of a member, and the journal. */
import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, postForm, signIn, toast } from "#tests/e2e/test.ts";

test.use({ expectedStatuses: [400, 409] });

async function sayFirstName(page: Page) {
  await signIn(page, "/comptes");
  await page.getByText("Ajouter le prénom").click();
  const form = page.locator(".rename");
  await form.getByLabel("Prénom").fill("");
  await form.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(form.getByText("Ce champ est obligatoire.")).toBeVisible();
  await form.getByLabel("Prénom").fill("Élodie");
  await form.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(toast(page, "Prénom enregistré")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Élodie" })).toBeVisible();
  await expect(page.locator(".rename")).not.toHaveAttribute("open");
}

test("a revision of a member is restored with a tap, and the journal lists it", async ({ page }) => {
  await sayFirstName(page);
  await postForm(page, "/comite/create", { Prenom: "Luc", Nom: "Dubuis", Poste: "Membre" });
  await page.goto("/comite/modify/DubuisMembre");
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByText("Rien n’a encore changé.")).toBeVisible();
  await page.getByRole("link", { name: "Modifier cette fiche" }).click();
  await page.getByLabel("Nom", { exact: true }).fill("Dubuis-Héritier");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(toast(page, "Membre modifié")).toBeVisible();
  await page.goto("/comite/modify/DubuisMembre/historique");
  const states = page.getByRole("main").getByRole("listitem");
  await expect(states).toHaveCount(2);
  await expect(states.first()).toContainText("Élodie");
  await expect(states.first().locator("del")).toHaveText("Dubuis");
  await expect(states.first().locator("ins")).toHaveText("Dubuis-Héritier");
  const other = await page.context().newPage();
  await other.goto("/comite/modify/DubuisMembre");
  await other.getByLabel("Nom", { exact: true }).fill("Dubuis-Luyet");
  await other.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(toast(other, "Membre modifié")).toBeVisible();
  await other.close();
  await states.nth(1).getByRole("button", { name: "Rétablir" }).click();
  await expect(page.getByText("L’historique est à jour maintenant")).toBeVisible();
  await expect(states.first().locator("ins")).toHaveText("Dubuis-Luyet");
  await states.nth(1).getByRole("button", { name: "Rétablir" }).click();
  await expect(toast(page, "État rétabli")).toBeVisible();
  await expect(page.getByRole("main").getByText("Luc Dubuis", { exact: true })).toBeVisible();
  await expect(states.first()).toContainText("Aucun champ n’a changé.");

  await page.goto("/journal");
  await expect(page.getByText(/^Élodie.* a modifié le membre Luc Dubuis\s: Nom\.$/).first()).toBeVisible();
  const line = page.getByText(/^Élodie.* a ajouté le membre Luc Dubuis\.$/);
  await expect(line).toBeVisible();
  await expect(line.getByText(ADMIN.email)).toBeHidden();
  await line.getByText("Élodie", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(line.getByText(ADMIN.email)).toBeVisible();
  await page.getByLabel("Quoi").selectOption("Comptes");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 ligne" })).toBeVisible();
  await expect(page.getByText(/^Élodie.* a modifié son compte\s: Prénom\.$/)).toBeVisible();
});
