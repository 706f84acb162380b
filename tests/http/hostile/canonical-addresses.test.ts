/**
 * Each page has one address: another spelling of it gets around no limit and no header.
 * tests/http/every-route.test.ts tries the spellings of every route.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { endlessForm, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ committee: true });
/** Responses of the canonical addresses to a visitor, by address. */
const answers = new Map<string, Response>();
beforeAll(async () => {
  await site.services.committee.create("DupontMembre", {
    lastName: "Dupont",
    firstName: "Zoé",
    role: "Membre",
    displayedRole: "",
  });
  await site.services.events.create("Bal0825", anEvent({ name: "Bal" }));
  await site.services.events.create("Fête0825", anEvent());
  await site.services.committee.create("ZéMembre", {
    lastName: "Zé",
    firstName: "Zoé",
    role: "Membre",
    displayedRole: "",
  });
});

/** Expects the response to have the headers of the canonical address. */
async function hasHeadersOf(path: string, answer: Response, right: string): Promise<void> {
  const there = answers.get(right) ?? (await site.request(right));
  answers.set(right, there);
  expect([right, there.status]).not.toEqual([right, 308]);
  expect([path, answer.headers.get("referrer-policy")]).toEqual([path, there.headers.get("referrer-policy")]);
  const isPrivate = there.headers.get("x-robots-tag") === "noindex, nofollow";
  if (isPrivate) expect([path, answer.headers.get("x-robots-tag")]).toEqual([path, "noindex, nofollow"]);
}

describe("another spelling of a URL", () => {
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
  });

  it("with other capitals in an identifier is no other spelling, but another identifier", async () => {
    expect((await site.request("/planning/Bal0825")).status).toBe(200);
    expect((await site.request("/planning/bal0825")).status).toBe(404);
    expect((await site.request("/planning/Bal%30825")).status).toBe(200);
    expect((await site.request("/comite/modify/dupontmembre", { headers: { cookie: site.cookie } })).status).toBe(404);
    await hasHeadersOf("/invitation/x.DATA", await site.request("/invitation/x.DATA"), "/invitation/x");
  });

  it("answers a form without reading it, and accepts no form of another site", async () => {
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
      { numRuns: 200 },
    );
  });
});
