import type { Page } from "@playwright/test";
import { dayInZurich } from "#domain/dates.ts";
import { inscription, submit } from "#tests/e2e/inbox.ts";
import { expect, expectToast, signIn, test, unfold, unique } from "#tests/e2e/test.ts";

const TODAY = dayInZurich(new Date());

const filter = (page: Page, nom: string) =>
  page.getByRole("group", { name: "Afficher" }).getByRole("button", { name: nom });

async function search(page: Page, text: string) {
  await page.getByRole("searchbox", { name: /Chercher/ }).fill(text);
  await page.getByRole("searchbox", { name: /Chercher/ }).press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
}

test("a page of sign-ups is handled or deleted together, and one tap undoes each action", async ({ page }) => {
  const nom = unique("Rèze");
  for (const firstName of ["Ana", "Bob", "Cléo"]) await submit(inscription({ lastName: nom, firstName }));
  await signIn(page, "/inscriptions");
  await search(page, nom);
  const records = page.locator(".list__row");
  const bar = page.locator(".bulk");
  const all = page.getByLabel("Toute la page");
  const notice = page.locator(".notice--undo");
  const undo = async (said: string) => {
    await notice.getByRole("button", { name: "Tout annuler" }).click();
    await expectToast(page, said);
    await expect(notice).toContainText("C’est annulé.");
    await expect(page).toHaveURL(/recherche=/);
  };
  await expect(bar).toBeHidden();
  await all.check();
  await expect(bar).toContainText("3 cochées");
  await expect(bar).toContainText("24 mois ici, puis 30 jours dans la corbeille");
  await bar.getByRole("button", { name: "Marquer traitées" }).click();
  await expect(notice).toContainText("3 inscriptions traitées.");
  await expect(records.getByText(/^Traitée, /)).toHaveCount(3);
  await expect(bar).toBeHidden();
  await expect(page.locator("main :focus")).toBeVisible();
  await undo("3 inscriptions rouvertes");

  for (const name of ["Ana", "Cléo"]) await page.getByLabel(`Cocher ${name} ${nom}`).check();
  await expect(all).not.toBeChecked();
  await bar.getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce qui est coché ?" });
  await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
  await question.getByRole("button", { name: "Garder" }).click();
  await expect(question).toBeHidden();
  await bar.getByRole("button", { name: "Supprimer" }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(notice).toContainText("2 inscriptions supprimées.");
  await expect(records).toHaveCount(3);
  await undo("2 inscriptions restaurées");

  // « Toute la page » leaves out a sign-up that is handled.
  await (await unfold(records.filter({ hasText: `Bob ${nom}` })))
    .getByRole("button", { name: "Marquer traitée" })
    .click();
  await expectToast(page, `Bob ${nom}\u00a0: inscription traitée`);
  await page.reload();
  await filter(page, "Toutes").click();
  await all.check();
  await expect(bar).toContainText("2 cochées");
  await expect(page.getByLabel(`Cocher Bob ${nom}`)).not.toBeChecked();
});

test("a row keeps its place and height after an action, and a second tap at the same point changes nothing", {
  tag: "@long",
}, async ({ page }) => {
  const nom = unique("Fully");
  const minor = { birthDate: "11.03.2010", minorCharter: "Validé par la personne" } as const;
  for (const [firstName, fields] of [
    ["Ana", {}],
    ["Bea", minor],
    ["Cléo", {}],
  ] as const)
    await submit(inscription({ lastName: nom, firstName, ...fields }));
  await signIn(page, "/inscriptions");
  await search(page, nom);
  for (const name of ["Bea", "Cléo"]) {
    const row = page.locator(".list__row").filter({ hasText: `${name} ${nom}` });
    await unfold(row);
    const height = (await row.boundingBox())?.height;
    const button = row.getByRole("button", { name: "Marquer traitée" });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    if (!box) throw new Error("No button");
    const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await tap();
    await expect(row.getByText(/^Traitée, /)).toBeVisible();
    await tap();
    expect((await row.boundingBox())?.height).toBe(height);
    await expect(row.getByText(/^Traitée, /)).toBeVisible();
    await row.getByRole("button", { name: "Annuler" }).tap();
    await expect(row.getByText("Nouvelle", { exact: true }).first()).toBeVisible();
    expect((await row.boundingBox())?.height).toBe(height);
  }
  await expect(
    page
      .locator(".list__row")
      .filter({ hasText: nom })
      .getByText(/^Traitée, /),
  ).toHaveCount(0);
});

test("no URL contains the search words, and history, reload and export keep the search until its cookie is deleted", {
  tag: "@long",
}, async ({ page, context }) => {
  const nom = unique("Diolinoir");
  await submit(inscription({ lastName: nom, firstName: "=anne+1" }));
  await submit(inscription({ lastName: nom, firstName: "=ANNE+1", address: "Rue du Bisse 2" }));
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  await signIn(page, "/inscriptions");
  await search(page, nom);
  const field = page.getByRole("searchbox", { name: /Chercher/ });
  await expect(page.locator(".list__row")).toHaveCount(2);
  await expect(page.getByRole("status").filter({ hasText: "résultats" })).toHaveText("2 résultats");
  await expect(field).toBeFocused();
  await page.locator(".list__row").getByRole("button", { name: "En double" }).first().click();
  await expect(field).toHaveValue(/^05\.08\.2000 /);
  await filter(page, "Traitées").click();
  await expect(page.getByText("Aucune inscription ne correspond.")).toBeVisible();
  await expect(filter(page, "Traitées")).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(page.locator(".list__row")).toHaveCount(2);
  await page.goBack();
  await expect(field).toHaveValue(nom);
  await expect(page.locator(".list__row")).toHaveCount(2);
  await page.reload();
  await expect(field).toHaveValue(nom);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Exporter (CSV)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`inscriptions-${TODAY}.csv`);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => address.toLowerCase().includes("diolinoir"))).toEqual([]);

  await context.clearCookies({ name: "recherches" });
  await page.reload();
  await expectToast(page, "Cette recherche est oubliée");
  await expect(page).toHaveURL("/inscriptions");
  await expect(field).toHaveValue("");
});
