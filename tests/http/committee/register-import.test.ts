import { expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/members/member.ts";
import { memberAsTyped } from "#domain/members/member-form.ts";
import { saveMember } from "#tests/contracts/members/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";

const NOW = new Date();
const YEAR = dayInZurich(NOW).slice(0, 4);
const PAGE = "/registre/importer";

const site = setUpSite({ committee: true, each: true, now: NOW });

it("says in a sentence why a file, or a changed preview, is not read", async () => {
  const file = new File([";".repeat(100_000)], "membres.csv", { type: "text/csv" });
  const refused = await site.upload(PAGE, { intention: "read", file }, site.cookie);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("plus de 200 colonnes")]);
  const broken = await site.send(PAGE, { intention: "import", packed: "x" }, site.cookie);
  expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining("Choisissez un fichier CSV.")]);
  expect(await site.services.register.list()).toEqual([]);
});

it("closes a year once, after which each line is a dated correction", async () => {
  const data = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Arvine", since: "2020-01-01" };
  const id = `${YEAR}-${await saveMember(site.services.register, data)}`;
  await site.services.fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  const page = `/cotisations/${YEAR}/verificateurs`;
  expect(await site.html(`${page}?confirmer=boucler-annee`)).toContain("On ne revient pas en arrière.");
  for (let n = 0; n < 2; n++)
    expect((await site.send(page, { close: YEAR }, site.cookie)).headers.get("location")).toBe(page);
  const way = { intention: "pay", way: "cash", date: dayInZurich(NOW), id };
  await site.send(`/cotisations/${YEAR}`, way, site.cookie);
  const html = await site.html(page);
  const [, csv = ""] = /href="([^"]+\.csv)"/.exec(html) ?? [];
  const file = await site.get(csv, site.cookie);
  expect(file.headers.get("content-disposition")).toContain(`cotisations-${YEAR}.csv`);
  expect([
    html.includes("bouclée le"),
    html.includes("Corrections depuis\u00a0: 1."),
    html.includes(">Boucler"),
  ]).toEqual([true, true, false]);
  expect(
    (await site.send("/cotisations/1999/verificateurs", { close: "1999" }, site.cookie)).headers.get("location"),
  ).toBe("/cotisations");
});

it("marks an address that it cannot split, in the preview, the list and the form, until it is corrected", async () => {
  const text =
    'Prénom;Nom;Adresse\nZoé;Arvine;"Rue du Stade 5, app. 12, 1965 Savièse, Suisse"\nLéo;Rèze;Chandolin 12 Savièse\n';
  const file = new File([text], "membres.csv", { type: "text/csv" });
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  expect(preview.match(/<bdi> – (?:<!-- -->)?adresse à vérifier/g)).toHaveLength(1);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(preview)?.[1] ?? "";
  const form = { since: hidden("since"), previewed: hidden("previewed"), packed: hidden("packed") };
  const columns = { "column-0": "firstName", "column-1": "lastName", "column-2": "address" };
  await site.send(PAGE, { ...form, ...columns, intention: "import" }, site.cookie);
  const [zoe, leo] = await site.services.register.list();
  expect(zoe).toMatchObject({ street: "app. 12, Rue du Stade", buildingNumber: "5", place: "Savièse" });
  expect(leo).toMatchObject({ street: "Chandolin 12 Savièse", buildingNumber: "", postcode: "" });
  for (const path of ["/registre?filtre=no-address", `/registre/${leo?.id}`, `/registre/modify/${leo?.id}`])
    expect(await site.html(path)).toMatch(/à vérifier/);
  for (const path of [`/registre/${zoe?.id}`, `/registre/modify/${zoe?.id}`])
    expect(await site.html(path)).not.toMatch(/à vérifier/);
  const fields = { ...memberAsTyped(leo as MemberData), street: "Chandolin", buildingNumber: "12" };
  const version = leo?.version ?? "";
  await site.send(
    `/registre/modify/${leo?.id}`,
    { ...fields, postcode: "1965", place: "Savièse", version },
    site.cookie,
  );
  expect(await site.html(`/registre/${leo?.id}`)).not.toMatch(/à vérifier/);
});

it("never keeps an old house number beside a new street", async () => {
  const address = { street: "Rue du Lac", buildingNumber: "7", postcode: "1965", place: "Savièse" };
  await saveMember(site.services.register, {
    ...EMPTY_MEMBER,
    firstName: "Zoé",
    lastName: "Arvine",
    since: "2020-01-01",
    ...address,
  });
  const file = new File(["Prénom;Nom;Rue\nZoé;Arvine;Chemin du Stade\n"], "membres.csv", { type: "text/csv" });
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  expect(preview).toContain("Rue\u00a0: Rue du Lac → Chemin du Stade, Numéro\u00a0: 7 → rien");
});

it("shows the preview again when a column was reassigned after it, and imports only what it showed", async () => {
  const text = "Prénom;Nom;Rue\nZoé;Arvine;Lausanne\n";
  const file = new File([text], "membres.csv", { type: "text/csv" });
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(preview)?.[1] ?? "";
  const form = { since: hidden("since"), previewed: hidden("previewed"), packed: hidden("packed") };
  const columns = { "column-0": "firstName", "column-1": "lastName", "column-2": "street" };
  const other = { ...form, ...columns, "column-2": "place", intention: "import" };
  const again = await site.send(PAGE, other, site.cookie);
  expect([again.status, await again.text()]).toEqual([200, expect.stringContaining("voici le nouvel aperçu")]);
  expect(await site.services.register.list()).toEqual([]);
  const imported = await site.send(PAGE, { ...form, ...columns, intention: "import" }, site.cookie);
  expect(imported.headers.get("location")).toBe("/registre");
  expect(await site.services.register.list()).toMatchObject([{ firstName: "Zoé", street: "Lausanne" }]);
});
