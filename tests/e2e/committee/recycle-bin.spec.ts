/** Restoration and permanent deletion of deleted members. */
import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, openMore, postForm, signIn, toast, waitForReact } from "#tests/e2e/test.ts";

/** Counts how often a toast appears in the last loaded document. */
async function countToasts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { count: 0, shown: false };
    const look = () => {
      const box = document.querySelector(".toasts .toast")?.getBoundingClientRect();
      const shown = box !== undefined && box.top < innerHeight;
      if (shown && !seen.shown) seen.count++;
      seen.shown = shown;
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { toasts: seen });
  });
  return () => page.evaluate(() => (window as unknown as { toasts: { count: number } }).toasts.count);
}

test("a member is restored from its card and from the bin, and erased after a question", async ({ page }) => {
  await signIn(page, "/comite");
  await (await openMore(page)).getByRole("link", { name: "Corbeille" }).click();
  await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible();
  await postForm(page, "/comite/create", { Prenom: "Luc", Nom: "Dubuis", Poste: "Membre" });
  await page.goto("/comite");
  const card = page.locator(".membre", { hasText: "Dubuis" });
  const change = card.getByRole("link", { name: "Modifier Luc Dubuis" });
  const remove = async () => {
    await page.getByRole("button", { name: "Supprimer Luc Dubuis" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(card).toContainText("Supprimé.");
  };
  await remove();
  const appearances = await countToasts(page);
  await card.getByRole("button", { name: "Annuler" }).click();
  await expect(page).toHaveURL(/\/comite#DubuisMembre$/);
  await expect(change).toBeVisible();
  const restored = "Luc Dubuis\u00a0: membre restauré";
  await expectToast(page, restored);
  await waitForReact(page);
  await expect(toast(page, restored)).toBeHidden();
  expect(await appearances()).toBe(1);

  await remove();
  await page.goto("/corbeille");
  await page.getByRole("button", { name: "Restaurer Luc Dubuis" }).click();
  await expect(page.getByText("Remis en place.")).toBeVisible();
  await page.goto("/comite");
  await expect(change).toBeVisible();

  await remove();
  await page.goto("/corbeille");
  const erase = page.getByRole("button", { name: "Effacer définitivement Luc Dubuis" });
  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir effacer définitivement ce membre ?" });
  await erase.click();
  await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(erase).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Effacer définitivement" }).click();
  await expect(page.getByText("Effacé définitivement.")).toBeVisible();
  await page.goto("/corbeille");
  await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible();
});
