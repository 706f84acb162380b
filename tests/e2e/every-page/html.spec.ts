import type { APIRequestContext, APIResponse } from "@playwright/test";
import { errorsIn, hasJava, type State, textsOf } from "#tests/e2e/html-checker.ts";
import { test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, openMenu, signIn } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { COMMITTEE_PAGES, PUBLIC_PAGES } from "#tests/public-pages.ts";
import { faultsIn } from "#tests/typography.ts";

const SCREENS = [
  ...COMMITTEE_PAGES,
  ...["/comite", "/planning", "/confirmer", "/logout", "/comite/modify/Personne", "/journal?sujet=messages"],
];
const MINOR = { nom: "Rèze", prenom: "Zoé", adresse: "Rue 1, 1965 Savièse", tel: "0791234567", charte: "on" };
const MESSAGE = { nom: "Léo Rèze", email: "leo@exemple.ch", sujet: "Le bal", message: "Bonjour.\n\nÀ bientôt." };
const aYearOf17 = `${new Date().getFullYear() - 17}-01-01`;

/** Requests pages as a browser without script does, and keeps their HTML. */
function collector(request: APIRequestContext, origin: string) {
  const states: State[] = [];
  const keep = async (name: string, answer: APIResponse) => {
    const html = await answer.text();
    expect(html, name).toMatch(/^<!doctype html>/i);
    states.push({ name: `${name} (${answer.status()})`, html });
    return html;
  };
  type Fields = NonNullable<Parameters<APIRequestContext["post"]>[1]>["multipart"];
  return {
    states,
    open: async (path: string, name = path) => keep(name, await request.get(path)),
    async send(path: string, multipart: Fields, name = "sent") {
      return keep(`${path}, ${name}`, await request.post(path, { multipart, headers: { origin } }));
    },
  };
}

type Collector = ReturnType<typeof collector>;

async function visit({ open, send }: Collector): Promise<void> {
  for (const path of [...PUBLIC_PAGES, "/nulle-part", "/login", "/invitation/x", "/premier-compte/x"]) await open(path);
  // The page of a refused method, 405.
  await send("/charte", {}, "no form here");
  for (const path of ["/dons/qr-facture?montant=20", "/dons/qr-facture?montant=zut"]) await open(path);
  await send("/contact", { nom: "" }, "refused");
  await send("/contact", MESSAGE, "thanks");
  await send("/inscription", { ...MINOR, tel: "1", dateAnniv: "2020-01-01" }, "refused");
  await send("/inscription", { ...MINOR, dateAnniv: aYearOf17 }, "a minor, without the consent");
  await send("/inscription", { ...MINOR, dateAnniv: aYearOf17, charteMineur: "on" }, "thanks of a minor");
  await send("/inscription", { ...MINOR, dateAnniv: "1999-12-31" }, "thanks");
  await send("/login", { username: "a@b.ch", password: "faux" }, "refused");
  await send("/login", { username: "", password: "" }, "empty");
}

async function work({ open, send }: Collector): Promise<void> {
  const photo = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 480) };
  for (const path of SCREENS) await open(path, `${path}, before anything is there`);
  await send("/comite/create", { Prenom: "", Nom: "", Poste: "Reine" }, "refused");
  await send("/comite/create", { Prenom: "Élodie", Nom: "Muscat", Poste: "Membre", photo }, "kept");
  await send("/comite/create", { Prenom: "Ana", Nom: "Diolle", Poste: "Caissier" }, "kept without a photo");
  const day = {
    mois: "08",
    annee: "2031",
    FirstDay: "2031-08-01",
    LastDay: "2031-08-02",
    StartTime: "18:00",
    Lieu: "Savièse",
  };
  await send("/evenement/create", { Nom: "", mois: "", annee: "1825", Lieu: "" }, "refused");
  await send("/evenement/create", { Nom: "Bal", ...day, AfterMovie: "https://exemple.ch/film", image: photo }, "kept");
  await send(
    "/evenement/create",
    { Nom: "Nuit", ...day, publication: "draft", Details: "a\n\nb", image: photo },
    "kept",
  );
  const link = /\/apercu\/[\w-]+/.exec(await open("/evenement/modify/Nuit0831"))?.[0];
  if (link) await open(link, "a draft, by its link");
  for (const path of ["/comite/modify/MuscatMembre", "/evenement/modify/Bal0831", "/planning/Bal0831"])
    await open(path);
  const version = /name="version" value="([^"]*)"/.exec(await open("/comite/modify/MuscatMembre"))?.[1] ?? "";
  await send("/comite/modify/MuscatMembre", { Prenom: "Élodie", Nom: "Muscat", Poste: "Caissier", version }, "kept");
  for (const path of ["/comite/modify/MuscatMembre", "/evenement/modify/Bal0831"]) await open(`${path}/historique`);
  for (const path of ["/comite/modify/MuscatMembre/photo", "/evenement/modify/Bal0831/affiche"]) await open(path);
  await open("/evenement/modify/Bal0831/etat/reporter");
  await send("/evenement/modify/Bal0831/affiche", { intention: "save", version: "0", image: photo }, "outdated");
  await send("/comite/modify/MuscatMembre/historique", { version, state: "x" }, "forgotten");
  await send("/comite/modify/MuscatMembre", { Prenom: "É", Nom: "M", Poste: "Membre", version: "0" }, "outdated");
  await send("/evenement/modify/Bal0831", { Nom: "", ...day, version: "1" }, "refused");
  await send("/reglages", { iban: "CH44 3199 9123 0008 8901 2", postcode: "x", recipients: "non" }, "refused");
  await send("/reglages", { what: "test" }, "a test mail");
  await send("/reglages", { what: "check" }, "a check");
  await send("/comptes", { intention: "invite", firstName: "Paul", email: "pas une adresse" }, "refused");
  await send("/comptes", { intention: "invite", firstName: "Paul", email: "anne@exemple.ch" }, "invited");
  await send("/mot-de-passe", { current: "faux", newPassword: "court" }, "refused");
  const found = await open("/messages");
  await open(/\/messages\?id=[\w-]+/.exec(found)?.[0] ?? "/messages", "an open message");
  for (const path of [
    ...SCREENS,
    "/",
    "/inscriptions?filtre=mineur",
    "/inscriptions?filtre=nouveau&recherche=0a1b2c3d",
  ])
    await open(path);
}

/** States that need script. */
async function withScript(page: Parameters<typeof signIn>[0], { states }: Collector): Promise<void> {
  const keep = async (name: string) => states.push({ name: `${name} (script)`, html: await page.content() });
  await signIn(page, "/planning/2031");
  await keep("a toast");
  const card = await openMenu(page.locator(".evenement", { hasText: "Bal" }).first());
  await card.getByRole("button", { name: "Supprimer Bal" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await keep("a question");
  await page.goto("/contact");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByLabel("Sujet")).toHaveAccessibleDescription(/./);
  await keep("a refused form");
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(aYearOf17);
  await expect(page.getByLabel(/Mon représentant légal/)).toBeVisible();
  await keep("a minor");
  for (const path of ["/reglages", "/comptes", "/inscriptions", "/messages", "/comite/create", "/evenement/create"]) {
    await page.goto(path);
    await keep(path);
  }
}

test("every page in every state is valid HTML, with French typography", async ({
  page,
  request,
  ownSite,
}, testInfo) => {
  testInfo.skip(
    !hasJava(),
    "the W3C's checker (vnu-jar) needs Java 11 or newer, and there is no `java` on this machine",
  );
  test.setTimeout(240_000);
  const collected = collector(request, ownSite.url);
  await visit(collected);
  await request.post("/login", {
    form: { username: ADMIN.email, password: ADMIN.password },
    headers: { origin: ownSite.url },
  });
  await work(collected);
  await withScript(page, collected);
  await page.goto("about:blank");
  const texts: [state: string, text: string][] = [];
  for (const { name, html } of collected.states) for (const text of await textsOf(page, html)) texts.push([name, text]);
  expect(texts.length).toBeGreaterThan(3000);
  const set = texts.flatMap(([name, text]) => faultsIn(text).map((error) => `${name}: ${error}`));
  expect(collected.states.length).toBeGreaterThan(60);
  expect.soft(set).toEqual([]);
  expect(await errorsIn(collected.states)).toEqual([]);
});
