import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { setUpSite } from "#tests/http/site.ts";
import { READING_PAGES } from "#tests/public-pages.ts";

/** Scripts of single pages, in addition to the one of every page. */
const OWN: Readonly<Record<string, string[]>> = {
  "/dons": ["gestures"],
  "/charte": ["gestures"],
  "/planning": ["share"],
  "/nulle-part": ["share"],
};

const PUBLIC_PAGES = [
  ["/", "La jeunesse de Savièse"],
  ["/comite", "Le comité"],
  ["/planning", "Planning 2025"],
  ["/dons", "Faire un don"],
  ["/inscription", "Inscription"],
  ["/contact", "Contact"],
  ["/ma-fiche", "Ma fiche"],
  ["/rjv2025", "RJV 2025"],
  ["/charte", "La charte"],
  ["/responsabilite", "Responsabilité"],
  ["/confidentialite", "Protection des données"],
] as const;

const textOf = (html: string, tag: string) =>
  new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s")
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, "")
    .replaceAll("\u00ad", "")
    .trim();

const site = setUpSite();
let session: Promise<string> | undefined;
/** @returns the cookie of a session that the tests share */
const signedIn = () => (session ??= site.signIn());

describe("every public page", () => {
  it.each(PUBLIC_PAGES)(
    "%s has one h1, its address, no cookie, and loads nothing from another site",
    async (path, h1) => {
      const response = await site.request(path);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(textOf(html, "h1")).toBe(h1);
      for (const text of [`<link rel="canonical" href="${site.config.publicUrl}${path}"/>`, '<html lang="fr-CH">'])
        expect(html).toContain(text);
      expect(response.headers.getSetCookie()).toEqual([]);
      const loaded = [
        ...html.matchAll(/<(?:script|img|source|link rel="(?:stylesheet|preload|icon|manifest)")[^>]*>/g),
      ];
      expect(loaded.length).toBeGreaterThan(3);
      for (const [tag] of loaded) expect(tag).not.toMatch(/(?:src|srcset|href)="(?:https?:)?\/\//i);
      expect(html).not.toMatch(/ style="|\/login/);
      const current = html
        .slice(html.indexOf("<header"), html.indexOf("</header>"))
        .match(/<a[^>]*aria-current[^>]*>/g);
      if (path === "/dons") expect(current).toEqual([expect.stringContaining('href="/dons"')]);
    },
  );

  it("has a title and a description of its own", async () => {
    const pages = await Promise.all(PUBLIC_PAGES.map(([path]) => site.html(path)));
    const descriptions = pages.map((html) => /<meta name="description" content="([^"]{50,})"/.exec(html)?.[1] ?? "");
    expect(descriptions).not.toContain("");
    for (const texts of [descriptions, pages.map((html) => textOf(html, "title"))])
      expect(new Set(texts).size).toBe(PUBLIC_PAGES.length);
  });

  it.each([...READING_PAGES, "/nulle-part"])("%s comes without React for a visitor", async (path) => {
    const html = await (await site.request(path)).text();
    const scripts = [
      ...html.matchAll(/<script(?: async="")? type="module" src="\/assets\/([a-z]+)-[^"]+\.js"><\/script>/g),
    ];
    // React writes asynchronous scripts first.
    expect(scripts.map(([, name]) => name)).toEqual([...(OWN[path] ?? []), "page"]);
    // The other scripts are data: structured data for search engines, and speculation rules.
    expect(
      html.match(/<script(?!(?: async="")? type="(?:application\/ld\+json|speculationrules|module)")/g),
    ).toBeNull();
    expect(html).not.toContain("modulepreload");
  });

  it.each(["/inscription", "/contact", "/ma-fiche", "/login"])(
    "%s starts React by a script that its policy allows",
    async (path) => {
      const response = await site.request(path);
      const html = await response.text();
      const starts = [...html.matchAll(/<script(?: nonce="([^"]*)")? type="module" async="">(.*?)<\/script>/gs)];
      expect(starts.map(([, , script]) => script?.includes("entry.client"))).toEqual([true]);
      const [, nonce, script = ""] = starts[0] ?? [];
      const allowed = nonce ? `'nonce-${nonce}'` : `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
      expect(response.headers.get("content-security-policy")).toContain(allowed);
    },
  );
});

describe("an address without a page", () => {
  it.each([
    ..."/nulle-part /comite/DupontMembre /planning/2026 /planning/..%2Fsite.db /planning/%3Cscript%3E /evenement /index.html /images/x/y/z /%E0%A4%A".split(
      " ",
    ),
    "/images/evenements/%E0%A4%A/0123456789abcdef0123-480.jpg",
    ..."/%0D%0ASet-Cookie%3A%20a%3Db /%0D%0ASet-Cookie%3A%20a%3Db.data /comite/%E2%80%A8.data".split(" "),
  ])("%s answers 404 with 'Page introuvable' and a way back", async (path) => {
    const response = await site.request(path);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(textOf(html, "h1")).toBe("Page introuvable");
    expect(html).not.toContain('"og:');
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Retour<\/a>/);
  });

  it("that names a missing document answers 404 to the committee", async () => {
    for (const path of ["comite/modify/Personne", "evenement/modify/Rien", "comite/modify/%3Cscript%3E"]) {
      const response = await site.get(`/${path}`, await signedIn());
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        expect.stringContaining("Page introuvable"),
      ]);
    }
  });
});

describe("the committee’s pages", () => {
  it.each([
    ..."//evil.example /\\evil.example /.//evil.example https://evil.example javascript:x /evil.example".split(" "),
    ..."/logout /Logout /LOGOUT /logout/ /logout// //logout /%6cogout /logou%74 /logout.data /x/../logout /\\logout".split(
      " ",
    ),
    ..."/login /Login /comite/../logout /comite/modify/../../logout /comite/modify/%2e%2e/%2e%2e/logout".split(" "),
    ..."/reglages/ /REGLAGES /reglages.data /comite/modify/ /autorisation/x /invitation/x /messages.csv /logout?x=/reglages".split(
      " ",
    ),
  ])("start at /a-faire after signing in if the requested address is %s", async (rest) => {
    const headers = { cookie: await signedIn() };
    const response = await site.request(`/login?suite=${encodeURIComponent(rest)}`, { headers });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/a-faire"]);
  });

  it.each(["/login", "/logout"])("%s has its own title, and is in no search engine or cache", async (path) => {
    const response = await site.get(path, path === "/login" ? "" : await signedIn());
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const html = await response.text();
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(textOf(html, "title")).toMatch(/.+ \| La jeunesse de Savièse$/);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).toContain(`<link rel="canonical" href="${site.config.publicUrl}${path}"/>`);
  });
});

it("a form is accepted from 127.0.0.1 when the site runs on localhost", async () => {
  const body = new URLSearchParams({ username: "a@b.ch", password: "x" });
  const headers = { origin: "http://127.0.0.1:3000" };
  expect((await site.request("/login", { method: "POST", body, headers })).status).toBe(400);
});
