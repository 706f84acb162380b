import type { Page } from "@playwright/test";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, openMore, openSession, signIn, test, toast } from "#tests/e2e/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(`signing in and out, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedStatuses: [400] });
    const tag = javaScriptEnabled ? "@hosted" : [];

    test("the committee comes back to the page it asked for, and is told", { tag }, async ({ page }) => {
      await page.goto("/evenement/create");
      await expect(page).toHaveURL(/\/login\?suite=/);
      await page.getByLabel("E-mail").fill(ADMIN.email);
      await page.getByLabel("Mot de passe").fill(ADMIN.password);
      await page.getByRole("button", { name: "Se connecter", exact: true }).click();
      await expect(page).toHaveURL("/evenement/create");
      await expect(toast(page, "Utilisateur connecté")).toBeVisible();
      if (javaScriptEnabled) await expect(toast(page, "Utilisateur connecté")).toBeHidden();
    });

    test("a wrong password is told in one toast and beside the form; with the right one the planning opens", {
      tag,
    }, async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByText("Un autre membre du comité peut vous envoyer un lien depuis Comptes.")).toBeVisible();
      await expect(page.getByText("Votre session a expiré")).toHaveCount(0);
      const password = page.getByLabel("Mot de passe");
      const refusal = page.getByRole("alert").filter({ hasText: "La connexion est refusée." });
      await page.getByLabel("E-mail").fill(ADMIN.email);
      // The second refusal takes the place of the first.
      for (const wrong of ["faux-mot", "autre faux mot"]) {
        await password.fill(wrong);
        await page.getByRole("button", { name: "Se connecter", exact: true }).click();
        await expect(refusal).toContainText("Vérifiez les deux, puis réessayez.");
        await expect(password).toBeFocused();
        await expect(password).toHaveAccessibleDescription(/La connexion est refusée/);
        await expect(toast(page, "Erreur : Mot de passe incorrect")).toHaveCount(1);
      }
      await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);

      await password.fill(ADMIN.password);
      await page.getByRole("button", { name: "Se connecter", exact: true }).click();
      await expect(page).toHaveURL("/planning");
      await expect(page.getByRole("link", { name: "Ajouter un événement" })).toBeVisible();
    });

    test("signing out ends the session, here and on the server", { tag }, async ({ page, context }) => {
      await openSession(page);
      await page.goto("/planning");
      const [session] = (await context.cookies()).filter(({ name }) => name === "session");
      expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
      await (await openMore(page)).getByRole("link", { name: "Déconnexion" }).click();
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Déconnexion" }).click();
      await expect(page).toHaveURL("/");
      await expect(toast(page, "Utilisateur déconnecté")).toBeVisible();
      await expect(page.getByRole("region", { name: "Session du comité" })).toBeHidden();
      if (session) await context.addCookies([session]);
      await page.goto("/comite/create");
      await expect(page).toHaveURL(/\/login\?suite=/);
    });
  });

test("what is typed as a password can be shown, and hidden again", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Mot de passe");
  await password.fill("tracteur");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Afficher ce que dit le champ « Mot de passe »" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Masquer ce que dit le champ « Mot de passe »" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

/** With script in charge of the page, links change it without a new document. */
const expectReactStarted = (page: Page) => expect(page.locator("form[novalidate]")).toBeVisible();

test("while a protected page is on its way, 'Loading...' stands there", async ({ page }) => {
  await signIn(page, "/contact");
  await expectReactStarted(page);
  const free = Promise.withResolvers<void>();
  await page.route("**/reglages.data*", async (route) => {
    await free.promise;
    await route.continue();
  });
  const link = (await openMore(page)).getByRole("link", { name: "Réglages" });
  // The bar is a chunk of its own, which React may start later; before, the link loads a new document.
  await expect.poll(() => link.evaluate((one) => Object.keys(one).some((key) => key.startsWith("__react")))).toBe(true);
  await link.click();
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  free.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("while the committee or the planning is on its way, 'Chargement en cours...' stands there", async ({ page }) => {
  await page.goto("/contact");
  await expectReactStarted(page);
  const free = Promise.withResolvers<void>();
  await page.route("**/planning.data*", async (route) => {
    await free.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "À la prochaine fête" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Chargement en cours..." })).toBeVisible();
  free.resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Planning 2025" })).toBeVisible();
});
