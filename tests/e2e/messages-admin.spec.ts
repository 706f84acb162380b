import type { Page } from "@playwright/test";
import { deposer, deposerRefusee, message } from "./inbox.ts";
import {
  expect,
  rienNeDepasse,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
  toast,
  unique,
} from "./test.ts";

const liste = (page: Page) => page.locator(".boite__liste");
const lettre = (page: Page) => page.getByRole("article");

async function search(page: Page, words: string) {
  const field = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await field.fill(words);
  await field.press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
}

test("what is typed into the search before the script has arrived stays", async ({ page }) => {
  await seConnecter(page, "/reglages");
  const libre = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await libre.promise;
    await route.continue();
  });
  await page.goto("/messages", { waitUntil: "commit" });
  const champ = page.getByRole("searchbox", { name: "Chercher dans les messages" });
  await champ.fill("brisolée");
  const arrives = page.waitForLoadState("networkidle");
  libre.resolve();
  await arrives;
  await expect(champ).toHaveValue("brisolée");
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    if (!javaScriptEnabled) test.use(sansScript);

    test("a message is found, stands in for the list, is read, answered, treated and deleted", async ({ page }) => {
      const sujet = unique("Idée & 100% ?");
      await deposer(
        message({
          sujet,
          nom: "Agathe Arvine",
          message: "Bonsoir,\n\nEt si on jouait <b>dans le noir</b> ?",
        }),
      );
      await deposer(message({ sujet: `${sujet} encore` }));
      await seConnecter(page, "/messages");
      const champ = page.getByRole("searchbox", { name: "Chercher dans les messages" });
      await champ.fill(`IDEE ${sujet.slice(-6)}`);
      await champ.press("Enter");
      await expect(liste(page).getByRole("listitem")).toHaveCount(2);
      if (javaScriptEnabled) await sansDefautDAcces(page);
      await sansDefilementLateral(page);
      await liste(page)
        .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
        .click();
      await expect(lettre(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
      await expect(lettre(page)).toContainText("Bonsoir,\n\nEt si on jouait <b>dans le noir</b> ?", {
        useInnerText: true,
      });
      // The open message stands in for the list.
      await expect(liste(page)).toBeHidden();
      await page.getByRole("link", { name: "Tous les messages" }).click();
      await expect(lettre(page)).toBeHidden();
      await liste(page)
        .getByRole("link", { name: `${sujet} (nouveau) Agathe` })
        .click();
      await expect(lettre(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();
      if (javaScriptEnabled) await expect(lettre(page)).toBeFocused();
      await expect(lettre(page).getByRole("link", { name: "Répondre" })).toHaveAttribute(
        "href",
        `mailto:leo@exemple.ch?subject=${encodeURIComponent(`Re: ${sujet}`)}`,
      );
      if (javaScriptEnabled) await sansDefautDAcces(page);
      await sansDefilementLateral(page);

      await lettre(page).getByRole("button", { name: "Marquer traité" }).click();
      await expect(toast(page, "Message traité")).toBeVisible();
      await expect(lettre(page)).toContainText("Traité le");
      await expect(lettre(page).getByRole("heading", { name: sujet, exact: true })).toBeVisible();

      const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" });
      await lettre(page).getByRole("button", { name: "Supprimer" }).click();
      await question.getByRole("button", { name: "Supprimer" }).click();
      await expect(toast(page, "Message supprimé")).toBeVisible();
      await expect(liste(page).getByRole("listitem")).toHaveCount(1);
    });
  });
}

test("a mail that was refused says why and is sent again", async ({ page }) => {
  const sujet = unique("Échec");
  const id = await deposerRefusee(
    message({ sujet }),
    "Le serveur de messagerie n’accepte pas le message (réponse 554).",
  );
  await seConnecter(page, `/messages?filtre=echec&id=${id}`);
  await expect(lettre(page)).toContainText("(réponse 554)");
  await sansDefautDAcces(page);
  await lettre(page).getByRole("button", { name: "Renvoyer l’e-mail" }).click();
  await expect(toast(page, "L’e-mail repart tout de suite")).toBeVisible();
  await expect(lettre(page)).not.toContainText("(réponse 554)");
});

test("an empty list says so, and a deleted message too", async ({ page }) => {
  await seConnecter(page, "/messages");
  await search(page, "edelweissdesalpes");
  await expect(page.getByRole("heading", { name: "Pas de courrier" })).toBeVisible();
  await page.goto("/messages?id=disparu");
  await expect(page.getByText("Ce message n’existe plus.")).toBeVisible();
  await sansDefautDAcces(page);
});

test("whatever somebody typed is shown as text and stays in its place", async ({ page }) => {
  const cle = unique("Piège");
  const champs = [
    { sujet: "S".repeat(400), message: "x".repeat(10_000), nom: "N".repeat(500) },
    { sujet: "<img src=x onerror=alert(1)>", message: "\u202eمرحبا\n\nEn français" },
    { sujet: '=HYPERLINK("https://evil.example")', message: "🎺".repeat(200) },
  ];
  await seConnecter(page, "/messages");
  await search(page, cle);
  const found = page.url();
  for (const champ of champs) {
    const id = await deposer(message({ ...champ, sujet: `${champ.sujet} ${cle}` }));
    await page.goto(`${found}&id=${id}`);
    await expect(lettre(page).getByRole("heading", { name: champ.sujet.slice(0, 20) })).toBeVisible();
    if (champ === champs[0]) await sansDefautDAcces(page);
    await rienNeDepasse(page, ".boite");
  }
  await page.goto(found);
  await rienNeDepasse(page, ".boite");
});

test("the bar of every page counts what is new and leads to it", async ({ page }) => {
  const sujet = unique("Compteur");
  await deposer(message({ sujet }));
  await seConnecter(page, "/planning");
  const lien = page.getByRole("region", { name: "Session du comité" }).getByRole("link", { name: /^Messages/ });
  await expect(lien).toHaveAccessibleName(/^Messages \d+ à traiter$/);
  await lien.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/messages");
  await expect(liste(page)).toContainText(sujet);
});
