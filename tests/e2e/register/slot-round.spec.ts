import { addDays, dayInZurich, swissDay } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, type Page, postForm, signIn } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** In two days. */
const DAY = addDays(dayInZurich(new Date()), 2);

/** Adds members, and an event with two slots. The links of WhatsApp open nothing. @returns the page of the plan */
async function openRound(page: Page, count: number): Promise<string> {
  await page.context().addInitScript(() =>
    document.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("a[href^='https://wa.me']")) event.preventDefault();
    }),
  );
  await signIn(page, "/registre");
  for (let i = 0; i < count; i++) {
    const fields = { since: "2020-01-01", phone: "0791234567", firstName: "Léa", lastName: nameOf(i) };
    await postForm(page, "/registre/create", memberAsTyped({ ...EMPTY_MEMBER, ...fields }));
  }
  const [year = "", month = ""] = DAY.split("-");
  const image = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) };
  const event = { Nom: "Bal", mois: month, annee: year, Lieu: "Halle", FirstDay: DAY, image };
  await postForm(page, "/evenement/create", event);
  const plan = `/evenement/modify/Bal${month}${year.slice(2)}/coups-de-main`;
  const night = { posts: "Bar", evening: DAY, from: "20:00", until: "23:00", every: "3", needed: "60" };
  await postForm(page, `${plan}/soiree`, { ...night, adultsOnly: "", membersOnly: "", note: "" });
  return plan;
}

const nameOf = (i: number) => `Luyet ${String(i).padStart(3, "0")}`;
const rowOf = (page: Page, i: number) => page.getByRole("listitem").filter({ hasText: `Léa ${nameOf(i)}` });
const whatsApp = (page: Page, i: number) => rowOf(page, i).getByRole("link", { name: /^WhatsApp/ });

test("a member who was asked comes with one tap, and is reminded with the day", async ({ page, browser }) => {
  const plan = await openRound(page, 2);
  await page.goto(`${plan}/demander`);
  await expect(page.getByText("Reste 2 à envoyer.")).toBeVisible();
  const message = decodeURIComponent((await whatsApp(page, 0).getAttribute("href")) ?? "");
  await whatsApp(page, 1).click();
  await expect(page.getByText("Reste 1 à envoyer.")).toBeVisible();
  await rowOf(page, 1)
    .getByRole("button", { name: /^Pas envoyé/ })
    .click();
  await expect(page.getByText("Reste 2 à envoyer.")).toBeVisible();

  const member = await browser.newPage();
  await member.goto(/https?:\/\/[^/]+\/ma-fiche\S+/.exec(message)?.[0] ?? "");
  await member.getByRole("button", { name: /^Je viens/ }).click();
  await expect(member.getByText("Bar").first()).toBeVisible();
  await member.close();

  await page.reload();
  await expect(page.getByText("Reste 1 à envoyer.")).toBeVisible();
  await page.goto(`${plan}/rappel`);
  const reminder = decodeURIComponent((await whatsApp(page, 0).getAttribute("href")) ?? "");
  expect(reminder).toContain(String(Number(swissDay(DAY).slice(0, 2))));
  expect(reminder).toMatch(/Bar, 20\sh à 23\sh/);
  await whatsApp(page, 0).click();
  await expect(page.getByText("Personne n’attend.")).toBeVisible();
});

test("to ask 40 members takes 43 taps", { tag: "@long" }, async ({ page }) => {
  const plan = await openRound(page, 40);
  await page.goto(`${plan}/demander`);
  // The link to this page, then the slot: two taps.
  let taps = 1;
  await page.getByLabel("Pour quel poste").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Afficher" }).click();
  taps += 2;
  for (let i = 0; i < 40; i++, taps++) await whatsApp(page, i).click();
  expect(taps).toBeLessThanOrEqual(44);
  await expect(page.getByText("Personne n’attend.")).toBeVisible();
  await page.reload();
  await expect(page.getByText(/WhatsApp, \d{1,2}\sh\s\d{2}/)).toHaveCount(40);
});
