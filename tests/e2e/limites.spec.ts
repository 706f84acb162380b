/** What somebody sees who is one too many, with and without script. */
import { test } from "./propre-site.ts";
import { expect, rienNeDepasse, sansDefautDAcces, sansDefilementLateral, sansScript } from "./test.ts";

test.use({ statutsAttendus: [429] });

for (const [comment, script, options] of [
  ["with script", true, {}],
  ["without script", false, sansScript],
] as const)
  test.describe(comment, () => {
    test.use(options);

    test("the sixty-first message from a tent stays in its fields, with one clear sentence", async ({
      page,
      request,
    }) => {
      await page.goto("/contact");
      const origin = new URL(page.url()).origin;
      for (let i = 0; i < 60; i++) {
        const form = { nom: "Maxime", email: "maxime@exemple.ch", sujet: `Question ${i}`, message: "Bonjour", hp: "" };
        expect((await request.post("/contact", { form, headers: { origin } })).status()).toBe(200);
      }
      await page.getByLabel("Nom et prénom").fill("Camille Fendant");
      await page.getByLabel("E-mail").fill("camille@exemple.ch");
      await page.getByLabel("Sujet").fill("Brisolée");
      await page.getByLabel("Message").fill("Bonjour à tous");
      await page.getByRole("button", { name: "Envoyer" }).click();
      await expect(page.getByRole("alert")).toContainText("Trop d’envois depuis cette connexion.");
      await expect(page.getByRole("alert")).toContainText("Réessayez dans 60 minutes");
      await expect(page.getByLabel("Nom et prénom")).toHaveValue("Camille Fendant");
      await expect(page.getByLabel("Message")).toHaveValue("Bonjour à tous");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      if (script) await sansDefautDAcces(page);
      await sansDefilementLateral(page);
      await rienNeDepasse(page, "main");
    });

    test("somebody who tries too many passwords is told to wait", async ({ page, request }) => {
      await page.goto("/login");
      const origin = new URL(page.url()).origin;
      for (let i = 0; i < 20; i++) {
        const form = { username: `compte${i}@exemple.ch`, password: "faux", hp: "" };
        expect((await request.post("/login", { form, headers: { origin } })).status()).toBe(400);
      }
      await page.getByLabel("E-mail").fill("camille@exemple.ch");
      await page.getByLabel("Mot de passe").fill("faux-mot");
      await page.getByRole("button", { name: "Se connecter" }).click();
      await expect(page.getByRole("alert")).toContainText("Trop d’essais.");
      await expect(page.getByLabel("E-mail")).toHaveValue("camille@exemple.ch");
      if (script) await sansDefautDAcces(page);
      await sansDefilementLateral(page);
    });
  });
