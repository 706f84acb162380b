/** Documents that an older site wrote, opened and saved by the committee on a telephone and at a desk. */

import { join } from "node:path";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { DATA_DIR } from "#tests/e2e/site.ts";
import { expect, signIn, test, unique } from "#tests/e2e/test.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** Writes beside the running site, as an older one had. */
async function write(name: string, Poste: string): Promise<string> {
  const documents = openDocuments(join(DATA_DIR, "site.db"));
  const id = name.replaceAll(" ", "");
  await createCommittee(documents).create(id, { firstName: "Ana", lastName: name, role: Poste });
  await createEvents(documents).create(id, anEvent({ name, month: "2025-13" }));
  documents.close();
  return id;
}

test("a post and a month that the lists do not know stay when something else is saved", async ({ page }) => {
  const name = unique("Luyet");
  const id = await write(name, "Cheffe de bar");
  await signInTo(page, `/comite/modify/${id}`);
  await expect(page.getByLabel("Poste")).toHaveValue("Cheffe de bar");
  await page.getByLabel("Prénom").fill("Anna");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  const card = page.getByRole("listitem").filter({ hasText: `Anna ${name}` });
  await expect(card).toContainText("Cheffe de bar");

  await page.goto(`/evenement/modify/${id}`);
  await expect(page.getByLabel("Mois")).toHaveValue("2025-13");
  await page.getByLabel("Lieu").fill("Granois");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.waitForURL("/planning");
  const event = page.getByRole("listitem").filter({ hasText: name });
  await expect(event).toContainText("2025-13");
  await expect(event).toContainText("Granois");
});

async function signInTo(page: Parameters<typeof signIn>[0], path: string) {
  await signIn(page, path);
  await expect(page).toHaveURL(path);
}
