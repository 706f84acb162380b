import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { safeRedirect } from "#app/session/safe-redirect.ts";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { noteWait } from "#tests/figures.ts";
import { contentsOf } from "#tests/http/disk-content.ts";
import { listRoutes, siteRoutesOfBuild } from "#tests/http/routes.ts";
import { ADMIN, setUpSite } from "#tests/http/site.ts";
import { rounds } from "#tests/rounds.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const REDIRECTIONS = rounds(200, 2000);

/** Headers of a form that another site sends: those of browsers, and forged ones. */
const FOREIGN: Record<string, string>[] = [
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
  // No header at all, but the cookie of a session.
  {},
];

const site = setUpSite({ env: { PUBLIC_URL: PUBLIC }, committee: true });
let places: Record<string, string> = {};
beforeAll(async () => {
  const { committee, events, inbox, auth } = site.services;
  await committee.create("DupontMembre", { lastName: "Dupont", firstName: "Zoé", role: "Membre" });
  await events.create("Bal0825", anEvent({ name: "Bal", month: "2025-08", place: "Savièse", afterMovie: "" }));
  const message = { name: "Camille", email: "camille@exemple.ch", subject: "Brisolée", message: "Bonjour" };
  const addition = await inbox.add({ type: "message", content: message }, new Date());
  const link = await auth.invite("paul@exemple.ch");
  places = { memberId: "DupontMembre", eventId: "Bal0825", token: link?.token ?? "", id: addition.entry.id };
});

/** @returns the fields of all forms, so that each route has what it needs to write something */
function body(path: string): URLSearchParams {
  const ids: Record<string, string> = { "/comite": "DupontMembre", "/planning": "Bal0825" };
  return new URLSearchParams({
    nom: "Fendant",
    prenom: "Camille",
    adresse: "Chemin 4",
    tel: "0791234567",
    dateAnniv: yearsBefore(dayInZurich(new Date()), 20),
    charte: "on",
    email: "camille@exemple.ch",
    sujet: "Bonjour",
    message: "Bonjour",
    username: ADMIN.email,
    password: ADMIN.password,
    current: ADMIN.password,
    newPassword: "brisolée-au-feu-1965",
    id: ids[path] ?? places.id ?? "",
    intention: "remove",
    Nom: "Dupont",
    Prenom: "Zoé",
    Poste: "Caissier",
    mois: "09",
    annee: "2025",
    Lieu: "Ailleurs",
    hp: "",
  });
}

describe("a form that another site has a browser send", { timeout: 120_000 }, () => {
  it("is refused on every route that writes, as a page and as data, and changes nothing", async () => {
    const routes = (await listRoutes((place) => places[place] ?? "x")).filter(({ writes }) => writes);
    expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(["/login", "/logout", "/contact"]));
    const before = contentsOf(site.folder);
    let refusal = 0;
    for (const { path } of routes)
      for (const adresse of [path, path === "/" ? "/_.data" : `${path}.data`])
        for (const headers of FOREIGN) {
          const init = { method: "POST", body: body(path), headers: { cookie: site.cookie, ...headers } };
          const response = await site.request(adresse, init);
          expect([adresse, headers, response.status]).toEqual([adresse, headers, 403]);
          expect(response.headers.getSetCookie()).toEqual([]);
          refusal++;
        }
    expect(contentsOf(site.folder)).toEqual(before);
    noteWait("csrf", {
      promise: "What another site has a browser send is refused",
      figures: `${routes.length} routes that write, ${refusal} forged requests, all answered 403, nothing written`,
    });
  });

  it("is accepted from this site", async () => {
    const before = contentsOf(site.folder);
    const init = {
      method: "POST",
      body: body("/contact"),
      headers: { origin: PUBLIC, "sec-fetch-site": "same-origin" },
    };
    expect((await site.request("/contact", init)).status).toBe(200);
    expect(contentsOf(site.folder)).not.toEqual(before);
  });
});

describe("a GET or HEAD request", { timeout: 120_000 }, () => {
  it("changes nothing, on any route, with any query", async () => {
    const routes = await listRoutes((place) => places[place] ?? "x");
    const before = contentsOf(site.folder);
    for (const { path } of routes)
      for (const method of ["GET", "HEAD"])
        for (const request of ["", `?${body(path)}`, "?_method=DELETE&_action=delete"]) {
          const headers = { cookie: site.cookie, "x-http-method-override": "POST", "x-forwarded-for": "10.0.0.1" };
          const response = await site.request(path + request, { method, headers });
          expect([path, response.status < 500]).toEqual([path, true]);
        }
    const { journal, ...after } = contentsOf(site.folder);
    expect({ ...after, journal: before.journal }).toEqual(before);
    // The journal records an export of personal data, and nothing else.
    const told = (journal as { content: string }[]).slice((before.journal as object[]).length);
    expect(new Set(told.map(({ content }) => JSON.parse(content).action))).toEqual(new Set(["exported"]));
  });
});

describe("the Host header", () => {
  const WRONG: Record<string, string>[] = [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" },
    { forwarded: "host=evil.example;proto=http", "x-original-host": "evil.example", "x-rewrite-url": "/reglages" },
  ];

  it.each(WRONG)("%j changes no link, no address and no redirect", async (headers) => {
    for (const path of ["/", "/contact", "/comite/create", "/nulle-part"]) {
      const genuine = await site.request(path);
      const wrong = await site.request(path, { headers });
      const html = await wrong.text();
      expect(html.replaceAll(/nonce="[^"]*"/g, "")).toBe((await genuine.text()).replaceAll(/nonce="[^"]*"/g, ""));
      expect(html).not.toContain("evil");
      expect(wrong.headers.get("location")).toBe(genuine.headers.get("location"));
    }
  });

  it("does not get into a link to a password", async () => {
    const body = new URLSearchParams({ intention: "invite", firstName: "Paul", email: "zoe@exemple.ch" });
    const headers = { cookie: site.cookie, origin: PUBLIC, host: "evil.example", "x-forwarded-host": "evil.example" };
    const html = await (await site.request("/comptes", { method: "POST", body, headers })).text();
    expect(html).toContain(`${PUBLIC}/invitation/`);
    expect(html).not.toContain("evil");
  });
});

describe("after signing in", () => {
  const piece = fc.constantFrom(
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
  const request = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`),
    fc.string({ unit: "binary" }),
    fc.webUrl(),
  );

  it("no address of the login redirects to another site", async () => {
    const routes = await siteRoutesOfBuild();
    fc.assert(
      fc.property(request, (rest) => {
        const to = safeRedirect(rest, routes);
        expect(to).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(to.split("?", 1)[0]).not.toContain("\\");
        // As a browser resolves it.
        expect(new URL(to, PUBLIC).origin).toBe(PUBLIC);
      }),
      { numRuns: REDIRECTIONS },
    );
    noteWait("redirects", {
      promise: "Signing in leads to no other site",
      figures: `${REDIRECTIONS} hostile addresses asked for, none left the site`,
    });
  });

  it("a signed-in browser is not redirected there either", async () => {
    for (const rest of ["//evil.example", "/\\evil.example", "/\t/evil.example", "https:evil.example"]) {
      const response = await site.request(`/login?suite=${encodeURIComponent(rest)}`, {
        headers: { cookie: site.cookie },
      });
      expect(response.headers.get("location")).toBe("/planning");
    }
  });
});
