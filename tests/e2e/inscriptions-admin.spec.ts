import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { anneesAvant, jourAZurich, jourSuisse } from "#domain/dates.ts";
import { avecInbox, deposer, deposerRefusee, inscription } from "./inbox.ts";
import { test as ownSite } from "./propre-site.ts";
import {
  expect,
  rienNeDepasse,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
  toast,
  unfold,
  unique,
} from "./test.ts";

const AUJOURDHUI = jourAZurich(new Date());
const A_17_ANS = jourSuisse(anneesAvant(AUJOURDHUI, 17));

const fiche = (page: Page, nom: string) => page.locator(".fiche", { has: page.getByRole("heading", { name: nom }) });
const filtre = (page: Page, nom: string) =>
  page.getByRole("group", { name: "Afficher" }).getByRole("button", { name: nom });

async function chercher(page: Page, texte: string) {
  await page.getByRole("searchbox", { name: /Chercher/ }).fill(texte);
  await page.getByRole("searchbox", { name: /Chercher/ }).press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
}

/** Signs in, and searches. */
async function openSearch(page: Page, words: string) {
  await seConnecter(page, "/inscriptions");
  await chercher(page, words);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    if (!javaScriptEnabled) test.use(sansScript);

    test("the committee finds a sign-up, treats it, takes that back, and deletes it after a question", async ({
      page,
    }) => {
      const nom = unique("Amigne");
      await deposer(inscription({ nom, prenom: "Zoé" }));
      await seConnecter(page, "/inscriptions");
      await chercher(page, `zoe ${nom.toUpperCase()}`);
      const zoe = fiche(page, `Zoé ${nom}`);
      await expect(page.locator(".fiche")).toHaveCount(1);
      await unfold(zoe);
      await expect(zoe.getByRole("link", { name: "079 123 45 67" })).toHaveAttribute("href", "tel:+41791234567");
      await expect(zoe).toContainText("Nouvelle");
      await expect(zoe).toContainText("E-mail envoyé");
      if (javaScriptEnabled) await sansDefautDAcces(page);
      await sansDefilementLateral(page);

      await (await unfold(zoe)).getByRole("button", { name: "Marquer traitée" }).click();
      await expect(toast(page, "Inscription traitée")).toBeVisible();
      await expect(zoe).toContainText("Traitée le");
      await expect(page).toHaveURL(/recherche=/);
      await filtre(page, "Nouvelles").click();
      await expect(zoe).toBeHidden();
      await expect(page.getByText("Aucune inscription ne correspond.")).toBeVisible();
      await expect(filtre(page, "Nouvelles")).toHaveAttribute("aria-pressed", "true");
      if (javaScriptEnabled) await sansDefautDAcces(page);
      await filtre(page, "Traitées").click();
      await (await unfold(zoe)).getByRole("button", { name: "Remettre à traiter" }).click();
      await expect(toast(page, "Inscription remise à traiter")).toBeVisible();
      await expect(zoe).toBeHidden();
      await expect(page).toHaveURL(/filtre=traite/);

      await filtre(page, "Toutes").click();
      const question = page.getByRole("dialog", {
        name: "Êtes-vous sûr de vouloir supprimer cette inscription ?",
      });
      await (await unfold(zoe)).getByRole("button", { name: `Supprimer Zoé ${nom}` }).click();
      await expect(question).toContainText(`Zoé ${nom}`);
      if (javaScriptEnabled) await sansDefautDAcces(page);
      await question.getByRole("button", { name: "Garder" }).click();
      await expect(question).toBeHidden();
      await expect(zoe).toBeVisible();
      await zoe.getByRole("button", { name: `Supprimer Zoé ${nom}` }).click();
      await question.getByRole("button", { name: "Supprimer" }).click();
      await expect(toast(page, "Inscription supprimée")).toBeVisible();
      await expect(zoe).toBeHidden();
    });

    test("what is searched for stands in no address; the way back, a reload and the export have it until the browser forgets it", async ({
      page,
      context,
    }) => {
      const nom = unique("Diolinoir");
      await deposer(inscription({ nom, prenom: "=anne+1" }));
      await deposer(inscription({ nom, prenom: "=ANNE+1", adresse: "Rue du Bisse 2" }));
      const addresses: string[] = [];
      page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
      await seConnecter(page, "/inscriptions");
      await chercher(page, nom);
      const field = page.getByRole("searchbox", { name: /Chercher/ });
      await expect(page.locator(".fiche")).toHaveCount(2);
      await expect(page.getByRole("status").filter({ hasText: "résultats" })).toHaveText("2 résultats");
      if (javaScriptEnabled) await expect(field).toBeFocused();
      await page.locator(".fiche").getByRole("button", { name: "En double" }).first().click();
      await expect(field).toHaveValue(new RegExp(nom));
      await filtre(page, "Traitées").click();
      await expect(page.getByText("Aucune inscription ne correspond.")).toBeVisible();
      await page.goBack();
      await expect(page.locator(".fiche")).toHaveCount(2);
      await page.goBack();
      await expect(field).toHaveValue(nom);
      await expect(page.locator(".fiche")).toHaveCount(2);
      await page.reload();
      await expect(field).toHaveValue(nom);
      const [fichier] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Exporter (CSV)" }).click(),
      ]);
      expect(fichier.suggestedFilename()).toBe(`inscriptions-${AUJOURDHUI}.csv`);
      const lignes = (await readFile(await fichier.path(), "utf8")).split("\r\n");
      expect(lignes).toHaveLength(4);
      expect(lignes.slice(1).join("\n")).toContain(`"${nom}";"'=anne+1";"05.08.1999";"non";"079 123 45 67"`);
      expect(addresses.length).toBeGreaterThan(5);
      expect(addresses.filter((address) => address.toLowerCase().includes("diolinoir"))).toEqual([]);
      await sansDefilementLateral(page);

      await context.clearCookies({ name: "recherches" });
      await page.reload();
      await expect(toast(page, "Cette recherche est oubliée")).toBeVisible();
      await expect(page).toHaveURL("/inscriptions");
      await expect(field).toHaveValue("");
    });
  });
}

test("a minor's signed paper is noted with its day, and the form is at hand", async ({ page }) => {
  const nom = unique("Gamaret");
  const id = await deposer(inscription({ nom, prenom: "Lina", dateAnniv: A_17_ANS }));
  await seConnecter(page, "/inscriptions?filtre=mineur");
  await chercher(page, nom);
  await expect(page).toHaveURL(/filtre=mineur/);
  const lina = fiche(page, `Lina ${nom}`);
  await expect(lina).toContainText("17 ans");
  await expect(lina.getByText("Mineur", { exact: true })).toBeVisible();
  await unfold(lina);
  const pdf = lina.getByRole("link", { name: "Autorisation parentale (PDF)" });
  await expect(pdf).toHaveAttribute("href", `/autorisation/${id}`);
  const vanne = lina.getByRole("button", { name: /Autorisation signée reçue/ });
  await expect(vanne).toHaveAttribute("aria-pressed", "false");
  await vanne.click();
  await expect(toast(page, "Autorisation notée comme reçue")).toBeVisible();
  await unfold(lina);
  await expect(vanne).toHaveAttribute("aria-pressed", "true");
  await expect(vanne).toContainText(`reçue le ${jourSuisse(AUJOURDHUI)}`);
  await sansDefautDAcces(page);
  await unfold(lina);
  await vanne.click();
  await expect(toast(page, "Autorisation notée comme manquante")).toBeVisible();
  await unfold(lina);
  await expect(vanne).toHaveAttribute("aria-pressed", "false");
});

test("a mail that was refused says why and is sent again", async ({ page }) => {
  const nom = unique("Arvine");
  await deposerRefusee(inscription({ nom }), "Le serveur de messagerie n’accepte pas le message (réponse 554).");
  await seConnecter(page, "/inscriptions?filtre=echec");
  await chercher(page, nom);
  const carte = fiche(page, `Zoé ${nom}`);
  await expect(carte).toContainText("Échec de l’e-mail");
  await expect(carte).toContainText("(réponse 554)");
  await sansDefautDAcces(page);
  await (await unfold(carte)).getByRole("button", { name: "Renvoyer l’e-mail" }).click();
  await expect(toast(page, "L’e-mail repart tout de suite")).toBeVisible();
  await filtre(page, "Toutes").click();
  await expect(carte).toContainText(/E-mail en attente|Gardé ici\s: aucun e-mail n’est configuré/);
});

test("somebody who signed up twice is marked, and both are one tap away", async ({ page }) => {
  const nom = unique("Païen");
  await deposer(inscription({ nom, prenom: "Loris" }));
  await deposer(inscription({ nom: nom.toUpperCase(), prenom: "loris", adresse: "Rue du Bisse 2" }));
  await deposer(inscription({ nom, prenom: "Marc" }));
  await openSearch(page, nom);
  await expect(fiche(page, `Marc ${nom}`)).not.toContainText("En double");
  const double = fiche(page, `Loris ${nom}`);
  await double.first().getByRole("button", { name: "En double" }).click();
  await expect(page.locator(".fiche")).toHaveCount(2);
  await sansDefautDAcces(page);
});

ownSite("a list of many pages is walked through, and going back finds the search again", async ({ page, dataDir }) => {
  const nom = "Nombreux";
  await avecInbox(async (inbox) => {
    for (let i = 0; i < 51; i++) await inbox.add(inscription({ nom, prenom: `Numéro ${i}` }), new Date());
  }, dataDir);
  await seConnecter(page, "/inscriptions");
  await chercher(page, nom);
  await expect(page.locator(".fiche")).toHaveCount(50);
  await page.getByRole("link", { name: "Page suivante" }).click();
  await expect(page.locator(".fiche")).toHaveCount(1);
  await expect(page.getByText("Page 2 sur 2")).toBeVisible();
  await sansDefautDAcces(page);
  await chercher(page, "edelweiss");
  await expect(page.getByText("Rien dans la boîte")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Page 2 sur 2")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: /Chercher/ })).toHaveValue(nom);
});

test("whatever somebody typed is shown as text and stays in its place", async ({ page }) => {
  const nom = unique("Piège");
  const champs = [
    { prenom: '=HYPERLINK("https://evil.example")' },
    { prenom: "<img src=x onerror=alert(1)>" },
    { prenom: "x".repeat(450), adresse: "y".repeat(500) },
    { prenom: "🎺🎻", adresse: "👩‍👩‍👧‍👦" },
    { prenom: "\u202eمريم", adresse: "شارع ١" },
  ];
  for (const champ of champs) await deposer(inscription({ nom, ...champ }));
  await openSearch(page, nom);
  await expect(page.locator(".fiche")).toHaveCount(champs.length);
  for (const { prenom } of champs) await expect(fiche(page, prenom.slice(0, 20))).toBeVisible();
  await sansDefautDAcces(page);
  await rienNeDepasse(page, ".registre");
});

test("what is going to be deleted is announced", async ({ page }) => {
  const id = await deposer(inscription({ nom: unique("Ancien") }), new Date("2020-01-01T12:00:00Z"));
  await avecInbox((inbox) => inbox.setTreated(id, new Date(Date.now() - 720 * 86_400_000)));
  await seConnecter(page, "/inscriptions");
  await expect(page.getByText(/inscriptions? traitées? ser(?:a effacée|ont effacées) /)).toBeVisible();
  await sansDefautDAcces(page);
});

test.describe("when the network fails", () => {
  test.use({ panneDeReseau: true });
  test("nothing is changed, and the page says so", async ({ page }) => {
    const nom = unique("Sous la tente");
    await deposer(inscription({ nom }));
    await openSearch(page, nom);
    await page.route("**/inscriptions.data*", (route) => route.abort("internetdisconnected"));
    await unfold(fiche(page, nom));
    await page.getByRole("button", { name: /Marquer traitée/ }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été changé.");
    await sansDefautDAcces(page);
    await page.unroute("**/inscriptions.data*");
    await page.getByRole("button", { name: /Marquer traitée/ }).click();
    await expect(toast(page, "Inscription traitée")).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();
  });
});
