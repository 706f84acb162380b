/** What is the committee's alone, on every route of the build: a new one has to be public or be listed here. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentsOf } from "#tests/http/disk-content.ts";
import { bodyOf, formOf, openSiteWithContent } from "#tests/http/hostile/long-forms.ts";
import { listRoutes, siteRoutesOfBuild } from "#tests/http/routes.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";

const PAGES = `
  /annonce /assemblees /assemblees/:day /comptes /corbeille /inscriptions /journal /messages /mot-de-passe /premiers-pas
  /comite/create /comite/modify/:memberId /comite/modify/:memberId/historique /comite/modify/:memberId/photo
  /cotisations/:year /cotisations/:year/envoyer /cotisations/:year/verificateurs /cotisations/banque /cotisations/ouvrir
  /evenement/create /evenement/modify/:eventId /evenement/modify/:eventId/affiche
  /evenement/modify/:eventId/etat/:change /evenement/modify/:eventId/historique
  /registre /registre/:recordId /registre/:recordId/donnees /registre/a-verifier /registre/accepter/:signUpId
  /registre/create /registre/importer /registre/modify/:recordId /registre/modify/:recordId/historique
  /reglages /reglages/historique /textes/:slug /textes/:slug/historique
`
  .trim()
  .split(/\s+/);
/** Files and questions, with the page that somebody is led to once signed in. */
const OTHERS = {
  "/assemblees/:day/liste.pdf": "/assemblees",
  "/assemblees/bilan.pdf": "/assemblees",
  "/confirmer": "/confirmer",
  "/corbeille/photo/:key": "/corbeille",
  "/cotisations": "/cotisations",
  "/cotisations/:year/:file": "/cotisations",
  "/cotisations/:year/factures/:bill": "/cotisations",
  "/inscriptions.csv": "/inscriptions",
  "/messages.csv": "/messages",
  "/registre/:recordId/:file": "/registre",
  "/registre.csv": "/registre",
};

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
let routes: { route: string; writes: boolean }[];
beforeAll(async () => {
  opened = await openSiteWithContent();
  routes = (await listRoutes((place) => `:${place}`)).map(({ path, writes }) => ({ route: path, writes }));
});
afterAll(() => opened.site.close());

const toLogin = (rest: string) => `/login?suite=${encodeURIComponent(rest)}`;
/** @returns where the login that a response leads to leads somebody who is signed in */
const afterSignIn = async ({ headers }: Response) => {
  const login = await opened.site.request(headers.get("location") ?? "", { headers: { cookie: opened.cookie } });
  return login.headers.get("location");
};

describe("a visitor", () => {
  it("reaches every other route", async () => {
    const refused: string[] = [];
    for (const { route } of routes) {
      const answer = await opened.site.request(opened.addressOf(route));
      if (answer.headers.get("location")?.startsWith("/login")) refused.push(route);
    }
    expect(refused.toSorted()).toEqual([...PAGES, ...Object.keys(OTHERS)].toSorted());
  });

  it.each([...PAGES.map((route) => [route, null] as const), ...Object.entries(OTHERS)])(
    "is led from %s to the login, then back or to %s, and is given nothing of it, also as data",
    async (route, page) => {
      const path = opened.addressOf(route);
      const answer = await opened.site.request(`${path}?filtre=mineur&page=2`);
      const wanted = `${page ?? path}?filtre=mineur&page=2`;
      expect([answer.status, answer.headers.get("location")]).toEqual([302, toLogin(wanted)]);
      expect(await afterSignIn(answer)).toBe(wanted);
      expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(answer.headers.get("content-disposition")).toBeNull();
      if (page !== null) return;
      expect(answer.headers.get("cache-control")).toContain("no-store");
      const data = await opened.site.request(`${path}.data`);
      expect([data.status, await data.text()]).toEqual([202, expect.stringContaining("/login?suite=")]);
    },
  );

  it("changes nothing by any form of the committee's", async () => {
    const { site, addressOf } = opened;
    const { committee, events, inbox } = site.services;
    const content = { name: "Léo", email: "leo@exemple.ch", subject: "Bal", message: "Bonjour" };
    const { entry } = await inbox.add({ type: "message", content }, new Date());
    await events.create("Loto0825", (await events.get("Bal0825")) ?? expect.fail());
    const key = (await deleteCard(site.services, { collection: "evenements", id: "Loto0825" }, null)) ?? "";
    const { version = "" } = (await committee.get("DupontMembre")) ?? {};
    const ofTheRoutes = routes
      .filter(({ route, writes }) => writes && (PAGES.includes(route) || route === "/confirmer"))
      .map(({ route }) => [addressOf(route), { ...formOf(route), version }] as const);
    const before = contentsOf(site.folder);
    for (const [path, form] of [
      ...ofTheRoutes,
      ["/comite", { id: "DupontMembre" }],
      ["/comptes", { intention: "rename", id: "x", firstName: "Mallory" }],
      ["/corbeille", { intention: "restore", key }],
      ["/corbeille", { intention: "erase", key }],
      ["/messages", { intention: "remove", id: entry.id }],
      ["/messages", { intention: "resend-all" }],
      ["/messages", { intention: "search", q: "x" }],
      ["/planning", { id: "Bal0825" }],
      ["/planning/2025", { id: "Bal0825", intention: "again" }],
      ["/reglages", { what: "test" }],
      ["/reglages", { what: "check" }],
    ] as const) {
      const headers = { origin: site.config.publicUrl };
      const answer = await site.request(path, { method: "POST", body: bodyOf(form), headers });
      expect([path, answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([path, 302, "/login"]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      const suite = new URLSearchParams(answer.headers.get("location")?.split("?")[1]).get("suite");
      expect([path, await afterSignIn(answer)]).toEqual([path, suite]);
    }
    expect(contentsOf(site.folder)).toEqual(before);
  });
});

describe("a page of the committee's", () => {
  it.each(PAGES)("%s is kept by no browser and listed by no search engine", async (route) => {
    const { site, cookie, addressOf } = opened;
    const answer = await site.request(addressOf(route), { headers: { cookie } });
    const { status, headers } = answer;
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("no-store")]);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    const html = await answer.text();
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>.+ \| La jeunesse de Savièse<\/title>/);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  it("is in no page from memory and in no sitemap", async () => {
    const { fixed } = await siteRoutesOfBuild();
    expect(fixed.length).toBeGreaterThan(20);
    for (const { path, handle } of fixed) {
      if (PAGES.includes(path) || path in OTHERS)
        expect([path, handle.unlisted, handle.cached]).toEqual([path, true, undefined]);
      if (handle.cached) expect([path, (await opened.site.request(path)).status]).toEqual([path, 200]);
      if (handle.listed) expect([path, handle.cached === undefined]).toEqual([path, false]);
    }
  });
});
