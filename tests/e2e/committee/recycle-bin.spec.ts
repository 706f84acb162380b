/** What the committee deletes by a slip: back with a tap, or gone for good. */
import type { Page } from "@playwright/test";
import { inscription, message, withInbox } from "#tests/e2e/inbox.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, nothingIsCut, signIn, toast } from "#tests/e2e/test.ts";

const LONG = "Dubuis-Héritier-Luyet-Varone-Reynard-Debons-Jollien";

for (const javaScriptEnabled of [true, false])
  test.describe(`the recycle bin, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    async function check(page: Page) {
      await expectNoSidewaysScroll(page);
      await nothingIsCut(page);
      if (javaScriptEnabled) await expectAccessible(page);
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await nothingIsCut(page);
      if (size) await page.setViewportSize(size);
    }

    async function addMember(page: Page, name = "Dubuis") {
      await page.goto("/comite/create");
      await page.getByLabel("Prénom").fill("Luc");
      await page.getByLabel("Nom", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await expect(page.locator(".membre", { hasText: name })).toBeVisible();
    }

    async function removeMember(page: Page, name = "Dubuis") {
      await page.getByRole("button", { name: `Supprimer Luc ${name}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
      await expect(toast(page, "Membre supprimé").first()).toBeVisible();
      await expect(page.locator(".membre", { hasText: name })).toBeHidden();
    }

    test("a member is back at once with a tap on the toast's line, or from where it lies", async ({ page }) => {
      await signIn(page, "/comite");
      await addMember(page);
      const card = page.locator(".membre", { hasText: "Dubuis" });
      if (javaScriptEnabled) {
        await removeMember(page);
        await toast(page, "Membre supprimé").first().getByRole("button", { name: "Annuler" }).click();
        await expect(page).toHaveURL(/\/comite#DubuisMembre$/);
        await expect(toast(page, "Membre remis en place")).toBeVisible();
        await expect(card).toBeVisible();
      }
      await removeMember(page);
      const line = page.locator(".announcement--undo");
      await expect(line).toContainText("c’est dans la corbeille");
      await check(page);
      await line.getByRole("button", { name: "Annuler" }).click();
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

    test("what is erased for good is asked about first, and leaves an empty bin", async ({ page }) => {
      await signIn(page, "/comite");
      await page.getByRole("region", { name: "Session du comité" }).getByRole("link", { name: "Corbeille" }).click();
      await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible();
      await check(page);
      await addMember(page, LONG);
      await removeMember(page, LONG);
      await page.goto("/corbeille");
      await check(page);
      const erase = page.getByRole("button", { name: `Effacer définitivement Luc ${LONG}` });
      const question = page.getByRole("dialog", {
        name: "Êtes-vous sûr de vouloir effacer définitivement ce membre ?",
      });
      await erase.click();
      await expect(question).toBeVisible();
      await check(page);
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

    test("a sign-up and a message come back to where they were", async ({ page, dataDir }) => {
      const keys = await withInbox(async (inbox) => {
        const made = [];
        for (const submission of [inscription({}), message({})]) {
          const { entry } = await inbox.add(submission, new Date());
          await inbox.markSent(entry.id, new Date());
          const key = crypto.randomUUID().replaceAll("-", "");
          await inbox.moveToBin(entry.id, { key, at: new Date(), by: { id: "", name: "Élodie" } });
          made.push(key);
        }
        return made;
      }, dataDir);
      expect(keys).toHaveLength(2);
      await signIn(page, "/corbeille");
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
      await expect(page.getByText("par Élodie").first()).toBeVisible();
      await check(page);
      await page.getByRole("button", { name: "Restaurer Zoé Héritier" }).click();
      await expect(page).toHaveURL(/\/inscriptions\?/);
      await expect(toast(page, "Inscription remise en place")).toBeVisible();
      await expect(page.getByRole("main").getByText("Héritier").first()).toBeVisible();
      await page.goto("/corbeille");
      await page.getByRole("button", { name: "Restaurer Léo Rèze" }).click();
      await expect(page).toHaveURL(/\/messages\?/);
      await expect(toast(page, "Message remis en place")).toBeVisible();
      await expect(page.getByRole("article")).toContainText("Léo Rèze");
    });
  });
