import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suiteSure } from "#app/suite.ts";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { unEvenement } from "#tests/evenements.ts";
import { noter } from "#tests/figures.ts";
import { rounds } from "#tests/rounds.ts";
import { contenuDe } from "./contenu.ts";
import { routesDuSite, siteRoutesOfBuild } from "./routes.ts";
import { ADMIN, ouvrirSite, type SiteDEssai } from "./site.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const REDIRECTIONS = rounds(200, 2000);

/** What a browser says when another site sends a form, and what somebody would like to pass for. */
const ETRANGERES: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { origin: `${PUBLIC}.evil.example` },
  { origin: `${PUBLIC}:8443` },
  { origin: `${PUBLIC}/` },
  { origin: PUBLIC.replace("https", "http") },
  { origin: "https://www.jeunesse.exemple.ch" },
  { origin: `https://evil.example, ${PUBLIC}` },
  { origin: "https://evil.example", host: "evil.example", "x-forwarded-host": "evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: PUBLIC },
  { "sec-fetch-site": "same-site", origin: PUBLIC },
  { "sec-fetch-site": "none", origin: "null" },
  // With a cookie, and without a word about where it comes from.
  {},
];

let site: SiteDEssai;
let cookie = "";
let places: Record<string, string> = {};
beforeAll(async () => {
  site = await ouvrirSite({ PUBLIC_URL: PUBLIC });
  cookie = await site.seConnecter();
  const { membres, evenements, inbox, auth } = site.services;
  await membres.create("DupontMembre", { Nom: "Dupont", Prenom: "Zoé", Poste: "Membre" });
  await evenements.create("Bal0825", unEvenement({ Nom: "Bal", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" }));
  const message = { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour" };
  const ajout = await inbox.add({ type: "message", contenu: message }, new Date());
  const lien = await auth.invite("paul@exemple.ch");
  places = { membreId: "DupontMembre", evenementId: "Bal0825", jeton: lien?.jeton ?? "", id: ajout.entree.id };
});
afterAll(() => site.fermer());

/** Fills every form there is at once, so that each route finds what it needs to write something. */
function corps(chemin: string): URLSearchParams {
  const ids: Record<string, string> = { "/comite": "DupontMembre", "/planning": "Bal0825" };
  return new URLSearchParams({
    nom: "Fendant",
    prenom: "Camille",
    adresse: "Chemin 4",
    tel: "0791234567",
    dateAnniv: anneesAvant(jourAZurich(new Date()), 20),
    charte: "on",
    email: "camille@exemple.ch",
    sujet: "Bonjour",
    message: "Bonjour",
    username: ADMIN.email,
    password: ADMIN.motDePasse,
    actuel: ADMIN.motDePasse,
    nouveau: "brisolée-au-feu-1965",
    id: ids[chemin] ?? places.id ?? "",
    intention: "supprimer",
    Nom: "Dupont",
    Prenom: "Zoé",
    Poste: "Caissier",
    mois: "09",
    annee: "2025",
    Lieu: "Ailleurs",
    hp: "",
  });
}

describe("what another site has a browser send", () => {
  it("is refused on every route that writes, as a page and as data, and nothing is written", async () => {
    const routes = (await routesDuSite((place) => places[place] ?? "x")).filter(({ ecrit }) => ecrit);
    expect(routes.map(({ chemin }) => chemin)).toEqual(expect.arrayContaining(["/login", "/logout", "/contact"]));
    const avant = contenuDe(site.dossier);
    let refus = 0;
    for (const { chemin } of routes)
      for (const adresse of [chemin, `${chemin}.data`])
        for (const enTetes of ETRANGERES) {
          const init = { method: "POST", body: corps(chemin), headers: { cookie, ...enTetes } };
          const reponse = await site.demander(adresse, init);
          expect([adresse, enTetes, reponse.status]).toEqual([adresse, enTetes, 403]);
          expect(reponse.headers.getSetCookie()).toEqual([]);
          refus++;
        }
    expect(contenuDe(site.dossier)).toEqual(avant);
    noter("csrf", {
      promesse: "What another site has a browser send is refused",
      chiffres: `${routes.length} routes that write, ${refus} forged requests, all answered 403, nothing written`,
    });
  });

  it("would have been written, had this site sent it", async () => {
    const avant = contenuDe(site.dossier);
    const init = {
      method: "POST",
      body: corps("/contact"),
      headers: { origin: PUBLIC, "sec-fetch-site": "same-origin" },
    };
    expect((await site.demander("/contact", init)).status).toBe(200);
    expect(contenuDe(site.dossier)).not.toEqual(avant);
  });
});

describe("looking at a page", () => {
  it("changes nothing, on any route, whatever its address asks for", async () => {
    const routes = await routesDuSite((place) => places[place] ?? "x");
    const avant = contenuDe(site.dossier);
    for (const { chemin } of routes)
      for (const method of ["GET", "HEAD"])
        for (const requete of ["", `?${corps(chemin)}`, "?_method=DELETE&_action=delete"]) {
          const headers = { cookie, "x-http-method-override": "POST", "x-forwarded-for": "10.0.0.1" };
          const reponse = await site.demander(chemin + requete, { method, headers });
          expect([chemin, reponse.status < 500]).toEqual([chemin, true]);
        }
    expect(contenuDe(site.dossier)).toEqual(avant);
  });
});

describe("the Host header", () => {
  const FAUX: Record<string, string>[] = [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    { forwarded: "host=evil.example;proto=http", "x-original-host": "evil.example", "x-rewrite-url": "/reglages" },
  ];

  it.each(FAUX)("%j changes no link, no address and no redirect", async (enTetes) => {
    for (const chemin of ["/", "/contact", "/comite/create", "/nulle-part"]) {
      const vrai = await site.demander(chemin);
      const faux = await site.demander(chemin, { headers: enTetes });
      const html = await faux.text();
      expect(html.replaceAll(/nonce="[^"]*"/g, "")).toBe((await vrai.text()).replaceAll(/nonce="[^"]*"/g, ""));
      expect(html).not.toContain("evil");
      expect(faux.headers.get("location")).toBe(vrai.headers.get("location"));
    }
  });

  it("does not get into a link to a password", async () => {
    const body = new URLSearchParams({ intention: "inviter", email: "zoe@exemple.ch" });
    const headers = { cookie, origin: PUBLIC, host: "evil.example", "x-forwarded-host": "evil.example" };
    const html = await (await site.demander("/comptes", { method: "POST", body, headers })).text();
    expect(html).toContain(`${PUBLIC}/invitation/`);
    expect(html).not.toContain("evil");
  });
});

describe("after signing in", () => {
  const morceau = fc.constantFrom(
    ..."/ // \\ /\\ \t \n \r \0 %2f %2F%2f %5c %09 . .. @ : ? # & ; javascript: data: https: http:// //evil.example evil.example".split(
      " ",
    ),
    "\u2028",
    "\u202e",
    "／",
    "。",
    "\ud800",
    "é",
  );
  const demande = fc.oneof(
    fc.array(morceau, { maxLength: 8 }).map((morceaux) => morceaux.join("")),
    fc.array(morceau, { maxLength: 8 }).map((morceaux) => `/${morceaux.join("")}`),
    fc.string({ unit: "binary" }),
    fc.webUrl(),
  );

  it("nobody is led to another site, whatever the address of the login asks for", async () => {
    const routes = await siteRoutesOfBuild();
    fc.assert(
      fc.property(demande, (suite) => {
        const vers = suiteSure(suite, routes);
        expect(vers).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(vers.split("?", 1)[0]).not.toContain("\\");
        // What a browser makes of it.
        expect(new URL(vers, PUBLIC).origin).toBe(PUBLIC);
      }),
      { numRuns: REDIRECTIONS },
    );
    noter("redirects", {
      promesse: "Signing in leads to no other site",
      chiffres: `${REDIRECTIONS} hostile addresses asked for, none left the site`,
    });
  });

  it("an account without a session is not led anywhere by looking", async () => {
    for (const suite of ["//evil.example", "/\\evil.example", "/\t/evil.example", "https:evil.example"]) {
      const reponse = await site.demander(`/login?suite=${encodeURIComponent(suite)}`, { headers: { cookie } });
      expect(reponse.headers.get("location")).toBe("/planning");
    }
  });
});
