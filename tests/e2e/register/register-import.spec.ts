import { expect, signIn, test, unique } from "#tests/e2e/test.ts";

test("the committee imports a list after a preview; importing it again changes nothing", async ({ page }) => {
  const name = unique("Petite Arvine");
  const text = `Prénom;Patronyme;Naissance\nZoé;${name};5.8.2001\nMarc;${name};hier\n`;
  const list = { name: "membres.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") };
  const read = async () => {
    await page.getByLabel("Fichier CSV").setInputFiles(list);
    await page.getByRole("button", { name: "Voir l’aperçu" }).click();
    await page.getByLabel("Patronyme").selectOption("Nom");
    await page.getByRole("button", { name: "Refaire l’aperçu" }).click();
  };
  await signIn(page, "/registre");
  await page.getByRole("link", { name: "Importer une liste" }).click();
  await read();
  await expect(page.getByText(/Ligne 3, Marc .*Date de naissance «\shier\s»/)).toBeVisible();
  await page.getByRole("button", { name: "Importer 1 personne" }).click();
  await expect(page.getByText("La liste est importée").first()).toBeVisible();
  await expect(page.getByRole("link", { name: `Zoé ${name}` })).toBeVisible();
  await page.goto("/registre/importer");
  await read();
  await expect(page.getByText("Il n’y a rien à importer.")).toBeVisible();
});
