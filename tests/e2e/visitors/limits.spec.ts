/** What somebody sees who is one too many, with and without script. */
import { test as base } from "#tests/e2e/own-site.ts";
import { expect, type Page } from "#tests/e2e/test.ts";

const test = base.extend<{ withoutScript: Page }>({
  withoutScript: async ({ browser, baseURL, viewport, isMobile, hasTouch }, use) => {
    const context = await browser.newContext({ baseURL, viewport, isMobile, hasTouch, javaScriptEnabled: false });
    await use(await context.newPage());
    await context.close();
  },
});

test.use({ expectedStatuses: [429] });

test("the sixty-first message from a tent stays in its fields, with one clear sentence, with and without script", async ({
  page,
  withoutScript,
  request,
  baseURL,
}) => {
  for (let i = 0; i < 60; i++) {
    const form = { nom: "Maxime", email: "maxime@exemple.ch", sujet: `Question ${i}`, message: "Bonjour", hp: "" };
    const answer = await request.post("/contact", { form, headers: { origin: String(baseURL) } });
    expect(answer.status()).toBe(200);
  }
  for (const one of [page, withoutScript])
    await test.step(one === page ? "with script" : "without script", async () => {
      await one.goto("/contact");
      await one.getByLabel("Nom et prénom").fill("Camille Fendant");
      await one.getByLabel("E-mail").fill("camille@exemple.ch");
      await one.getByLabel("Sujet").fill("Brisolée");
      await one.getByLabel("Message").fill("Bonjour à tous");
      await one.getByRole("button", { name: "Envoyer" }).click();
      await expect(one.getByRole("alert")).toContainText("Trop d’envois depuis cette connexion.");
      await expect(one.getByRole("alert")).toContainText("Réessayez dans 60 minutes");
      await expect(one.getByLabel("Nom et prénom")).toHaveValue("Camille Fendant");
      await expect(one.getByLabel("Message")).toHaveValue("Bonjour à tous");
      await expect(one.getByRole("dialog")).toHaveCount(0);
    });
});
