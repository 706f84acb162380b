import { expect, test, unique } from "#tests/e2e/test.ts";
import { addMember } from "./members.ts";

test("a member who lost the link asks for it, and the committee sends it with one tap", async ({ page, browser }) => {
  const name = unique("Cornalin");
  const phone = `076${String(Date.now()).slice(-7)}`;
  await addMember(page, "Zoé", name, { phone });

  const visitor = await browser.newPage();
  await visitor.goto("/ma-fiche/perdu");
  await visitor.getByRole("link", { name: "Demandez un nouveau lien" }).click();
  const field = visitor.getByLabel("Numéro de mobile ou e-mail");
  await field.fill("079 12");
  await visitor.getByRole("button", { name: "Recevoir le lien" }).click();
  await expect(visitor.getByText("Il faut un numéro de mobile, ou une adresse e-mail complète.")).toBeVisible();
  await field.fill(phone.replace(/^0/, "+41 "));
  await visitor.getByRole("button", { name: "Recevoir le lien" }).click();
  await expect(visitor.getByText("Si ce numéro ou cette adresse est au registre, ton lien arrive.")).toBeVisible();

  const row = page.locator(".list__row", { hasText: name });
  const shown = async () => {
    await page.goto("/registre/liens");
    return row.count();
  };
  await expect.poll(shown).toBe(1);
  const sms = row.getByRole("link", { name: /^SMS/ });
  const message = decodeURIComponent((await sms.getAttribute("href")) ?? "");
  const link = /https?:\/\/\S+/.exec(message)?.[0] ?? "";
  await sms.evaluate((tapped) => tapped.addEventListener("click", (event) => event.preventDefault()));
  await sms.click();
  await expect(row).toContainText("SMS, ");
  await row.getByRole("button", { name: /^Pas envoyé/ }).click();
  await expect(sms).toBeVisible();

  await visitor.goto(link);
  await expect(visitor.getByText(`Zoé ${name}`).first()).toBeVisible();
  await visitor.close();
});
