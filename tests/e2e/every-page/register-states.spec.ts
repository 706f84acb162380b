/** States of the register, the fees, the payments and the assemblies. */
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { camtFile, payment } from "#tests/bank/camt-files.ts";
import { inscription, withInbox } from "#tests/e2e/inbox.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, postForm, signIn } from "#tests/e2e/test.ts";
import { areSound, isSound, press } from "./states.ts";

const TODAY = dayInZurich(new Date());
const YEAR = TODAY.slice(0, 4);
const LONG = "Dubuis-Héritier-Luyet-Varone-Reynard-Debons-Jollien";
const WORD = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);
const ZOE = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: LONG, phone: "0791234567", since: `${YEAR}-01-01` };

test("members, fees, bills and assemblies are accessible and fit", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
  dataDir,
}) => {
  const { entry } = await withInbox(
    (inbox) => inbox.add(inscription({ lastName: LONG, address: WORD }), new Date()),
    dataDir,
  );
  await signIn(page, "/registre");
  await postForm(page, "/cotisations/ouvrir", { year: YEAR });
  const member = await postForm(page, "/registre/create", memberAsTyped({ ...ZOE, firstName: WORD }));
  const id = member.split("/").at(-1) ?? "";
  await postForm(page, `/assemblees/${TODAY}`, { intention: "present", member: id });
  await areSound(page, [
    `/registre/accepter/${entry.id}`,
    member,
    `${member}/donnees`,
    `/cotisations/${YEAR}`,
    `/cotisations/${YEAR}/envoyer`,
    "/registre/bienvenue",
    "/registre/autorisations",
    "/registre/liens",
    `/cotisations/${YEAR}/verificateurs`,
    "/assemblees",
    `/assemblees/${TODAY}`,
  ]);
  await page.goto(member);
  const link = await page.locator("code").innerText();
  const visitor = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } });
  await visitor.goto(link);
  await isSound(visitor);
  await visitor.getByText("Corriger", { exact: true }).click();
  await visitor.getByLabel("Téléphone", { exact: true }).fill("079 765 43 21");
  await press(visitor, "Proposer au comité");
  await expect(visitor.getByText(/^Téléphone\s: .* → /)).toBeVisible();
  await isSound(visitor);
  await visitor.close();
  await areSound(page, ["/registre/a-verifier"]);
  await postForm(page, `/cotisations/${YEAR}`, { intention: "pay", way: "cash", date: TODAY, id: `${YEAR}-${id}` });
  await areSound(page, [member, `/cotisations/${YEAR}?filtre=paid`]);
});

test("the previews of a list and of a bank's file, and payments without a member, are accessible and fit", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/registre/importer");
  const list = Buffer.from(`Prénom;Patronyme;Naissance\nZoé;${LONG};5.8.2001\nMarc;${LONG};hier\n`, "latin1");
  await page.getByLabel("Fichier CSV").setInputFiles({ name: "membres.csv", mimeType: "text/csv", buffer: list });
  await press(page, "Voir l’aperçu");
  await page.getByLabel("Patronyme").selectOption("Nom");
  await press(page, "Refaire l’aperçu");
  await expect(page.getByText(/^Ligne 3, Marc/)).toBeVisible();
  await isSound(page);

  await postForm(page, "/registre/create", memberAsTyped(ZOE));
  await postForm(page, "/cotisations/ouvrir", { year: YEAR });
  await page.goto("/cotisations/banque");
  const entries = [payment({ amount: 5000, payer: `Zoé ${LONG}`, transactionReference: "T1" })];
  const file = { name: "releve.xml", mimeType: "text/xml", buffer: Buffer.from(camtFile({ entries })) };
  await page.getByLabel("Fichier de la banque").setInputFiles(file);
  await press(page, "Voir l’aperçu");
  await expect(page.getByText(/^0 reconnue, 1 à vérifier/)).toBeVisible();
  await isSound(page);
  await press(page, "Enregistrer");
  const parent = page.getByRole("listitem").filter({ hasText: `Zoé ${LONG}` });
  await expect(parent).toBeVisible();
  await isSound(page);
  await parent.first().getByText("Autre choix").click();
  await parent.first().getByRole("searchbox").fill(`Zoé ${LONG}`);
  await parent.first().getByRole("button", { name: "Chercher" }).click();
  await expect(parent.first().getByRole("button", { name: /^Garder pour/ })).toBeVisible();
  await isSound(page);
});
