/** Forms and addresses of other sites; tests/http/every-route.test.ts sends such a form to every route. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { safeRedirect } from "#app/session/safe-redirect.ts";
import { isCrossSite } from "#server/http/same-origin.ts";
import { writeFigures } from "#tests/figures.ts";
import { contentsOf } from "#tests/http/disk-content.ts";
import { FOREIGN_ORIGINS } from "#tests/http/requests-of-a-route.ts";
import { siteRoutesOfBuild } from "#tests/http/routes.ts";
import type { TestSite } from "#tests/http/site.ts";
import { bodyOf, formOf, openSiteWithContent } from "./long-forms.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const REDIRECTIONS = 1000;

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
let site: TestSite;
beforeAll(async () => {
  opened = await openSiteWithContent({ PUBLIC_URL: PUBLIC });
  site = opened.site;
});
afterAll(() => site.close());

describe("a form that another site has a browser send", () => {
  it.each(FOREIGN_ORIGINS.map((headers) => headers(PUBLIC)))("is recognised by %j and a cookie", (headers) => {
    const { origin, "sec-fetch-site": secFetchSite } = headers;
    expect(isCrossSite({ origin, secFetchSite, cookie: "session=x" }, PUBLIC)).toBe(true);
  });

  it("is accepted from this site", async () => {
    const before = contentsOf(site.folder);
    const headers = { origin: PUBLIC, "sec-fetch-site": "same-origin" };
    const init = { method: "POST", body: bodyOf(formOf("/contact")), headers };
    expect((await site.request("/contact", init)).status).toBe(200);
    expect(contentsOf(site.folder)).not.toEqual(before);
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
