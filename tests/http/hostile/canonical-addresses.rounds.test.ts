/** Each page has one address: no other spelling of it gets around what hangs on it. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { noteWait } from "#tests/figures.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";
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
/** Of the one address, by who asked. */
const answers = new Map<string, Response>();
beforeAll(async () => {
  await site.services.committee.create("DupontMembre", { lastName: "Dupont", firstName: "Zoé", role: "Membre" });
  await site.services.events.create("Bal0825", anEvent({ name: "Bal" }));
});

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Other spellings of what a route says; the first two leave alone what fills its places: `/comite/modify/{memberId}`. */
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
  // What ends with an identifier would end with another one.
  const capitals = template.endsWith("}") ? [] : [`${right}.DATA`];
  const one = right === "/" ? [right, "/_.data"] : [right, `${right}.data`];
  return [...new Set([...all, ...data, ...capitals])].filter((path) => !one.includes(path));
}

/** Each spelling is asked for in every way, in a quick run in one of them. */
function asking(nth: number) {
  const ways = [
    ["GET", ""],
    ["HEAD", site.cookie],
    ["POST", site.cookie],
  ] as const;
  return LONG ? ways : ways.filter((_, i) => i === nth % ways.length);
}

/** Expects the headers that the address asked for brings with it. */
async function hangsOnIt(path: string, answer: Response, right: string, who: string): Promise<void> {
  const there = answers.get(right + who) ?? (await site.request(right, { headers: { cookie: who } }));
  answers.set(right + who, there);
  expect([right, there.status]).not.toEqual([right, 308]);
  expect([path, answer.headers.get("referrer-policy")]).toEqual([path, there.headers.get("referrer-policy")]);
  const isPrivate = there.headers.get("x-robots-tag") === "noindex, nofollow";
  if (isPrivate) expect([path, answer.headers.get("x-robots-tag")]).toEqual([path, "noindex, nofollow"]);
}

describe("another spelling of an address", () => {
  it("is led to the one, or is no page at all: on every route, as page and as data, whoever asks and however", async () => {
    let asked = 0;
    let led = 0;
    for (const { path: template } of await listRoutes((place) => `{${place}}`)) {
      const right = filled(template);
      for (const [i, path] of spellings(template).entries())
        for (const [method, who] of asking(i)) {
          const headers = { cookie: who, origin: site.config.publicUrl };
          const answer = await site.request(`${path}?q=1&suite=//evil.example`, { method, headers });
          asked++;
          if (answer.status !== 308) {
            // Pages of the committee about what does not exist ask a stranger to sign in, or refuse an empty body (415).
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
          await hangsOnIt(path, answer, location ?? "", who);
        }
    }
    expect(led).toBeGreaterThan(asked / 2);
    noteWait("addresses", {
      promise: "No other spelling of an address gets around limits and headers",
      figures: `${asked} requests for other spellings, ${led} led to the one address, the others answered 404`,
    });
  }, 120_000);

  it.each([
    ["/Qr-Facture/don.pdf", "/qr-facture/don.pdf"],
    ["/AUTORISATION.PDF", "/autorisation.pdf"],
    ["/autorisation.pdf/", "/autorisation.pdf"],
    ["/Invitation/aBcDeF", "/invitation/aBcDeF"],
    ["/PLANNING/F%C3%AAte0825/", "/planning/F%C3%AAte0825"],
    ["/planning/F%C3%AAte0825.ICS", "/planning/F%C3%AAte0825.ics"],
    ["/planning/Bal0825%2Eics", "/planning/Bal0825.ics"],
    ["/COMITE/Modify/DupontMembre", "/comite/modify/DupontMembre"],
    ["///login", "/login"],
    ["/LOGIN.data", "/login.data"],
    ["/.data", "/_.data"],
  ])("%s is led to %s", async (asked, one) => {
    const answer = await site.request(asked);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, one]);
  });

  it("is not what an identifier has: capitals and small letters there are two different ones", async () => {
    expect((await site.request("/planning/Bal0825")).status).toBe(200);
    expect((await site.request("/planning/bal0825")).status).toBe(404);
    expect((await site.request("/planning/Bal%30825")).status).toBe(200);
    expect((await site.request("/comite/modify/dupontmembre", { headers: { cookie: site.cookie } })).status).toBe(404);
    await hangsOnIt("/invitation/x.DATA", await site.request("/invitation/x.DATA"), "/invitation/x", "");
  });

  it("has no form read, be it one with a file, and no form of another site taken", async () => {
    let read = 0;
    const body = () =>
      new ReadableStream({
        pull(out) {
          read++;
          out.enqueue(new Uint8Array(1024 * 1024));
        },
      });
    for (const path of ["/Evenement/create", "/reglages/", "/CONTACT"]) {
      const headers = {
        cookie: site.cookie,
        origin: site.config.publicUrl,
        "content-type": "multipart/form-data; boundary=x",
      };
      const init: RequestInit & { duplex: "half" } = { method: "POST", body: body(), duplex: "half", headers };
      expect((await site.request(path, init)).status).toBe(308);
    }
    // A stream is filled with one mouthful before anybody reads.
    expect(read).toBeLessThanOrEqual(3);
    const headers = { cookie: site.cookie, origin: "https://evil.example" };
    const led = await site.request("/LOGOUT", { method: "POST", headers });
    expect((await site.request(led.headers.get("location") ?? "", { method: "POST", headers })).status).toBe(403);
    expect((await site.request("/comptes", { headers: { cookie: site.cookie } })).status).toBe(200);
  });

  it("is in no page from memory", async () => {
    await site.request("/charte");
    for (const path of ["/Charte", "/charte/", "/%63harte"]) expect((await site.request(path)).status).toBe(308);
    expect((await site.request("/charte")).status).toBe(200);
  });
});

describe("whatever path somebody asks for", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "login",
      "LOGIN",
      "comite",
      "Modify",
      "planning",
      ".ics",
      ".ICS",
      ".data",
      "_.data",
    ),
    fc.constantFrom(
      "%2f",
      "%5c",
      "%0d%0a",
      "%2e",
      "%2E%2e",
      "%25",
      "%",
      "evil.example",
      "@",
      ":",
      ";x",
      "..",
      ".",
      "%E9",
    ),
    fc.string({ unit: "grapheme", maxLength: 5 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );

  it("is led nowhere but to this site, once, and in one line", async () => {
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
  }, 60_000);

  it.each(["//evil.example/", "//evil.example/login", "/%5Cevil.example/", "/%2F%2Fevil.example", "/%0d%0alogin"])(
    "%s is no page",
    async (path) => {
      const answer = await site.request(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
    },
  );
});
