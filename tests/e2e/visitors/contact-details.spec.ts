import { CONTACT_DETAIL_SENTENCES } from "#domain/contact-details.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { withInbox } from "#tests/e2e/inbox.ts";
import { fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, test, unique } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, expectedStatuses: [409] });

test("after the sign-up, a minor adds an e-mail and a parent on a small phone, once; errors keep what was typed", async ({
  page,
}) => {
  const name = unique("Bonvin");
  await page.goto("/inscription");
  await fillSignUp(page, "Léa", 16, name);
  await page.getByLabel(/Mes parents/).check();
  await page.getByRole("button", { name: "S'inscrire" }).click();
  const thanked = page.getByRole("dialog", { name: "Merci de votre inscription" });
  const [email, parent, phone] = ["E-mail, pour les convocations", "Parent à joindre", "Mobile du parent"];
  const add = thanked.getByRole("button", { name: "Ajouter" });

  await add.tap();
  await expect(thanked.getByLabel(email)).toHaveAccessibleDescription(CONTACT_DETAIL_SENTENCES.nothing);
  await thanked.getByLabel(parent).fill("Anne Bonvin");
  await thanked.getByLabel(phone).fill("12");
  await add.tap();
  await expect(thanked.getByLabel(phone)).toHaveAccessibleDescription(
    `Demandez-lui d’abord. ${FIELD_SENTENCES.anyPhone}`,
  );
  await expect(thanked.getByLabel(phone)).toBeFocused();
  await expect(thanked.getByLabel(parent)).toHaveValue("Anne Bonvin");

  // Another tab of this person has already sent something else.
  const token = await thanked.locator('[name="inscription"]').inputValue();
  const form = { inscription: token, email: "lea@exemple.ch", guardianName: "", guardianPhone: "" };
  const headers = { origin: new URL(page.url()).origin };
  expect((await page.request.post("/inscription/merci", { form, headers })).status()).toBe(200);
  await thanked.getByLabel(phone).fill("079 222 33 44");
  await add.tap();
  await expect(thanked.getByRole("alert")).toContainText(CONTACT_DETAIL_SENTENCES.written);
  await expect(thanked.getByLabel(phone)).toHaveValue("079 222 33 44");

  await thanked.getByLabel(parent).fill("");
  await thanked.getByLabel(phone).fill("");
  await thanked.getByLabel(email).fill("lea@exemple.ch");
  await add.tap();
  await expect(thanked.getByRole("paragraph").filter({ hasText: "C’est noté, merci." })).toBeFocused();
  await expect(thanked.getByRole("button", { name: "Fermer" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  const search = { type: "inscription", text: name, filter: "tout", day: "" } as const;
  const { entries } = await withInbox((inbox) => inbox.search(search));
  expect(entries).toMatchObject([{ email: "lea@exemple.ch", guardianName: "", guardianPhone: "" }]);
});
