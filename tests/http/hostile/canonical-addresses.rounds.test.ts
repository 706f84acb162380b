/** Each page has one address: another spelling of it gets around no limit and no header. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { endlessForm, setUpSite } from "#tests/http/site.ts";
import { LONG, rounds } from "#tests/rounds.ts";

const PLACES: Record<string, string> = {
  memberId: "DupontMembre",
  eventId: "Bal0825",
  slug: "charte",
  token: "aBcDeF",
  id: "GhIjKl",
  file: "don.pdf",
  bill: "AbCdEf.pdf",
  signUpId: "JkLmNo",
  recordId: "PqRsTu",
  day: "2026-01-16",
  year: "2026",
  change: "annuler",
  key: "vwxyz",
  address: "fete-2027",
  "*": "Nulle/Part",
};

const site = setUpSite({ committee: true });
/** Responses of the canonical addresses to a visitor, by address. */
const answers = new Map<string, Response>();
beforeAll(async () => {
  await site.services.committee.create("DupontMembre", { lastName: "Dupont", firstName: "Zoé", role: "Membre" });
  await site.services.events.create("Bal0825", anEvent({ name: "Bal" }));
  await site.services.events.create("Fête0825", anEvent());
  await site.services.committee.create("ZéMembre", { lastName: "Zé", firstName: "Zoé", role: "Membre" });
});

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Other spellings of the fixed text of a route; the values of its parameters stay: `/comite/modify/{memberId}`. */
const OF_THE_ROUTE: Record<string, (text: string) => string> = {
  "in capitals": (text) => text.toUpperCase(),
  "with a capital": (text) => text.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  "with an encoded letter": (text) => text.replace(/[a-z]/, encoded),
  "all encoded": (text) => text.replace(/[a-z.]/g, encoded),
};
const OF_THE_PATH: Record<string, (path: string) => string> = {
  "with a slash at its end": (path) => `${path}/`,
  "with two slashes at its end": (path) => `${path}//`,
  "with two slashes at its beginning": (path) => `/${path}`,
  "with every slash doubled": (path) => path.replaceAll("/", "//"),
  "as data below it": (path) => `${path}/.data`,
  "as other data below it": (path) => `${path}/_.data`,
};

const outside = (template: string, change: (text: string) => string) =>
  template
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith("{") ? part : change(part)))
    .join("");
const filled = (template: string) => template.replace(/\{([^}]+)\}/g, (_, place: string) => PLACES[place] ?? "");

function spellings(template: string): string[] {
  const right = filled(template);
  const routes = Object.values(OF_THE_ROUTE).map((change) => filled(outside(template, change)));
  const paths = [right, routes[0] ?? ""].flatMap((path) => Object.values(OF_THE_PATH).map((change) => change(path)));
  const all = [...routes, ...paths];
  const data = all.filter((path) => !path.endsWith(".data")).map((path) => `${path}.data`);
  // Capitals would change an identifier at the end.
  const capitals = template.endsWith("}") ? [] : [`${right}.DATA`];
  const one = right === "/" ? [right, "/_.data"] : [right, `${right}.data`];
  return [...new Set([...all, ...data, ...capitals])].filter((path) => !one.includes(path));
}

/** A quick run requests one in so many of the spellings of each route, in turn. */
const QUICK_SHARE = 3;

/** @returns methods and cookies with which a spelling is requested: all of them, or one in a quick run */
function asking(nth: number) {
  const ways = [
    ["GET", ""],
    ["HEAD", site.cookie],
    ["POST", site.cookie],
  ] as const;
  return LONG ? ways : ways.filter((_, i) => i === nth % ways.length);
}

/** Expects the response to have the headers of the canonical address. */
async function hasHeadersOf(path: string, answer: Response, right: string): Promise<void> {
  const there = answers.get(right) ?? (await site.request(right));
  answers.set(right, there);
  expect([right, there.status]).not.toEqual([right, 308]);
  expect([path, answer.headers.get("referrer-policy")]).toEqual([path, there.headers.get("referrer-policy")]);
  const isPrivate = there.headers.get("x-robots-tag") === "noindex, nofollow";
  if (isPrivate) expect([path, answer.headers.get("x-robots-tag")]).toEqual([path, "noindex, nofollow"]);
}

describe("another spelling of an address", () => {
  it("redirects to the canonical address or is not found: on every route, as page and as data, by every method", async () => {
    let asked = 0;
    let led = 0;
    for (const [nth, { path: template }] of (await listRoutes((place) => `{${place}}`)).entries()) {
      const right = filled(template);
      const requested = spellings(template).filter((_, i) => LONG || i % QUICK_SHARE === nth % QUICK_SHARE);
      for (const [i, path] of requested.entries())
        for (const [method, who] of asking(i)) {
          const headers = { cookie: who, origin: site.config.publicUrl };
          const answer = await site.request(`${path}?q=1&suite=//evil.example`, { method, headers });
          asked++;
          if (answer.status !== 308) {
            // Pages of a missing document of the committee ask visitors to sign in, or refuse an empty body (415).
            const isPrivate = /^\/(?:registre|cotisations|assemblees)\//.test(path);
            const statuses = [404, ...(isPrivate && who === "" ? [302] : []), ...(method === "GET" ? [] : [405, 415])];
            expect([path, method, statuses]).toEqual([path, method, expect.arrayContaining([answer.status])]);
            continue;
          }
          led++;
          const one = /\.data$/.test(path) ? [`${right}.data`, "/_.data"] : [right];
          const [location, query] = answer.headers.get("location")?.split("?") ?? [];
          expect([path, one.includes(location ?? ""), query]).toEqual([path, true, "q=1&suite=//evil.example"]);
          expect(answer.headers.get("cache-control")).toBe("private, no-store");
          await hasHeadersOf(path, answer, location ?? "");
        }
    }
    expect(led).toBeGreaterThan(asked / 2);
    writeFigures("addresses", {
      promise: "No other spelling of a URL bypasses limits or headers",
      figures: `${asked} requests for other spellings, ${led} redirected to the canonical URL, the others answered 404`,
    });
  });

  it.each([
    ["/PLANNING/F%C3%AAte0825/", "/planning/F%C3%AAte0825"],
    ["/planning/F%C3%AAte0825.ICS", "/planning/F%C3%AAte0825.ics"],
    ["/planning/Bal0825%2Eics", "/planning/Bal0825.ics"],
    ["///login", "/login"],
    ["/.data", "/_.data"],
  ])("%s redirects to %s", async (asked, one) => {
    const answer = await site.request(asked);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, one]);
  });

  it.each([
    ["/planning/Fe%CC%82te0825", "/planning/F%C3%AAte0825"],
    ["/planning/Fe%CC%82te0825?q=1", "/planning/F%C3%AAte0825?q=1"],
    ["/planning/Fe%CC%82te0825.ics", "/planning/F%C3%AAte0825.ics"],
    ["/planning/Fe%CC%82te0825.data", "/planning/F%C3%AAte0825.data"],
    ["/PLANNING/Fe%CC%82te0825/", "/planning/F%C3%AAte0825"],
    ["/evenement/modify/Fe%CC%82te0825", "/evenement/modify/F%C3%AAte0825"],
    ["/evenement/modify/Fe%CC%82te0825/affiche", "/evenement/modify/F%C3%AAte0825/affiche"],
    ["/evenement/modify/Fe%CC%82te0825/historique", "/evenement/modify/F%C3%AAte0825/historique"],
    ["/evenement/modify/Fe%CC%82te0825/etat/reporter", "/evenement/modify/F%C3%AAte0825/etat/reporter"],
    ["/comite/modify/Ze%CC%81Membre", "/comite/modify/Z%C3%A9Membre"],
  ])("composes accents: %s redirects to %s", async (asked, one) => {
    const get = (path: string) => site.request(path, { headers: { cookie: site.cookie } });
    const answer = await get(asked);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, one]);
    expect((await get(one)).status).toBe(200);
    // The page cache may answer the second request.
    expect((await site.request(asked)).status).toBe(
      asked.startsWith("/planning") || asked.startsWith("/PL") ? 308 : 302,
    );
  });

  it("keeps a decomposed id of the older site", async () => {
    await site.services.events.create("Be\u0301nichon0825", anEvent({ name: "Bénichon" }));
    expect((await site.request("/planning/Be%CC%81nichon0825")).status).toBe(200);
    await hasHeadersOf("/apercu/e%CC%81", await site.request("/apercu/e%CC%81"), "/apercu/%C3%A9");
  });

  it("does not include capitals in an identifier, which are another identifier", async () => {
    expect((await site.request("/planning/Bal0825")).status).toBe(200);
    expect((await site.request("/planning/bal0825")).status).toBe(404);
    expect((await site.request("/planning/Bal%30825")).status).toBe(200);
    expect((await site.request("/comite/modify/dupontmembre", { headers: { cookie: site.cookie } })).status).toBe(404);
    await hasHeadersOf("/invitation/x.DATA", await site.request("/invitation/x.DATA"), "/invitation/x");
  });

  it("has no form read, and accepts no form of another site", async () => {
    let pieces = 0;
    for (const path of ["/Evenement/create", "/reglages/", "/CONTACT"]) {
      const { init, read } = endlessForm({
        cookie: site.cookie,
        origin: site.config.publicUrl,
        "content-type": "multipart/form-data; boundary=x",
      });
      expect((await site.request(path, init)).status).toBe(308);
      pieces += read();
    }
    // Each stream makes its first piece before anything reads it.
    expect(pieces).toBeLessThanOrEqual(3);
    const headers = { cookie: site.cookie, origin: "https://evil.example" };
    const led = await site.request("/LOGOUT", { method: "POST", headers });
    expect((await site.request(led.headers.get("location") ?? "", { method: "POST", headers })).status).toBe(403);
    expect((await site.request("/comptes", { headers: { cookie: site.cookie } })).status).toBe(200);
  });
});

describe("any requested path", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."/ // \\ login LOGIN comite Modify planning .ics .ICS .data _.data".split(" "),
      ..."%2f %5c %0d%0a %2e %2E%2e %25 % evil.example @ : ;x .. . %E9".split(" "),
    ),
    fc.string({ unit: "grapheme", maxLength: 5 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );

  it("redirects at most once, to this site, in one line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const answer = await site.request(`/${pieces.join("")}`);
        const location = answer.headers.get("location");
        if (answer.status !== 308) return;
        expect(location).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(new URL(location ?? "", site.config.publicUrl).origin).toBe(site.config.publicUrl);
        expect((await site.request(location ?? "")).status).not.toBe(308);
      }),
      { numRuns: rounds(100, 500) },
    );
  });
});
