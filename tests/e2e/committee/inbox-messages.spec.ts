import type { Page } from "@playwright/test";
import { message, submit, submitRefused } from "#tests/e2e/inbox.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingSticksOut,
  signIn,
  test,
  toast,
  unique,
  withoutScript,
} from "#tests/e2e/test.ts";

const list = (page: Page) => page.locator(".inbox__list");
const letter = (page: Page) => page.getByRole("article");

async function search(page: Page, words: string) {
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill(words);
  await field.press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
}

test("what is typed into the search before the script has arrived stays", async ({ page }) => {
  await signIn(page, "/reglages");
  const free = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await free.promise;
    await route.continue();
  });
  await page.goto("/messages", { waitUntil: "commit" });
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill("brisolée");
  const arrives = page.waitForLoadState("networkidle");
  free.resolve();
  await arrives;
  await expect(field).toHaveValue("brisolée");
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    if (!javaScriptEnabled) test.use(withoutScript);

    test("a message is found, stands in for the list, is read, answered, treated and deleted", async ({ page }) => {
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
      await expect(list(page).getByRole("listitem")).toHaveCount(2);
      if (javaScriptEnabled) await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await list(page)
        .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
        .click();
      await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
      await expect(letter(page)).toContainText("Bonsoir,\n\nEt si on jouait <b>dans le noir</b> ?", {
        useInnerText: true,
      });
      // The open message stands in for the list.
      await expect(list(page)).toBeHidden();
      await page.getByRole("link", { name: "Tous les messages" }).click();
      await expect(letter(page)).toBeHidden();
      await list(page)
        .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
        .click();
      await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
      if (javaScriptEnabled) await expect(letter(page)).toBeFocused();
      await expect(letter(page).getByRole("link", { name: "Répondre" })).toHaveAttribute(
        "href",
        `mailto:leo@exemple.ch?subject=${encodeURIComponent(`Re: ${sujet}`)}`,
      );
      if (javaScriptEnabled) await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await letter(page).getByRole("button", { name: "Marquer traité" }).click();
      await expect(toast(page, "Message traité")).toBeVisible();
      await expect(letter(page)).toContainText("Traité le");
      await expect(letter(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();

      const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" });
      await letter(page).getByRole("button", { name: "Supprimer" }).click();
      await question.getByRole("button", { name: "Supprimer" }).click();
      await expect(toast(page, "Message supprimé")).toBeVisible();
      await expect(list(page).getByRole("listitem")).toHaveCount(1);
    });
  });
}

test("a mail that was refused says why and is sent again", async ({ page }) => {
  const sujet = unique("Échec");
  const id = await submitRefused(
    message({ subject: sujet }),
    "Le serveur de messagerie n’accepte pas le message (réponse 554).",
  );
  await signIn(page, `/messages?filtre=echec&id=${id}`);
  await expect(letter(page)).toContainText("(réponse 554)");
  await expectAccessible(page);
  await letter(page).getByRole("button", { name: "Renvoyer l’e-mail" }).click();
  await expect(toast(page, "L’e-mail repart tout de suite")).toBeVisible();
  await expect(letter(page)).not.toContainText("(réponse 554)");
});

test("an empty list says so, and a deleted message too", async ({ page }) => {
  await signIn(page, "/messages");
  await search(page, "edelweissdesalpes");
  await expect(page.getByRole("heading", { name: "Pas de courrier" })).toBeVisible();
  await page.goto("/messages?id=disparu");
  await expect(page.getByText("Ce message n’existe plus.")).toBeVisible();
  await expectAccessible(page);
});

test("whatever somebody typed is shown as text and stays in its place", async ({ page }) => {
  const key = unique("Piège");
  const fields = [
    { subject: "S".repeat(400), message: "x".repeat(10_000), name: "N".repeat(500) },
    { subject: "<img src=x onerror=alert(1)>", message: "\u202eمرحبا\n\nEn français" },
    { subject: '=HYPERLINK("https://evil.example")', message: "🎺".repeat(200) },
  ];
  await signIn(page, "/messages");
  await search(page, key);
  const found = page.url();
  for (const field of fields) {
    const id = await submit(message({ ...field, subject: `${field.subject} ${key}` }));
    await page.goto(`${found}&id=${id}`);
    await expect(letter(page).getByRole("heading", { name: field.subject.slice(0, 20) })).toBeVisible();
    if (field === fields[0]) await expectAccessible(page);
    await expectNothingSticksOut(page, ".inbox");
  }
  await page.goto(found);
  await expectNothingSticksOut(page, ".inbox");
});

test("the bar of every page counts what is new and leads to it", async ({ page }) => {
  const sujet = unique("Compteur");
  await submit(message({ subject: sujet }));
  await signIn(page, "/planning");
  const link = page.getByRole("region", { name: "Session du comité" }).getByRole("link", { name: /^Messages/ });
  await expect(link).toHaveAccessibleName(/^Messages \d+ à traiter$/);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/messages");
  await expect(list(page)).toContainText(sujet);
});
