import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeRedirect } from "#app/session/safe-redirect.ts";
import { writeFigures } from "#tests/figures.ts";
import { contentsOf } from "#tests/http/disk-content.ts";
import { listRoutes, siteRoutesOfBuild } from "#tests/http/routes.ts";
import type { TestSite } from "#tests/http/site.ts";
import { LONG, rounds } from "#tests/rounds.ts";
import { bodyOf, formOf, openSiteWithContent } from "./long-forms.ts";

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

/** A quick run sends one in so many of them to each address, in turn. */
const QUICK_SHARE = 3;

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
let site: TestSite;
let routes: { route: string; writes: boolean }[];
beforeAll(async () => {
  opened = await openSiteWithContent({ PUBLIC_URL: PUBLIC });
  site = opened.site;
  routes = (await listRoutes((place) => `:${place}`)).map(({ path, writes }) => ({ route: path, writes }));
});
afterAll(() => site.close());

describe("a form that another site has a browser send", { timeout: 120_000 }, () => {
  it("is refused on every route that writes, as a page and as data, and changes nothing", async () => {
    const written = routes.filter(({ writes }) => writes).map(({ route }) => route);
    expect(written).toEqual(expect.arrayContaining(["/login", "/logout", "/contact"]));
    const before = contentsOf(site.folder);
    let refusal = 0;
    const addresses = written.flatMap((route) => {
      const path = opened.addressOf(route);
      return [path, path === "/" ? "/_.data" : `${path}.data`].map((address) => ({ address, form: formOf(route) }));
    });
    for (const [nth, { address, form }] of addresses.entries())
      for (const headers of FOREIGN.filter((_, i) => LONG || i % QUICK_SHARE === nth % QUICK_SHARE)) {
        const init = { method: "POST", body: bodyOf(form), headers: { cookie: opened.cookie, ...headers } };
        const response = await site.request(address, init);
        expect([address, headers, response.status]).toEqual([address, headers, 403]);
        expect(response.headers.getSetCookie()).toEqual([]);
        refusal++;
      }
    expect(contentsOf(site.folder)).toEqual(before);
    writeFigures("csrf", {
      promise: "Forms that another site makes a browser send (CSRF) are refused",
      figures: `${written.length} writing routes, ${refusal} forged requests, all answered 403, nothing written`,
    });
  });

  it("is accepted from this site", async () => {
    const before = contentsOf(site.folder);
    const headers = { origin: PUBLIC, "sec-fetch-site": "same-origin" };
    const init = { method: "POST", body: bodyOf(formOf("/contact")), headers };
    expect((await site.request("/contact", init)).status).toBe(200);
    expect(contentsOf(site.folder)).not.toEqual(before);
  });
});

describe("a GET or HEAD request", { timeout: 120_000 }, () => {
  it("changes nothing, on any route, with any query", async () => {
    const before = contentsOf(site.folder);
    for (const { route } of routes) {
      const query = `?${new URLSearchParams(formOf(route))}&_method=DELETE&_action=delete`;
      for (const [method, asked] of [
        ["GET", ""],
        ["GET", query],
        ["HEAD", query],
      ] as const) {
        const headers = { cookie: opened.cookie, "x-http-method-override": "POST", "x-forwarded-for": "10.0.0.1" };
        const response = await site.request(opened.addressOf(route) + asked, { method, headers });
        expect([route, response.status < 500]).toEqual([route, true]);
      }
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
    const headers = { cookie: opened.cookie, origin: PUBLIC, host: "evil.example", "x-forwarded-host": "evil.example" };
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
    writeFigures("redirects", {
      promise: "The redirect after a sign-in leads to no other site",
      figures: `${REDIRECTIONS} hostile return addresses, none left the site`,
    });
  });
});
