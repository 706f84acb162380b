import { dayInZurich } from "#domain/dates.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { test } from "#tests/e2e/own-site.ts";
import { centreOf, tapTwice, toCentre } from "#tests/e2e/taps.ts";
import { expect, expectToast, type Page, postForm, signIn } from "#tests/e2e/test.ts";
import { postMember, showFees, YEAR } from "./members.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const TIME = /\d\d\u00a0h\u00a0\d\d/;
const NAMES = ["Ana Amigne", "Bea Bonvin", "Cléa Coupy"] as const;

const rowOf = (page: Page, name: string) => page.locator(".list__row", { hasText: name });
const undoIn = (page: Page, name: string) => rowOf(page, name).getByRole("button", { name: "Annuler" });

/** Adds the members. @returns the addresses of their records */
async function addThree(page: Page) {
  await signIn(page, "/registre");
  const records: string[] = [];
  for (const name of NAMES) records.push(await postMember(page, ...(name.split(" ") as [string, string])));
  return records;
}

/** Taps twice. The row keeps its height, and « Annuler » is not under the finger. */
async function tapsOnce(page: Page, name: string, button: string, pause: number) {
  const row = rowOf(page, name);
  const control = row.getByRole("button", { name: new RegExp(`^${button}`) });
  await toCentre(control);
  const [height, at] = [(await row.boundingBox())?.height, await centreOf(control)];
  await tapTwice(page, control, pause);
  await expect(row.getByRole("status")).toHaveText(TIME);
  expect((await row.boundingBox())?.height).toBe(height);
  const undo = await undoIn(page, name).boundingBox();
  expect(undo && (at.y < undo.y || at.y > undo.y + undo.height || at.x < undo.x || at.x > undo.x + undo.width)).toBe(
    true,
  );
}

async function propose(page: Page, records: readonly string[]) {
  for (const [i, record] of records.entries()) {
    await page.goto(record);
    const link = await page.locator("code").innerText();
    await postForm(page, new URL(link).pathname, { intention: "correction", phone: `07912345${10 + i}` });
  }
}

test("a double tap decides about one proposal; « Annuler » reopens it, or says that the record has changed", {
  tag: "@long",
}, async ({ page }) => {
  const records = await addThree(page);
  await propose(page, records);
  await page.goto("/registre/a-verifier");
  await tapsOnce(page, NAMES[0], "Accepter", 50);
  await expectToast(page, "Ana Amigne\u00a0: c’est noté");
  await tapsOnce(page, NAMES[1], "Refuser", 700);
  await expect(page.locator(".list__row h2")).toHaveText([...NAMES]);
  await expect(rowOf(page, NAMES[2]).getByRole("button", { name: /^Accepter/ })).toBeVisible();

  await tapTwice(page, undoIn(page, NAMES[0]), 400);
  await expect(rowOf(page, NAMES[0]).getByRole("button", { name: /^Accepter/ })).toBeVisible();
  await undoIn(page, NAMES[1]).tap();
  await expect(rowOf(page, NAMES[1]).getByRole("button", { name: /^Refuser/ })).toBeVisible();

  const accept = rowOf(page, NAMES[2]).getByRole("button", { name: /^Accepter/ });
  await accept.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, NAMES[2]).getByRole("status")).toHaveText(TIME);
  await page.keyboard.press("Enter");
  await page.goto(records[2] ?? "");
  await expect(page.getByText("079 123 45 12")).toBeVisible();
  await page.goto(records[0] ?? "");
  await expect(page.getByText("079 123 45 10")).toHaveCount(0);
});

test("a double tap records one person as present, also in search results; a double tap on « Retirer » removes one", {
  tag: "@long",
}, async ({ page }) => {
  await addThree(page);
  await page.goto(`/assemblees/${dayInZurich(new Date())}`);
  const search = page.getByRole("searchbox", { name: "Chercher un membre" });
  await search.fill("b");
  await search.press("Enter");
  await expect(page).toHaveURL(/recherche=/);
  await tapsOnce(page, NAMES[1], "Présent·e", 400);
  await expect(search).toHaveValue("");
  await expect(page.getByText(/1 présente/)).toBeVisible();
  await page.getByRole("button", { name: /^Présents/ }).tap();
  await expect(rowOf(page, NAMES[0])).toHaveCount(0);
  await tapsOnce(page, NAMES[1], "Retirer", 1600);
  await expect(rowOf(page, NAMES[1])).toContainText("Retirée");
  await expect(page.getByText(/0 présente/)).toBeVisible();
  await undoIn(page, NAMES[1]).tap();
  await expect(rowOf(page, NAMES[1]).getByRole("button", { name: /^Retirer/ })).toBeVisible();
  await page.goto(`/assemblees/${dayInZurich(new Date())}`);
  for (const [i, pause] of [50, 700, 1600].entries()) {
    if (i === 1) continue;
    // The toast of the first would lie over the last row.
    await expect(page.locator(".toasts .toast")).toHaveCount(0);
    await tapsOnce(page, NAMES[i] ?? "", "Présent·e", pause);
  }
  await expect(page.getByText(/3 présentes/)).toBeVisible();
});

test("no row of an assembly moves when another user records presences", { tag: "@long" }, async ({ page, context }) => {
  await addThree(page);
  const list = `/assemblees/${dayInZurich(new Date())}`;
  await page.goto(list);
  for (const name of NAMES) {
    await rowOf(page, name).getByRole("button").tap();
    await expect(rowOf(page, name)).toContainText(TIME);
  }
  await page.getByRole("button", { name: /^Présents/ }).tap();
  await expect(page).toHaveURL(/filtre=present/);
  const other = await context.newPage();
  await other.goto(`${list}?filtre=present`);
  await rowOf(other, NAMES[0]).getByRole("button").tap();
  await expect(rowOf(other, NAMES[0])).toContainText("Retirée");
  await rowOf(page, NAMES[1]).getByRole("button").tap();
  await expect(rowOf(page, NAMES[1])).toContainText("Retirée");
  await expect(page.locator(".list__name")).toHaveText([...NAMES]);
  await page.getByRole("button", { name: /^Présents/ }).tap();
  await expect(page.locator(".list__name")).toHaveText([NAMES[2]]);
});

test("no row of the fees moves when a link to new proposals appears above the list", { tag: "@long" }, async ({
  page,
  context,
}) => {
  const [ana = ""] = await addThree(page);
  await showFees(page);
  await page.setViewportSize({ width: 320, height: 844 });
  const other = await context.newPage();
  await other.goto("/registre");
  const row = rowOf(page, NAMES[2]);
  await row.getByRole("button", { name: "Espèces" }).scrollIntoViewIfNeeded();
  // The browser rounds the position of the page.
  const top = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN);
  const before = await top();
  await propose(other, [ana]);
  await row.getByRole("button", { name: "Espèces" }).tap();
  const proposals = page.getByRole("link", { name: "À vérifier (1)" });
  await expect(proposals).toBeVisible();
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await other.goto("/registre/a-verifier");
  await rowOf(other, NAMES[0])
    .getByRole("button", { name: /^Refuser/ })
    .tap();
  await expect(rowOf(other, NAMES[0])).toContainText("Refusée");
  await undoIn(page, NAMES[2]).tap();
  await expect(proposals).toHaveCount(0);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
});

test("a double tap decides once about a bank payment; an undecided rest is offered by a link only", {
  tag: "@long",
}, async ({ page }) => {
  const [ana = ""] = await addThree(page);
  await showFees(page);
  const reference = feeReference(YEAR, ana.split("/").at(-1) ?? "");
  const entries = [
    payment({ amount: 5000, reference, payer: "Ana Amigne", transactionReference: "T0" }),
    ...["Jean Bonvin", "Luc Bonvin", "Eva Coupy"].map((payer, i) =>
      payment({ amount: i === 1 ? 5000 : 10_000, payer, transactionReference: `T${i + 1}`, texts: [] }),
    ),
  ];
  const buffer = Buffer.from(camtFile({ entries }));
  await page.goto("/cotisations/banque");
  await page.getByLabel("Fichier de la banque").setInputFiles({ name: "releve.xml", mimeType: "text/xml", buffer });
  await page.getByRole("button", { name: "Voir l’aperçu" }).tap();
  await expect(page.getByRole("heading", { name: "Aperçu" })).toBeVisible();
  await page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(page.getByRole("heading", { name: /^À vérifier\s: 3/ })).toBeVisible();

  await tapsOnce(page, "Jean Bonvin", `Cotisation ${YEAR}, Bea Bonvin`, 600);
  const jean = rowOf(page, "Jean Bonvin");
  await expect(jean).toContainText(`Cotisation ${YEAR} de Bea Bonvin, CHF\u00a050.–`);
  await expect(jean).toContainText("reste de CHF");
  await rowOf(page, "Eva Coupy").getByText("Autre choix").tap();
  await tapsOnce(page, "Eva Coupy", "Sans rapport", 1600);
  await expect(page.getByRole("heading", { name: /^À vérifier\s: 2/ })).toBeVisible();
  await tapTwice(page, undoIn(page, "Eva Coupy"), 400);
  await expect(page.getByRole("heading", { name: /^À vérifier\s: 3/ })).toBeVisible();

  await jean.getByRole("link", { name: "Décider du reste" }).tap();
  await jean.getByText("Autre choix").tap();
  await tapsOnce(page, "Jean Bonvin", "Don", 50);
  await expect(jean).toContainText("Don, CHF\u00a050.–");
  await expect(page.getByRole("heading", { name: /^À vérifier\s: 2/ })).toBeVisible();
});

test("a double tap on a member’s page records one payment, and does not pay the next year", { tag: "@long" }, async ({
  page,
}) => {
  const [ana = ""] = await addThree(page);
  await showFees(page);
  const next = String(Number(YEAR) + 1);
  await postForm(page, "/cotisations/ouvrir", { year: next, amount: "50", joinedBy: `${next}-10-01` });
  await page.goto(`${ana}?cotisation=${YEAR}`);
  await tapTwice(page, page.getByRole("button", { name: "Noter le paiement" }), 1200);
  const done = page.locator(".member-fees__forms");
  await expect(done.getByRole("status")).toHaveText(/^Payée, espèces, \d\d\u00a0h\u00a0\d\d$/);
  await expect(page.locator(".member-fees__item", { hasText: next })).toContainText("ouverte");
  await done.getByRole("button", { name: "Annuler" }).tap();
  await expect(page.getByRole("button", { name: "Noter le paiement" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the page after a decision about a proposal shows its row in place, with « Annuler »", { tag: "@long" }, async ({
    page,
  }) => {
    await propose(page, await addThree(page));
    await page.goto("/registre/a-verifier");
    await rowOf(page, NAMES[1])
      .getByRole("button", { name: /^Refuser/ })
      .tap();
    await expect(rowOf(page, NAMES[1])).toContainText("Refusée");
    await expect(page.locator(".list__row h2")).toHaveText([...NAMES]);
    await undoIn(page, NAMES[1]).tap();
    await expect(rowOf(page, NAMES[1]).getByRole("button", { name: /^Refuser/ })).toBeVisible();
  });
});
