/** Mail to the committee on a phone, and its link to the inbox entry. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { ADMIN, DATA_DIR } from "#tests/e2e/site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test, unique } from "#tests/e2e/test.ts";

const OUTBOX = join(DATA_DIR, "outbox");

/** Waits for the mail that contains a word. @returns the mail */
async function mailAbout(word: string) {
  let found: Awaited<ReturnType<typeof PostalMime.parse>> | undefined;
  await expect(async () => {
    for (const name of (await readdir(OUTBOX)).filter((one) => one.endsWith(".eml"))) {
      const mail = await PostalMime.parse(await readFile(join(OUTBOX, name)));
      if (mail.text?.includes(word)) found = mail;
    }
    expect(found).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return found as NonNullable<typeof found>;
}

for (const [kind, path, fieldsOf] of [
  [
    "a minor’s sign-up",
    "/inscription",
    (word: string) => ({
      nom: `<b>${word}</b> ${"Héritier-".repeat(8)}`,
      prenom: "Zoé",
      tel: "079 123 45 67",
      adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
      charte: "on",
      charteMineur: "on",
      dateAnniv: yearsBefore(dayInZurich(new Date()), 17),
    }),
  ],
  [
    "a message",
    "/contact",
    (word: string) => ({
      nom: "Léo",
      email: "leo@exemple.ch",
      sujet: `${word} ${"x".repeat(200)}`,
      message: `Bonjour,\n\n${"une-très-longue-ligne".repeat(30)}\n<script>alert(1)</script>\nLéo`,
    }),
  ],
] as const)
  test(`${kind} is readable on a phone, also in dark mode, and opens in the inbox`, async ({ page, baseURL }) => {
    const word = unique("Muscat");
    const sent = await page.request.post(path, { form: fieldsOf(word), headers: { origin: String(baseURL) } });
    expect(sent.status()).toBe(200);
    const mail = await mailAbout(word);
    expect(mail.from?.name).toBe("La Jeunesse de Savièse");

    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.setContent(String(mail.html));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(word);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    expect(requests).toEqual([]);

    await page.goto(String(await page.getByRole("link", { name: "Ouvrir dans la boîte" }).getAttribute("href")));
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Mot de passe").fill(ADMIN.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    const entry = page.locator(path === "/contact" ? "#lettre" : "#visee");
    await expect(entry).toContainText(word);
    await expect(entry).toBeInViewport();
    await expect(entry).toContainText(/Pas d’e-mail\s: la messagerie n’est pas encore réglée/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
