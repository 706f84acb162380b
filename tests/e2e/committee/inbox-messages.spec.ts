import type { Page } from "@playwright/test";
import { message, submit } from "#tests/e2e/inbox.ts";
import { expect, expectToast, hold, signIn, test, unique } from "#tests/e2e/test.ts";

const list = (page: Page) => page.locator(".list--messages");
const letter = (page: Page) => page.getByRole("article");

test("text typed into the search before hydration stays", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/reglages");
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/messages", { waitUntil: "commit" });
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill("brisolée");
  const arrives = page.waitForLoadState("networkidle");
  release();
  await arrives;
  await expect(field).toHaveValue("brisolée");
});

test("Back before hydration shows the page of the address", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/messages");
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill("brisolée");
  await field.press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
  const release = await hold(page, "**/assets/*.js");
  const reloaded = page.waitForEvent("framenavigated");
  await page.evaluate(() => location.reload());
  await reloaded;
  await expect(field).toHaveValue("brisolée");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/messages");
  release();
  await expect(field).toHaveValue("");
});

test("a message is found, opened in place of the list, answered, handled and deleted", async ({ page }) => {
  const sujet = unique("Idée & 100% ?");
  await submit(
    message({
      subject: sujet,
      name: "Agathe Arvine",
      message: "Bonsoir,\n\nEt si on jouait <b>dans le noir</b> ?",
    }),
  );
  await submit(message({ subject: `${sujet} encore` }));
  await signIn(page, "/messages");
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill(`IDEE ${sujet.slice(-6)}`);
  await field.press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  await list(page)
    .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
    .click();
  await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
  await expect(letter(page)).toContainText("Bonsoir,\n\nEt si on jouait <b>dans le noir</b> ?", {
    useInnerText: true,
  });
  // On a phone, the open message replaces the list.
  await expect(list(page)).toBeHidden();
  await page.getByRole("link", { name: "Tous les messages" }).click();
  await expect(letter(page)).toBeHidden();
  await list(page)
    .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
    .click();
  await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
  await expect(letter(page)).toBeFocused();
  await expect(letter(page).getByRole("link", { name: "Répondre" })).toHaveAttribute(
    "href",
    `mailto:leo.coeur@exemple.ch?subject=${encodeURIComponent(`Re: ${sujet}`)}`,
  );

  await letter(page).getByRole("button", { name: "Marquer traité" }).click();
  await expectToast(page, "Agathe Arvine\u00a0: message traité");
  await expect(letter(page)).toContainText(/Traité, \d\d\sh\s\d\d/);
  await letter(page).getByRole("button", { name: "Annuler" }).click();
  await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();

  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" });
  await letter(page).getByRole("button", { name: "Supprimer" }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expectToast(page, "Agathe Arvine\u00a0: message supprimé");
  const row = list(page).getByRole("listitem").filter({ hasText: "Agathe Arvine" });
  await row.getByRole("button", { name: "Annuler" }).click();
  await expectToast(page, "Agathe Arvine\u00a0: message restauré");
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
});
