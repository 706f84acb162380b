import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER } from "#domain/members/member.ts";
import { setUpSite } from "#tests/http/site.ts";

const YEAR = dayInZurich(new Date()).slice(0, 4);
const PAGE = "/registre/importer";
const LIST = "Prénom;Patronyme;Naissance\nZoé;Arvine;5.8.2001\nMarc;Arvine;hier\n";

const site = setUpSite({ committee: true, each: true });

/** @returns the page of the preview, and the file that it carries */
async function read(text: string) {
  const file = new File([text], "membres.csv", { type: "text/csv" });
  const answer = await site.upload(PAGE, { intention: "read", file }, site.cookie);
  const html = (await answer.text()).replaceAll("\u00a0", " ");
  return { status: answer.status, html, packed: /name="packed" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}
const COLUMNS = { "column-0": "firstName", "column-1": "lastName", "column-2": "birthDate", since: "2020-01-01" };
const send = (intention: string, packed: string) => site.send(PAGE, { intention, packed, ...COLUMNS }, site.cookie);
const names = async () => (await site.services.register.list()).map(({ firstName, since }) => `${firstName} ${since}`);

it("previews a list, keeps nothing before « Importer », and changes nothing the second time", async () => {
  const { status, html, packed } = await read(LIST);
  expect([status, html.includes("Indiquez quelle colonne contient le prénom")]).toEqual([200, true]);
  expect(gunzipSync(Buffer.from(packed, "base64url")).toString()).toBe(LIST);
  const preview = (await (await send("preview", packed)).text()).replaceAll("\u00a0", " ");
  for (const text of ["Nouvelles : 1", "Refusées, donc pas importées : 1", "« hier »"])
    expect(preview.replaceAll("<!-- -->", "")).toContain(text);
  expect(await names()).toEqual([]);
  for (let n = 0; n < 2; n++) expect((await send("import", packed)).headers.get("location")).toBe("/registre");
  expect(await names()).toEqual(["Zoé 2020-01-01"]);
});

it("says in a sentence why a file, or a changed preview, is not read", async () => {
  const refused = await read(";".repeat(100_000));
  expect([refused.status, refused.html.includes("plus de 200 colonnes")]).toEqual([400, true]);
  const broken = await send("import", "x");
  expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining("Choisissez un fichier CSV.")]);
  expect(await names()).toEqual([]);
});

it("closes a year once, after which each line is a dated correction", async () => {
  const data = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Arvine", since: "2020-01-01" };
  const saved = await site.services.register.save([{ id: null, data }], null);
  const id = `${YEAR}-${saved.ok ? saved.value[0] : ""}`;
  await site.services.fees.open({ year: YEAR, amount: 5000, joinedBy: `${YEAR}-10-01` }, null);
  const page = `/cotisations/${YEAR}/verificateurs`;
  expect(await site.html(`${page}?confirmer=boucler-annee`)).toContain("On ne revient pas en arrière.");
  for (let n = 0; n < 2; n++)
    expect((await site.send(page, { close: YEAR }, site.cookie)).headers.get("location")).toBe(page);
  const way = { intention: "pay", way: "cash", date: dayInZurich(new Date()), id };
  await site.send(`/cotisations/${YEAR}`, way, site.cookie);
  const html = await site.html(page);
  expect([
    html.includes("bouclée le"),
    html.includes("Corrections depuis\u00a0: 1."),
    html.includes(">Boucler"),
  ]).toEqual([true, true, false]);
  expect(
    (await site.send("/cotisations/1999/verificateurs", { close: "1999" }, site.cookie)).headers.get("location"),
  ).toBe("/cotisations");
});
