/** Restoration and permanent deletion of deleted members. */
import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { expect, openMore, signIn, toast, waitForReact } from "#tests/e2e/test.ts";

const LONG = "Dubuis-Héritier-Luyet-Varone-Reynard-Debons-Jollien";

for (const javaScriptEnabled of [true, false])
  test.describe(`the recycle bin, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    async function addMember(page: Page, name = "Dubuis") {
      await page.goto("/comite/create");
      await page.getByLabel("Prénom").fill("Luc");
      await page.getByLabel("Nom", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
      await expect(page.locator(".membre", { hasText: name })).toBeVisible();
      await waitForReact(page);
    }

    async function confirmRemoval(page: Page, name: string) {
      await page.getByRole("button", { name: `Supprimer Luc ${name}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    }

    async function removeMember(page: Page, name = "Dubuis") {
      await confirmRemoval(page, name);
      await expect(toast(page, "Membre supprimé").first()).toBeVisible();
      await expect(page.locator(".membre", { hasText: name })).toBeHidden();
    }

    test("a member is restored from the toast, from the notice, and from the bin", async ({ page }) => {
      await signIn(page, "/comite");
      await addMember(page);
      const card = page.locator(".membre", { hasText: "Dubuis" });
      if (javaScriptEnabled) {
        await confirmRemoval(page, "Dubuis");
        // At once: the toast disappears after two seconds.
        await toast(page, "Membre supprimé").first().getByRole("button", { name: "Remettre" }).click();
        await expect(page).toHaveURL(/\/comite#DubuisMembre$/);
        await expect(toast(page, "Membre remis en place")).toBeVisible();
        await expect(card).toBeVisible();
      }
      await removeMember(page);
      const line = page.locator(".announcement--undo");
      await expect(line).toContainText("c’est dans la corbeille");
      await line.getByRole("button", { name: "Remettre" }).click();
      await expect(toast(page, "Membre remis en place")).toBeVisible();
      await expect(card).toBeVisible();
      await expect(line).toBeHidden();

      await removeMember(page);
      await line.getByRole("link", { name: "corbeille" }).click();
      await expect(page).toHaveURL(/\/corbeille$/);
      await page.getByRole("button", { name: "Restaurer Luc Dubuis" }).click();
      await expect(page).toHaveURL(/\/comite#DubuisMembre$/);
      await expect(card).toBeVisible();
    });

    test("a permanent deletion asks for confirmation, and empties the bin", async ({ page }) => {
      await signIn(page, "/comite");
      await (await openMore(page)).getByRole("link", { name: "Corbeille" }).click();
      await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible();
      await addMember(page, LONG);
      await removeMember(page, LONG);
      await page.goto("/corbeille");
      const erase = page.getByRole("button", { name: `Effacer définitivement Luc ${LONG}` });
      const question = page.getByRole("dialog", {
        name: "Êtes-vous sûr de vouloir effacer définitivement ce membre ?",
      });
      await erase.click();
      await expect(question).toBeVisible();
      if (javaScriptEnabled) {
        await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
        await expect(erase).toBeFocused();
        await page.keyboard.press("Enter");
      } else {
        await question.getByRole("button", { name: "Garder" }).click();
        await expect(question).toBeHidden();
        await erase.click();
      }
      await question.getByRole("button", { name: "Effacer définitivement" }).click();
      await expect(toast(page, "Effacé définitivement")).toBeVisible();
      await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible();
    });
  });
