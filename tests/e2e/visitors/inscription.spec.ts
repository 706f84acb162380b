import type { Locator, Page } from "@playwright/test";
import { addDays, dayInZurich, swissDay, yearsBefore } from "#domain/dates.ts";
import { birthDate, fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, expectToast, hold, signIn, test, toast, unfold, unique } from "#tests/e2e/test.ts";

const TOO_YOUNG = "Vous devez avoir au moins 16 ans pour vous inscrire.";

const signUp = (page: Page) => page.getByRole("button", { name: "S'inscrire" });
const thanked = (page: Page) => page.getByRole("dialog", { name: "Merci de votre inscription" });
const question = (page: Page) => page.getByRole("dialog", { name: /^Vous êtes né·e le .*: c’est bien juste\s\?$/ });
const agree = (page: Page) => page.getByLabel(/Mes parents/);

test("a proposed birth date has to be confirmed, and is marked for the committee", async ({ page }) => {
  const prenom = unique("Marine");
  await page.goto("/inscription");
  await fillSignUp(page, prenom);
  await signUp(page).click();
  await expect(question(page)).toBeVisible();
  const [correct, yes] = ["Corriger la date", "Oui, c’est juste"].map((name) =>
    question(page).getByRole("button", { name }),
  ) as [Locator, Locator];
  await expect(correct).toBeFocused();
  for (const leave of [() => page.keyboard.press("Escape"), () => correct.click()]) {
    await leave();
    await expect(question(page)).toBeHidden();
    await expect(page.getByLabel("Date de naissance")).toBeFocused();
    await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
    await signUp(page).click();
    await expect(question(page)).toBeVisible();
  }
  await yes.click();
  await expect(thanked(page)).toBeVisible();
  await expect(question(page)).toBeHidden();

  await signIn(page, "/inscriptions");
  const entry = await unfold(page.locator(".list__row", { hasText: prenom }));
  await expect(entry).toContainText(`Né·e le ${swissDay(birthDate(18))}`);
  await entry.getByRole("button", { name: "Date de naissance vérifiée" }).click();
  await expectToast(page, `${prenom} Fendant\u00a0: date de naissance vérifiée`);
  await expect(entry).not.toContainText("Né·e le");
});

test("a person under 16 is refused beside the field and in a toast, and a minor needs the guardian's consent", async ({
  page,
}) => {
  await page.goto("/inscription");
  const [birth, phone] = [page.getByLabel("Date de naissance"), page.getByLabel("Téléphone")];
  await expect(birth).toHaveValue(birthDate(18));
  await expect(agree(page)).toBeHidden();
  await fillSignUp(page, unique("Léa"), 15);
  await signUp(page).click();
  await expect(birth).toHaveAccessibleDescription(new RegExp(TOO_YOUNG));
  await expectToast(page, TOO_YOUNG);
  await expect(thanked(page)).toBeHidden();
  await expect(toast(page, TOO_YOUNG)).toBeHidden();

  await birth.fill(birthDate(17));
  await expect(agree(page)).toBeVisible();
  await phone.fill("079 123 45 6");
  await signUp(page).click();
  await expect(phone).toHaveAccessibleDescription("Indiquez un numéro suisse à dix chiffres.");
  await expect(phone).toBeFocused();
  await phone.fill("079 123 45 67");
  await expect(phone).not.toHaveAttribute("aria-invalid");
  await signUp(page).click();
  await expect(agree(page)).toHaveAccessibleDescription(
    "Avant 18 ans, il faut l’accord de vos parents, ou de la personne responsable de vous.",
  );
  await expect(agree(page)).toBeFocused();
  await birth.fill(birthDate(18));
  await expect(agree(page)).toBeHidden();
  await birth.fill(birthDate(16));
  await agree(page).check();
  await signUp(page).click();
  await thanked(page).getByRole("button", { name: "Fermer" }).click();
  await expect(page.getByLabel("Prénom")).toHaveValue("");
});

test("an 18th birthday counts in a tab that was opened before it", async ({ page }) => {
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(yearsBefore(addDays(dayInZurich(new Date()), 2), 18));
  await expect(agree(page)).toBeVisible();
  await page.clock.install({ time: Date.now() + 3 * 24 * 60 * 60 * 1000 });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(agree(page)).toBeHidden();
});

test("text typed before hydration counts", { tag: "@long" }, async ({ page }) => {
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/inscription", { waitUntil: "commit" });
  const prenom = unique("Noé");
  await fillSignUp(page, prenom, 17);
  release();
  await expect(agree(page)).toBeVisible();
  await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
  await agree(page).check();
  await signUp(page).click();
  await expect(thanked(page)).toBeVisible();
});

test("at most twenty toasts are shown", { tag: "@long" }, async ({ page }) => {
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(birthDate(3));
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>("form .btn--large");
    for (let i = 0; i < 25; i++) button?.click();
  });
  await expect(toast(page, TOO_YOUNG)).toHaveCount(20);
});

test("a toast stays while the pointer or the focus is on it, and its button closes it", { tag: "@long" }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(birthDate(3));
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000);
  const refuse = () => signUp(page).click();
  const shown = toast(page, TOO_YOUNG);
  await refuse();
  await page.clock.runFor(3_900);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);

  await refuse();
  await page.clock.runFor(3_000);
  await shown.hover();
  await page.clock.runFor(60_000);
  await expect(shown).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(900);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);

  await refuse();
  await refuse();
  const close = shown.first().getByRole("button", { name: "Masquer l’avis" });
  await close.focus();
  await page.clock.runFor(60_000);
  await expect(shown).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(shown).toHaveCount(1);
  // The removed button no longer holds the other toast.
  await page.clock.runFor(4_100);
  await expect(shown).toHaveCount(0);
});
