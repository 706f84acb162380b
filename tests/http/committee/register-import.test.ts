import { expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { setUpSite } from "#tests/http/site.ts";

const NOW = new Date();
const YEAR = dayInZurich(NOW).slice(0, 4);
const PAGE = "/registre/importer";

/** The fields of a form as a browser without script sends them, except for its buttons. */
function fieldsOf(html: string): [name: string, value: string][] {
  const form = /<form[^>]*action="\/registre\/importer"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  const inputs = [...form.matchAll(/<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"/g)];
  const selects = [...form.matchAll(/<select[^>]*? name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)];
  const chosen = (options = "") => /<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? "";
  return [
    ...inputs.map(([, name = "", value = ""]): [string, string] => [name, value]),
    ...selects.map(([, name = "", options]): [string, string] => [name, chosen(options)]),
  ];
}

const site = setUpSite({ committee: true, each: true, now: NOW });

it("the import of members says in a sentence why a file, or a changed preview, is not read", async () => {
  const file = new File([";".repeat(100_000)], "membres.csv", { type: "text/csv" });
  const refused = await site.upload(PAGE, { intention: "read", file }, site.cookie);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("plus de 200 colonnes")]);
  const broken = await site.send(PAGE, { intention: "import", packed: "x" }, site.cookie);
  expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining("Choisissez un fichier CSV.")]);
  expect(await site.services.register.list()).toEqual([]);
});

it("a year of fees is closed once, after which each line is a dated correction", async () => {
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

it("the import of members lists a line with a question before a hundred lines that need none", async () => {
  const plain = Array.from({ length: 101 }, (_, i) => `Zoé;Arvine${i};079 123 45 67 / 027 395 12 34;`);
  const text = ["Prénom;Nom;Téléphone;Adresse", ...plain, "Léo;Rèze;;Chandolin 12 Savièse"].join("\n");
  const file = new File([text], "membres.csv", { type: "text/csv" });
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  expect(preview.match(/<bdi> – (?:<!-- -->)?adresse à vérifier/g)).toHaveLength(1);
});

it("the import of members marks an address that it cannot split, in the preview, the list and the form, until it is corrected", async () => {
  const text =
    'Prénom;Nom;Adresse\nZoé;Arvine;"Rue du Stade 5, app. 12, 1965 Savièse, Suisse"\nLéo;Rèze;Chandolin 12 Savièse\n';
  const file = new File([text], "membres.csv", { type: "text/csv" });
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  expect(preview.match(/<bdi> – (?:<!-- -->)?adresse à vérifier/g)).toHaveLength(1);
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(preview)?.[1] ?? "";
  const form = { since: hidden("since"), previewed: hidden("previewed"), packed: hidden("packed") };
  const columns = { "column-0": "firstName", "column-1": "lastName", "column-2": "address" };
  await site.send(PAGE, { ...form, ...columns, intention: "import" }, site.cookie);
  const members = await site.services.register.list();
  const [zoe, leo] = ["Arvine", "Rèze"].map((name) => members.find(({ lastName }) => lastName === name));
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

it("the import of members never keeps an old house number beside a new street", async () => {
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

it("the import of members shows the preview again when a column was reassigned after it, and imports only what it showed", async () => {
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

it.each([197, 200])(
  "the import of members imports a list of %i columns, and lets each column be chosen",
  async (count) => {
    const titles = ["Prénom", "Nom", ...Array.from({ length: count - 2 }, (_, i) => `Taille ${i}`)];
    const text = `${titles.join(";")}\nZoé;Arvine;${titles.slice(2).join(";")}\n`;
    const file = new File([text], "membres.csv", { type: "text/csv" });
    const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
    expect(preview).toContain(`${count - 2} colonnes laissées de côté`);
    const fields = Object.fromEntries(fieldsOf(preview));
    expect(fields).toMatchObject({ "column-0": "firstName", "column-1": "lastName" });
    const last = `column-${count - 1}`;
    const chosen = await site.send(PAGE, { ...fields, [last]: "note", intention: "preview" }, site.cookie);
    const again = Object.fromEntries(fieldsOf(await chosen.text()));
    expect(again).toMatchObject({ [last]: "note" });
    const imported = await site.send(PAGE, { ...again, intention: "import" }, site.cookie);
    expect(imported.headers.get("location")).toBe("/registre");
    expect(await site.services.register.list()).toMatchObject([{ firstName: "Zoé", note: titles.at(-1) }]);
  },
);

it("the import of members imports a list in which each of 200 columns has a field", async () => {
  const titles = ["Prénom", "Nom", ...Array<string>(198).fill("Note")];
  const file = new File([`${titles.join(";")}\nZoé;Arvine${";n".repeat(198)}\n`], "membres.csv");
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  const imported = await site.send(
    PAGE,
    { ...Object.fromEntries(fieldsOf(preview)), intention: "import" },
    site.cookie,
  );
  expect(imported.headers.get("location")).toBe("/registre");
  const [member] = await site.services.register.list();
  expect(member?.note.split("\n")).toHaveLength(198);
});

it("the import of members names what it decided, and reads the list again with other titles or other letters", async () => {
  const lines = [
    "Jeunesse;;",
    "N°;Nom;Prénom;Entrée;Natel;Tél. privé",
    "7;Luyet;Rémy;8/25/2004;791234567.0;027 395 11 22",
  ];
  const macRoman = lines.join("\r").replaceAll("é", "\x8e").replaceAll("°", "\xa1");
  const file = new File([Buffer.from(macRoman, "latin1")], "membres.csv");
  const preview = await (await site.upload(PAGE, { intention: "read", file }, site.cookie)).text();
  const said = preview.replaceAll("\u00a0", " ");
  for (const sentence of [
    "Les titres des colonnes sont à la ligne 2.",
    "Les accents sont-ils justes ? Rémy",
    "Membre depuis : le mois est écrit d’abord, à l’américaine. « 8/25/2004 » est lu 25.08.2004.",
    "1 colonne laissée de côté : « N° »",
    "dans la note « Tél. privé : 027 395 11 22 »",
  ])
    expect(said).toContain(sentence);
  const fields = Object.fromEntries(fieldsOf(preview));
  const windows = await site.send(PAGE, { ...fields, encoding: "windows-1252", intention: "import" }, site.cookie);
  expect(await windows.text()).toContain("RŽmy");
  expect(await site.services.register.list()).toEqual([]);
  const first = await (await site.send(PAGE, { ...fields, head: "1", intention: "preview" }, site.cookie)).text();
  expect(first).toContain("Indiquez quelle colonne contient le prénom");
  const imported = await site.send(PAGE, { ...fields, intention: "import" }, site.cookie);
  expect(imported.headers.get("location")).toBe("/registre");
  expect(await site.services.register.list()).toMatchObject([
    {
      firstName: "Rémy",
      since: "2004-08-25",
      phone: "0791234567",
      buildingNumber: "",
      note: "Tél. privé\u00a0: 027 395 11 22",
    },
  ]);
});
