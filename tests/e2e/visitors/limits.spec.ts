/** What somebody sees who is one too many. */
import { test } from "#tests/e2e/own-site.ts";
import { expect } from "#tests/e2e/test.ts";

test.use({ expectedStatuses: [429] });

test("the sixty-first message from a tent stays in its fields, with one clear sentence", async ({
  page,
  request,
  baseURL,
}) => {
  for (let i = 0; i < 60; i++) {
    const form = { nom: "Maxime", email: "maxime@exemple.ch", sujet: `Question ${i}`, message: "Bonjour", hp: "" };
    const answer = await request.post("/contact", { form, headers: { origin: String(baseURL) } });
    expect(answer.status()).toBe(200);
  }
  await page.goto("/contact");
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
});
