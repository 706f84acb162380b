import { sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, signIn } from "#tests/e2e/test.ts";

// Without a session, the preview is refused with 405.
test.use({ expectedStatuses: [400, 401, 405] });

test("the committee edits a text beside its preview, sees errors, and restores it", async ({ page }) => {
  await signIn(page, "/charte");
  await page.getByRole("link", { name: "Modifier ce texte", exact: true }).first().click();
  const title = page.getByLabel("Article 1, titre");
  const article = page.getByLabel("Article 1", { exact: true });
  const rule = page.frameLocator("iframe").getByRole("listitem").first();
  await expect(rule).toContainText("Se respecter");

  await test.step("the preview of a text shows the typed words, and the field shows their length", async () => {
    await title.fill("Danser d’abord");
    await expect(title).toHaveAccessibleDescription("14 sur 60 caractères");
    await article.fill("Au **bal**, dès {âge} ans.\n\n- un\n- deux");
    await expect(rule).toContainText("Danser d’abord");
    await expect(rule.getByRole("list")).toContainText("deux");
    await article.fill("x".repeat(601));
    await expect(article).toHaveAccessibleDescription("1 caractère de trop (600 au plus)");
  });

  await test.step("an invalid link is refused beside its field, and all typed values stay", async () => {
    await article.fill("Au [bal](javascript:alert(1)), dès {âge} ans.");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(article).toHaveAccessibleDescription(/n’est pas possible/);
    await expect(title).toHaveValue("Danser d’abord");
    await article.fill("Au [bal](/planning), dès {âge} ans.");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expectToast(page, "Texte enregistré");
  });

  const saves: number[] = [];
  await test.step("after the end of the session, a sign-in saves the edited text once", async () => {
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/textes/charte.data"))
        saves.push(response.status());
    });
    const version = page.locator("#text-form [name=version]");
    const before = await version.inputValue();
    await article.fill("Au [bal](/planning), dès {âge} ans, et pas avant.");
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await typeCredentials(page);
    await expect(version).not.toHaveValue(before);
  });

  await page.getByRole("button", { name: "Rétablir : Article 1, titre" }).click();
  await expect(title).toHaveValue("Se respecter");
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Historique" })).toBeVisible();
  // The refused save, the save after the sign-in, and the reset.
  expect(saves).toEqual([401, 202, 202]);
  await page
    .getByRole("button", { name: /^Rétablir/ })
    .first()
    .click();
  await expectToast(page, "État rétabli");
  await page.goto("/charte");
  await expect(page.getByRole("heading", { name: "Danser d’abord" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "bal" })).toHaveAttribute("href", "/planning");
});
