/** Forty sign-ups after a stand at a fair, on a telephone: taps are counted as the committee makes them. */
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { dayInZurich, swissDay, yearsBefore } from "#domain/dates.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { inscription, withInbox } from "#tests/e2e/inbox.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, nothingIsCut, openSession } from "#tests/e2e/test.ts";

const TODAY = dayInZurich(new Date());
const YEAR = TODAY.slice(0, 4);
const MINOR = { birthDate: swissDay(yearsBefore(TODAY, 17)), minorCharter: "Validé par la personne" } as const;
const NAMES = ["Ana", "Bob", "Cléo", "Dan", "Ève", "Flo", "Guy", "Hugo", "Inès", "Joé"];

const person = (i: number, fields: Partial<SignUp> = {}) =>
  inscription({ firstName: NAMES[i % 10] ?? "", lastName: `Varone ${"ABCD"[Math.floor(i / 10)]}`, ...fields });

async function fill(dataDir: string, fields: (i: number) => Partial<SignUp>, isDoubtful = (_: number) => false) {
  const documents = openSqliteDocuments(join(dataDir, "site.db"));
  await createFeeStore(documents).open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-12-31` }, null);
  documents.close();
  await withInbox(async (inbox) => {
    const start = Date.now() - 3_600_000;
    for (let i = 0; i < 40; i++) {
      const submission = { ...person(i, fields(i)), birthDateToVerify: isDoubtful(i) };
      await inbox.add(submission, new Date(start + i * 1000));
    }
  }, dataDir);
}

/** Counts the taps of a telephone: on a link, a button, a box or a field. */
function counting() {
  let taps = 0;
  const tap = async (target: Locator) => {
    // A finger never hits the same point twice: a second tap there counts as part of the first (second-tap.ts).
    const x = taps++ % 2 === 0 ? 10 : 26;
    await target.click({ position: { x, y: 12 } });
  };
  return { tap, taps: () => taps };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function tickAndAccept(page: Page, tap: (target: Locator) => Promise<void>) {
  await openSession(page);
  await page.goto("/planning");
  await tap(page.getByRole("link", { name: /^Inscriptions/ }).first());
  await tap(page.getByLabel("Toute la page"));
  await tap(button(page, "Accepter les cochées"));
}

test("forty complete sign-ups are accepted in four taps, and undone in one", { tag: "@long" }, async ({
  page,
  dataDir,
}) => {
  await fill(dataDir, (i) => (i < 9 ? MINOR : {}));
  const { tap, taps } = counting();
  await tickAndAccept(page, tap);
  await expect(page.locator("main")).toContainText(
    `40 personnes, dont 9 de moins de 18 ans sans autorisation. 40 cotisations ${YEAR}, CHF 2’000.–.`,
  );
  await nothingIsCut(page);
  await tap(button(page, "Accepter 40 personnes"));
  await expect(page.getByText("40 inscriptions acceptées", { exact: false }).first()).toBeVisible();
  expect(taps()).toBe(4);
  const rows = page.locator(".list--sign-ups > .list__row");
  await expect(rows.getByText(/^Acceptée, \d+\sh\s\d\d$/)).toHaveCount(40);
  await nothingIsCut(page);
  await page.goto("/cotisations");
  await expect(page.getByText("40 ouvertes")).toBeVisible();
  await page.goBack();

  await button(page, "Tout annuler").click();
  await expect(rows.getByText("Nouvelle", { exact: true }).filter({ visible: true })).toHaveCount(40);
  await page.goto("/cotisations");
  await expect(page.getByText("0 ouverte")).toBeVisible();
});

test("forty sign-ups, of which some need a check, take at most 28 taps: those to check open one after the other", {
  tag: "@long",
}, async ({ page, dataDir }) => {
  const incomplete = (i: number) => i >= 10 && i < 16;
  const fields = (i: number): Partial<SignUp> => {
    if (i < 9) return MINOR;
    if (incomplete(i)) return { address: "Chemin des Treize-Étoiles, 1965 Savièse 4 5" };
    // The second sign-up of two people.
    if (i === 20 || i === 21)
      return { firstName: NAMES[i + 2 - 20] ?? "", lastName: "Varone D", address: "Rue du Stade 1, 1965 Savièse" };
    return {};
  };
  await fill(dataDir, fields, (i) => i === 38 || i === 39);
  const { tap, taps } = counting();
  await tickAndAccept(page, tap);
  await tap(button(page, /^Accepter 28 personnes/));
  const next = button(page, /, puis la suivante$|^Ajouter au registre$|^Renouveler$/);
  for (let left = 12; left > 0; left--) {
    await expect(page.locator("main")).toContainText(left > 1 ? `Encore ${left - 1} après celle-ci.` : /./);
    const address = page.getByText("Adresse tapée");
    await expect(address).toBeVisible();
    if ((await address.textContent())?.includes("4 5")) {
      await tap(page.getByLabel("Rue", { exact: true }));
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("Chemin des Treize-Étoiles");
      // The field after it, as « Suivant » of the keyboard reaches it.
      await page.keyboard.press("Tab");
      await page.keyboard.type("4");
      await page.keyboard.press("Tab");
      await page.keyboard.type("1965");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Savièse");
    }
    await tap(next);
  }
  await expect(page.getByRole("heading", { level: 1, name: "Inscriptions" })).toBeVisible();
  await expect(page.locator(".list--sign-ups > .list__row").getByText(/^(?:Acceptée|Renouvelée), /)).toHaveCount(40);
  expect(taps()).toBeLessThanOrEqual(28);
  await page.goto("/cotisations");
  await expect(page.getByText("38 ouvertes")).toBeVisible();
});
