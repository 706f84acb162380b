import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unEvenement } from "#tests/evenements.ts";
import { LECTURE } from "#tests/pages-publiques.ts";
import { routesDuSite } from "./routes.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

/** Scripts of their own, besides the one of every page: to copy and to change an amount in place, to share. */
const PROPRES: Readonly<Record<string, string[]>> = { "/dons": ["gestes"], "/planning": ["partage"] };

const PUBLIQUES = [
  ["/", "La jeunesse de Savièse"],
  ["/comite", "Le comité"],
  ["/planning", "Planning 2025"],
  ["/dons", "Faire un don"],
  ["/inscription", "Inscription"],
  ["/contact", "Contact"],
  ["/rjv2025", "RJV 2025"],
  ["/charte", "La charte"],
  ["/responsabilite", "Responsabilité"],
  ["/confidentialite", "Protection des données"],
] as const;
const PROTEGEES = ["/comite/create", "/comite/modify/DupontMembre", "/evenement/create", "/evenement/modify/Fête0825"];

const texteDe = (html: string, balise: string) =>
  new RegExp(`<${balise}[^>]*>(.*?)</${balise}>`, "s")
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, "")
    .replaceAll("\u00ad", "")
    .trim();

let site: SiteDEssai;
let session: Promise<string> | undefined;
/** @returns the cookie of one session for all who only look */
const connecte = () => (session ??= site.seConnecter());
beforeAll(async () => {
  site = await ouvrirSite();
});
afterAll(() => site.fermer());

describe("every public page", () => {
  it.each(PUBLIQUES)("%s says what it is: one h1, its own title, description and address", async (chemin, h1) => {
    const reponse = await site.demander(chemin);
    const html = await reponse.text();
    expect(reponse.status).toBe(200);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(texteDe(html, "h1")).toBe(h1);
    expect(html).toContain(`<link rel="canonical" href="${site.config.publicUrl}${chemin}"/>`);
    expect(/<meta name="description" content="[^"]{50,}"/.test(html)).toBe(true);
    expect(html).toContain('<html lang="fr-CH">');
  });

  it("has a title and a description of its own", async () => {
    const pages = await Promise.all(PUBLIQUES.map(async ([chemin]) => (await site.demander(chemin)).text()));
    expect(new Set(pages.map((html) => texteDe(html, "title"))).size).toBe(PUBLIQUES.length);
    const descriptions = pages.map((html) => /<meta name="description" content="([^"]*)"/.exec(html)?.[1]);
    expect(new Set(descriptions).size).toBe(PUBLIQUES.length);
  });

  it.each(PUBLIQUES)(
    "%s sets no cookie and names nothing of another site that a browser would load",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      const html = await reponse.text();
      expect(reponse.headers.getSetCookie()).toEqual([]);
      const charges = [
        ...html.matchAll(/<(?:script|img|source|link rel="(?:stylesheet|preload|icon|manifest)")[^>]*>/g),
      ];
      expect(charges.length).toBeGreaterThan(3);
      for (const [balise] of charges) expect(balise).not.toMatch(/(?:src|srcset|href)="(?:https?:)?\/\//i);
      expect(html).not.toMatch(/ style="/);
    },
  );

  it.each([...LECTURE, "/nulle-part"])("%s comes without React for a visitor", async (chemin) => {
    const html = await (await site.demander(chemin)).text();
    const scripts = [...html.matchAll(/<script type="module" src="\/assets\/([a-z]+)-[^"]+\.js"><\/script>/g)];
    expect(scripts.map(([, nom]) => nom)).toEqual(["page", ...(PROPRES[chemin] ?? [])]);
    // The other scripts are data: what search engines read, and which links may be fetched ahead.
    expect(html.match(/<script(?! type="(?:application\/ld\+json|speculationrules|module)")/g)).toBeNull();
    expect(html).not.toContain("modulepreload");
  });

  it.each(["/inscription", "/contact", "/login"])(
    "%s starts React by a script that its policy allows",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      const departs = [
        ...(await reponse.text()).matchAll(/<script(?: nonce="([^"]*)")? type="module" async="">(.*?)<\/script>/gs),
      ];
      expect(departs.map(([, , script]) => script?.includes("entry.client"))).toEqual([true]);
      const [, nonce, script = ""] = departs[0] ?? [];
      const permis = nonce ? `'nonce-${nonce}'` : `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
      expect(reponse.headers.get("content-security-policy")).toContain(permis);
    },
  );

  it("links to the login from nowhere", async () => {
    for (const [chemin] of PUBLIQUES) expect(await (await site.demander(chemin)).text()).not.toContain("/login");
  });

  it("marks the entry of the navigation that is open", async () => {
    const html = await (await site.demander("/dons")).text();
    const entete = html.slice(html.indexOf("<header"), html.indexOf("</header>"));
    expect(entete.match(/aria-current="page"/g)).toHaveLength(1);
    expect(entete).toMatch(/<a[^>]*aria-current="page"[^>]*href="\/dons"/);
  });
});

describe("what does not exist", () => {
  it.each([
    "/nulle-part",
    "/comite/DupontMembre",
    "/planning/2026",
    "/evenement",
    "/index.html",
    "/images/x/y/z",
    "/%E0%A4%A",
    "/images/evenements/%E0%A4%A/0123456789abcdef0123-480.jpg",
    "/%0D%0ASet-Cookie%3A%20a%3Db",
    "/%0D%0ASet-Cookie%3A%20a%3Db.data",
    "/comite/%E2%80%A8.data",
  ])("%s answers 404 with 'Page introuvable' and a way back", async (chemin) => {
    const reponse = await site.demander(chemin);
    const html = await reponse.text();
    expect(reponse.status).toBe(404);
    expect(texteDe(html, "h1")).toBe("Page introuvable");
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Retour<\/a>/);
  });

  it.each([
    "/comite/modify/Personne",
    "/evenement/modify/Rien0825",
    "/comite/modify/%3Cscript%3E",
    "/comite/modify/%E0%A4%A",
  ])("%s answers 404 to somebody who is signed in", async (chemin) => {
    const reponse = await site.demander(chemin, { headers: { cookie: await site.seConnecter() } });
    expect(reponse.status).toBe(404);
    expect(await reponse.text()).toContain("Page introuvable");
  });
});

describe("the hidden part", () => {
  it.each(PROTEGEES)("%s sends a visitor to the login and back afterwards", async (chemin) => {
    const reponse = await site.demander(encodeURI(chemin));
    expect(reponse.status).toBe(302);
    const vers = new URL(reponse.headers.get("location") ?? "", site.config.publicUrl);
    expect(vers.pathname).toBe("/login");
    expect(decodeURI(vers.searchParams.get("suite") ?? "")).toBe(chemin);
    expect(reponse.headers.get("cache-control")).toContain("no-store");

    const connexion = await site.envoyer(vers.pathname + vers.search, {
      username: "comite@exemple.ch",
      password: "raclette-1965",
    });
    expect(connexion.status).toBe(302);
    expect(decodeURI(connexion.headers.get("location") ?? "")).toBe(chemin);
  });

  it.each([
    ..."//evil.example /\\evil.example /.//evil.example https://evil.example javascript:x /evil.example".split(" "),
    ..."/logout /Logout /LOGOUT /logout/ /logout// //logout /%6cogout /logou%74 /logout.data /x/../logout /\\logout".split(
      " ",
    ),
    ..."/login /Login /comite/../logout /comite/modify/../../logout /comite/modify/%2e%2e/%2e%2e/logout".split(" "),
    ..."/reglages/ /REGLAGES /reglages.data /comite/modify/ /autorisation/x /invitation/x /messages.csv /logout?x=/reglages".split(
      " ",
    ),
  ])("never leads to %s after signing in", async (suite) => {
    const headers = { cookie: await connecte() };
    const reponse = await site.demander(`/login?suite=${encodeURIComponent(suite)}`, { headers });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/planning"]);
  });

  it("leads back to every page that sent somebody to sign in, be it to read or to write", async () => {
    const headers = { cookie: await connecte() };
    const vues = new Set<string>();
    for (const { chemin } of await routesDuSite((place) => `X-${place}`))
      for (const method of ["GET", "POST"]) {
        const renvoi = await site.demander(chemin, { method, headers: { origin: site.config.publicUrl } });
        const vers = renvoi.headers.get("location");
        if (!vers?.startsWith("/login?suite=")) continue;
        const retour = (await site.demander(vers, { headers })).headers.get("location");
        expect([chemin, retour]).toEqual([chemin, new URLSearchParams(vers.slice("/login?".length)).get("suite")]);
        vues.add(chemin);
      }
    expect(vues.size).toBeGreaterThan(10);
  });

  it("keeps the login out of search engines and caches", async () => {
    const reponse = await site.demander("/login");
    expect(reponse.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(reponse.headers.get("cache-control")).toContain("no-store");
    expect(await reponse.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  it.each(["/login", "/logout", "/comite/create", "/evenement/create", "/inscriptions", "/reglages", "/comptes"])(
    "%s has its own title, description and address, and is listed nowhere",
    async (chemin) => {
      const cookie = chemin === "/login" ? "" : await site.seConnecter();
      const html = await (await site.demander(chemin, { headers: { cookie } })).text();
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(texteDe(html, "title")).toMatch(/.+ \| La jeunesse de Savièse$/);
      expect(html).toMatch(/<meta name="description" content="[^"]{30,}"/);
      expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(html).toContain(`<link rel="canonical" href="${site.config.publicUrl}${chemin}"/>`);
    },
  );

  it.each(["/inscriptions", "/messages", "/reglages", "/comptes", "/mot-de-passe", "/comite/create"])(
    "gives a visitor nothing of %s, neither as a page nor as data",
    async (chemin) => {
      expect((await site.demander(chemin)).status).toBe(302);
      const donnees = await site.demander(`${chemin}.data`);
      expect(donnees.status).toBe(202);
      expect(await donnees.text()).toContain("/login?suite=");
    },
  );

  it.each(["/inscriptions.csv", "/messages.csv"])("gives a visitor no %s", async (chemin) => {
    const reponse = await site.demander(chemin);
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("content-disposition")).toBeNull();
  });

  it("changes nothing on a GET of /logout", async () => {
    const cookie = await site.seConnecter();
    expect((await site.demander("/logout", { headers: { cookie } })).status).toBe(200);
    expect((await site.demander("/comite/create", { headers: { cookie } })).status).toBe(200);
  });
});

describe("every answer", () => {
  it.each(["/", "/planning", "/contact", "/login", "/nulle-part", "/healthz", "/favicon.svg", "/comite/create"])(
    "%s carries a strict policy",
    async (chemin) => {
      const { headers } = await site.demander(chemin);
      const csp = headers.get("content-security-policy") ?? "";
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBeTruthy();
    },
  );

  it("lets a browser run only the inline scripts that the page came with", async () => {
    const reponse = await site.demander("/contact");
    const html = await reponse.text();
    const csp = reponse.headers.get("content-security-policy") ?? "";
    const scripts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, script = ""] of scripts) expect(csp).toContain(createHash("sha256").update(script).digest("base64"));
  });

  it("refuses a form that another site sends, and takes it from this one", async () => {
    const corps = { method: "POST", body: new URLSearchParams({ username: "a@b.ch", password: "x" }) };
    const deLoin = await site.demander("/login", { ...corps, headers: { origin: "https://evil.example" } });
    expect(deLoin.status).toBe(403);
    const sansOrigine = await site.demander("/login", { ...corps, headers: { "sec-fetch-site": "cross-site" } });
    expect(sansOrigine.status).toBe(403);
    const dIci = await site.demander("/login", { ...corps, headers: { origin: "http://127.0.0.1:3000" } });
    expect(dIci.status).toBe(400);
  });

  it("tells on /healthz that the store can be written", async () => {
    const reponse = await site.demander("/healthz");
    expect(reponse.status).toBe(200);
    expect(await reponse.json()).toMatchObject({ statut: "ok" });
  });
});

describe("finished pages in memory", () => {
  it("show a change at once", async () => {
    await site.demander("/planning");
    await site.services.evenements.create("Fête0825", unEvenement({ Nom: "Fête au lac" }));
    const html = await (await site.demander("/planning")).text();
    expect(html).toContain("Fête au lac");
    expect(html).toContain("Août 2025");
  });

  it("are never shown to, nor made by, somebody who is signed in", async () => {
    const cookie = await site.seConnecter();
    const mien = await (await site.demander("/planning", { headers: { cookie } })).text();
    expect(mien).toContain("Ajouter un événement");
    expect(await (await site.demander("/planning")).text()).not.toContain("Ajouter un événement");
  });

  it("do not multiply with query strings", async () => {
    const [nu, avec] = await Promise.all(
      ["/charte", "/charte?fbclid=1&x=%3Cscript%3E"].map(async (c) => (await site.demander(c)).text()),
    );
    expect(avec).toBe(nu);
  });
});
