/** The page of who comes, on the evening itself. */
import { dayInZurich } from "#domain/dates.ts";
import { areSound, isSound, press } from "#tests/e2e/every-page/states.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, postForm, signIn } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const TODAY = dayInZurich(new Date());
const [YEAR = "", MONTH = ""] = TODAY.split("-");
const LONG = "Jean-Baptiste-Emmanuel Dubuis-Héritier-Luyet-Varone-Reynard-Debons";

test("one tap records a presence, and a second tap at the same point changes nothing; each state is accessible and fits", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/planning");
  const image = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) };
  const event = { Nom: "Nuit", mois: MONTH, annee: YEAR, FirstDay: TODAY, Lieu: "Halle", image };
  await postForm(page, "/evenement/create", event);
  const plan = `/evenement/modify/Nuit${MONTH}${YEAR.slice(2)}/coups-de-main`;
  await areSound(page, [`${plan}/qui-vient`]);
  const slot = { day: TODAY, from: "00:00", until: "23:59", needed: "4" };
  await postForm(page, `${plan}/creneau`, { ...slot, post: "Bar", adultsOnly: "on", note: "Derrière la halle." });
  await page.goto(`${plan}/qui-vient`);
  await expect(page.getByRole("heading", { name: "Maintenant" })).toBeVisible();
  await page.getByRole("link", { name: /^Ajouter quelqu’un : Bar/ }).click();
  await expect(page.getByLabel("Nom")).toBeFocused();
  await page.getByLabel("Nom").fill(LONG);
  await page.getByLabel("Téléphone (facultatif)").fill("12");
  await press(page, "Ajouter");
  await expect(page.getByText(/^Indiquez dix chiffres/)).toBeVisible();
  await isSound(page);
  await page.getByLabel("Téléphone (facultatif)").fill("079 123 45 67");
  await press(page, "Ajouter");
  const row = page.getByRole("listitem").filter({ hasText: LONG });
  const present = row.getByRole("button", { name: /^Présent·e/ });
  await present.scrollIntoViewIfNeeded();
  const at = await present.boundingBox();
  if (!at) throw new Error("The button has no place.");
  for (const _ of [1, 2]) {
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    await expect(row.getByText("Présent·e", { exact: true }).last()).toBeVisible();
    await expect(row.getByRole("button", { name: /^Annuler/ })).toBeVisible();
  }
  await isSound(page);
  await row.getByRole("button", { name: /^Annuler/ }).click();
  await row.getByRole("button", { name: /^Retirer/ }).click();
  await expect(row.getByText(/^Retiré·e à .* par le comité$/)).toBeVisible();
  await isSound(page);
  await areSound(page, [`${plan}/qui-vient`]);
});
