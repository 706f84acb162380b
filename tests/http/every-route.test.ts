/**
 * Asks every route of the build once per role and method, and checks everything that holds for all routes on the same
 * answers: protecting headers, the canonical address, nothing private for visitors or caches, nothing written.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SiteRoutes } from "#app/route-handle.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { contentsOf } from "#tests/http/disk-content.ts";
import { bodyOf, formOf, openSiteWithContent } from "#tests/http/hostile/long-forms.ts";
import { expectProtected } from "#tests/http/protecting-headers.ts";
import { listRoutes, siteRoutesOfBuild } from "#tests/http/routes.ts";
import { saveSettings } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { FOREIGN_ORIGINS, spellingsOf } from "./requests-of-a-route.ts";

const PUBLIC_URL = "https://jeunesse.exemple.ch";

/** The committee's pages. A new route has to be public or be listed here. */
const PAGES = `
  /a-faire /aide /annonce /assemblees /assemblees/:day /comptes /corbeille /inscriptions /journal /messages /mot-de-passe /premiers-pas
  /comite/create /comite/modify/:memberId /comite/modify/:memberId/historique /comite/modify/:memberId/photo
  /comite/plusieurs /comite/remplacer/:memberId
  /cotisations/:year /cotisations/:year/envoyer /cotisations/:year/verificateurs /cotisations/banque /cotisations/ouvrir
  /evenement/create /evenement/modify/:eventId /evenement/modify/:eventId/affiche
  /evenement/modify/:eventId/coups-de-main /evenement/modify/:eventId/coups-de-main/:slotId
  /evenement/modify/:eventId/coups-de-main/creneau /evenement/modify/:eventId/coups-de-main/soiree
  /evenement/modify/:eventId/coups-de-main/qui-vient
  /evenement/modify/:eventId/coups-de-main/a-confirmer /evenement/modify/:eventId/coups-de-main/demander
  /evenement/modify/:eventId/coups-de-main/rappel
  /dossiers/association/lignes /dossiers/association/lignes/:itemId /dossiers/association/lignes/:itemId/historique
  /dossiers/association/lignes/ajouter /passer-la-main
  /evenement/modify/:eventId/dossier /evenement/modify/:eventId/dossier/notes /evenement/modify/:eventId/dossier/prendre
  /evenement/modify/:eventId/dossier/tache /evenement/modify/:eventId/dossier/tache/:taskId
  /dossiers/:subject /dossiers/:subject/notes /dossiers/:subject/tache /dossiers/:subject/tache/:taskId
  /ecrire /dossiers /dossiers/:subject/resultat /dossiers/:notesSubject/historique /dossiers/:resultSubject/resultat/historique
  /evenement/modify/:eventId/dossier/resultat /evenement/modify/:notesEventId/dossier/historique
  /evenement/modify/:resultEventId/dossier/resultat/historique
  /evenement/modify/:eventId/etat/:change /evenement/modify/:eventId/historique /evenement/plusieurs
  /registre /registre/:recordId /registre/:recordId/donnees /registre/a-verifier /registre/accepter/:signUpId
  /registre/autorisations /registre/bienvenue /registre/liens
  /registre/create /registre/importer /registre/modify/:recordId /registre/modify/:recordId/historique
  /ecrire/:mailingId /ecrire/envoyes
  /reglages /reglages/historique /textes/:slug /textes/:slug/historique
`
  .trim()
  .split(/\s+/);
/** Files and questions, with the page to which the sign-in redirects. */
const OTHERS = {
  "/assemblees/:day/liste.pdf": "/assemblees",
  "/assemblees/bilan.pdf": "/assemblees",
  "/confirmer": "/confirmer",
  "/corbeille/photo/:key": "/corbeille",
  "/cotisations": "/cotisations",
  "/cotisations/:year/:file": "/cotisations",
  "/cotisations/:year/factures/:bill": "/cotisations",
  "/ecrire/:mailingId/envoi": "/ecrire/envoyes",
  "/ecrire/:mailingId/lettres.pdf": "/ecrire/envoyes",
  "/ecrire/:mailingId/liste.pdf": "/ecrire/envoyes",
  "/evenement/modify/:eventId/coups-de-main/liste.pdf": "/planning",
  "/inscriptions.csv": "/inscriptions",
  "/inscriptions/accepter": "/inscriptions/accepter",
  "/messages.csv": "/messages",
  "/registre/:recordId/:file": "/registre",
  "/registre/:recordId/autorisation.pdf": "/registre",
  "/registre.csv": "/registre",
};

/** Addresses that React Router or the build may serve, and that app/routes.ts does not list, with the allowed statuses. */
const OF_THE_FRAMEWORK: readonly [path: string, statuses: readonly number[]][] = [
  ["/__manifest", [204, 404]],
  ["/__manifest?paths=/reglages,/comptes&version=x", [204, 404]],
  ["/_.data", [200]],
  ["/_root.data", [404]],
  ["/root.data", [404]],
  ["/.data", [308]],
  ["/_.rsc", [404]],
  ["/planning.rsc", [404]],
  ["/index.html", [404]],
  ["/__spa-fallback.html", [404]],
  ["/.vite/manifest.json", [404]],
  ["/@vite/client", [404]],
  ["/assets", [404]],
  ["/assets/manifest-x.js", [404]],
  ["/build/server/index.js", [404]],
  ["/planning.data?_routes=settings/settings", [200]],
  ["/planning.data?_routes=root,planning/planning", [200]],
];

/** A draft with its poster, and the author of every document. No answer to a visitor has a word of them. */
const DRAFT = { id: "Vrombelune0825", words: ["Vrombelune", "Quorzinière", "Plumbagol", "CHF 7771.–", "zibolaque"] };
const AUTHOR = { id: "account-of-the-writer", name: "plume@exemple.ch" };

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
let known: SiteRoutes;
let secrets: readonly string[];
/** Addresses of the draft and of its poster. */
let hidden: readonly string[];
let before: ReturnType<typeof contentsOf>;
beforeAll(async () => {
  opened = await openSiteWithContent({ PUBLIC_URL });
  known = await siteRoutesOfBuild();
  const { services } = opened.site;
  const { committee, events, pictures, settings, clock } = services;
  await committee.create(
    "LuyetMembre",
    { firstName: "Ana", lastName: "Luyet", role: "Membre", displayedRole: "" },
    AUTHOR,
  );
  await events.create("Fête0825", anEvent({ name: "Fête", month: "2025-08" }), AUTHOR);
  const [name = "", place = "", details = "", price = "", tickets = ""] = DRAFT.words;
  const fields = { name, place, details, price, tickets: `https://${tickets}.ch/` };
  const poster = await prepared(services, "evenements", "plakatune.jpg");
  const draft = { ...anEvent({ ...fields, firstDay: "2025-08-02" }), publication: "draft" };
  await events.create(DRAFT.id, draft, AUTHOR, poster);
  await saveSettings(opened.site, { planningYear: 2025, planningYearAutomatic: false });
  const { version, lastSave: _, picture: __, ...kept } = await settings.get();
  await settings.save(kept, version, { by: AUTHOR, at: clock.now() });
  secrets = [...DRAFT.words, poster.key, AUTHOR.id, AUTHOR.name];
  const url = (await pictures.find({ collection: "evenements", id: DRAFT.id }))?.url;
  hidden = [
    `/planning/${DRAFT.id}`,
    `/planning/${DRAFT.id}.ics`,
    url ?? `/images/evenements/${DRAFT.id}/${poster.key}-300.jpg`,
  ];
  before = contentsOf(opened.site.folder);
});
afterAll(() => opened.site.close());

/** Counts for the printed figures. */
const seen = { responses: 0, statuses: new Set<number>(), spellings: 0, redirected: 0, forged: 0 };

type Role = "visitor" | "committee";
type Answer = { response: Response; text: string };

/** Sends a request, and checks what holds for every answer. */
async function ask(role: Role, path: string, { headers, ...init }: RequestInit = {}): Promise<Answer> {
  const asked = `${role} ${init.method ?? "GET"} ${path}`;
  const cookie = role === "committee" ? opened.cookie : "";
  const response = await opened.site.request(path, { ...init, headers: { cookie, origin: PUBLIC_URL, ...headers } });
  seen.responses++;
  seen.statuses.add(response.status);
  expectProtected(asked, response);
  expect([asked, response.status < 500]).toEqual([asked, true]);
  const text = await response.text();
  if (role === "visitor") {
    const said = `${response.headers.get("location")}\n${text}`.replaceAll(path, "");
    expect([asked, secrets.filter((secret) => said.includes(secret))]).toEqual([asked, []]);
    expect([asked, response.headers.getSetCookie().filter((one) => one.includes("session="))]).toEqual([asked, []]);
  }
  return { response, text };
}

const dataOf = (path: string) => (path === "/" ? "/_.data" : `${path}.data`);
const toLogin = (rest: string) => `/login?suite=${encodeURIComponent(rest)}`;
/** @returns the page to which the login redirects a signed-in account */
async function afterSignIn({ headers }: Response): Promise<string | null> {
  const { response } = await ask("committee", headers.get("location") ?? "");
  return response.headers.get("location");
}

const ROUTES = (await listRoutes((place) => `:${place}`)).map((route, nth) => ({ ...route, nth }));
const isPage = (path: string) => PAGES.includes(path);
const isPrivate = (path: string): path is keyof typeof OTHERS => isPage(path) || path in OTHERS;

describe.each(ROUTES)("$path", (route) => {
  const { path: pattern, writes, nth } = route;

  it(isPrivate(pattern) ? "leads visitors to the login, and gives them nothing" : "is public", async () => {
    const path = opened.addressOf(pattern);
    if (!isPrivate(pattern)) {
      const { response } = await ask("visitor", path);
      expect(response.headers.get("location") ?? "").not.toMatch(/^\/login/);
      await ask("visitor", dataOf(path));
      return;
    }
    const query = "?filtre=mineur&page=2";
    const { response } = await ask("visitor", path + query);
    const wanted = `${isPage(pattern) ? path : OTHERS[pattern]}${query}`;
    expect([response.status, response.headers.get("location")]).toEqual([302, toLogin(wanted)]);
    expect(await afterSignIn(response)).toBe(wanted);
    expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("content-disposition")).toBeNull();
    const data = await ask("visitor", dataOf(path));
    expect([data.response.status, data.text]).toEqual([202, expect.stringContaining("/login?suite=")]);
  });

  it("answers the committee, with the headers of its address", async () => {
    const path = opened.addressOf(pattern);
    const query = `?${new URLSearchParams(formOf(pattern))}&_method=DELETE&_action=delete`;
    const headers = { "x-http-method-override": "POST", "x-forwarded-for": "10.0.0.1" };
    const { response, text } = await ask("committee", path + query, { headers });
    await ask("committee", dataOf(path) + query, { method: "HEAD", headers });
    const { handle } = known.find(path);
    expect(response.headers.get("x-robots-tag")).toBe(handle.unlisted ? "noindex, nofollow" : null);
    expect(response.headers.get("referrer-policy") === "no-referrer").toBe(handle.secret === true);
    if (handle.listed) expect(handle.cached).toBeDefined();
    if (handle.cached && !/[:*]/.test(pattern)) expect((await ask("visitor", path)).response.status).toBe(200);
    if (!isPrivate(pattern)) return;
    expect([handle.unlisted, handle.cached]).toEqual([true, undefined]);
    if (!isPage(pattern)) return;
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toMatch(/<title>.+ \| La jeunesse de Savièse<\/title>/);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  it("answers every other method", async () => {
    const path = opened.addressOf(pattern);
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
      expect(
        (await ask(nth % 2 ? "visitor" : "committee", nth % 3 ? path : dataOf(path), { method })).response.ok,
      ).toBe(false);
  });

  it("accepts no form of another site", async () => {
    const path = opened.addressOf(pattern);
    if (!writes) {
      expect((await ask("committee", path, { method: "POST" })).response.status).toBe(405);
      return;
    }
    for (const [i, address] of [path, dataOf(path)].entries()) {
      const headers = FOREIGN_ORIGINS[(2 * nth + i) % FOREIGN_ORIGINS.length]?.(PUBLIC_URL) ?? {};
      const answer = await opened.site.request(address, {
        method: "POST",
        body: bodyOf(formOf(pattern)),
        headers: { cookie: opened.cookie, ...headers },
      });
      expectProtected(`POST ${address}`, answer);
      // A mail program may post there; the token of the address is wrong.
      const isOneClick = address === path && known.find(path).handle.oneClick === true;
      expect([address, headers, answer.status]).toEqual([address, headers, isOneClick ? 404 : 403]);
      expect(answer.headers.getSetCookie()).toEqual([]);
      if (!isOneClick) seen.forged++;
    }
  });

  it("redirects every other spelling to its address, or finds nothing there", async () => {
    const { right, data, others } = spellingsOf(pattern);
    const canonical = (path: string) => known.find(path).path;
    for (const path of others) {
      seen.spellings++;
      const led = canonical(path);
      if (led === path) continue;
      seen.redirected++;
      expect([path, [right, data, "/_.data"]]).toEqual([path, expect.arrayContaining([led])]);
    }
    // The server: one spelling by each method.
    for (const [i, method] of ["GET", "HEAD", "POST"].entries()) {
      const path = others[(nth + i) % others.length] ?? "";
      const { response } = await ask(i ? "committee" : "visitor", `${path}?q=1&suite=//evil.example`, { method });
      const led = canonical(path);
      if (led !== path) expectRedirect(response, path, led);
      else {
        // Pages of a missing document of the committee ask visitors to sign in, or refuse an empty body (415).
        const statuses = [404, ...(method === "GET" ? [302] : [405, 415])];
        expect([path, method, statuses]).toEqual([path, method, expect.arrayContaining([response.status])]);
      }
    }
  });
});

function expectRedirect(response: Response, path: string, led: string): void {
  expect([path, response.status]).toEqual([path, 308]);
  expect(response.headers.get("location")).toBe(`${led}?q=1&suite=//evil.example`);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const { handle } = known.find(led);
  if (handle.unlisted) expect(response.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  if (handle.secret) expect(response.headers.get("referrer-policy")).toBe("no-referrer");
}

describe.each(OF_THE_FRAMEWORK)("%s, which is no route,", (path, statuses) => {
  it("says nothing private, and accepts no form", async () => {
    for (const role of ["visitor", "committee"] as const) {
      const { response } = await ask(role, path);
      expect(statuses).toContain(response.status);
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect([204, 302, 308, 404, 405, 415, 202]).toContain(
        (await ask(role, path, { method: "POST" })).response.status,
      );
    }
  });
});

describe("all routes", () => {
  it("are public, or listed here as the committee's", () => {
    const unknown = [...PAGES, ...Object.keys(OTHERS)].filter((path) => !ROUTES.some((route) => route.path === path));
    expect(unknown).toEqual([]);
    expect(known.fixed.length).toBeGreaterThan(20);
  });

  it("contain no word of a draft, whose own addresses are 404 for visitors", async () => {
    for (const path of hidden) expect([path, (await ask("visitor", path)).response.status]).toEqual([path, 404]);
    const search = await ask("committee", "/planning/2025");
    expect(search.text).toContain(DRAFT.words[0]);
  });

  it("write nothing for a GET, except the journal entries of exports", () => {
    const { journal, ...after } = contentsOf(opened.site.folder);
    expect({ ...after, journal: before.journal }).toEqual(before);
    const told = (journal as { content: string }[]).slice((before.journal as object[]).length);
    expect(new Set(told.map(({ content }) => JSON.parse(content).action))).toEqual(new Set(["exported"]));
  });

  it("answer with each expected status at least once, and the number of answers is recorded", () => {
    for (const status of [200, 202, 302, 308, 404, 405, 415]) expect(seen.statuses).toContain(status);
    expect(seen.redirected).toBeGreaterThan(seen.spellings / 2);
    writeFigures("headers", {
      promise: "Every response has the security headers",
      figures: `${seen.responses} responses with ${seen.statuses.size} different status codes checked`,
    });
    writeFigures("addresses", {
      promise: "No other spelling of a URL bypasses limits or headers",
      figures: `${seen.spellings} other spellings of ${ROUTES.length} routes, ${seen.redirected} redirected to the canonical URL, the others answered 404`,
    });
    writeFigures("csrf", {
      promise: "Forms that another site makes a browser send (CSRF) are refused",
      figures: `${ROUTES.filter(({ writes }) => writes).length} writing routes, ${seen.forged} forged requests, all answered 403, nothing written`,
    });
  });
});

it("a visitor changes nothing by any form of the committee's", async () => {
  const { site, addressOf } = opened;
  const { committee, events, inbox } = site.services;
  const content = { name: "Léo", email: "leo@exemple.ch", subject: "Bal", message: "Bonjour" };
  const { entry } = await inbox.add({ type: "message", content }, new Date());
  await events.create("Loto0825", (await events.get("Bal0825")) ?? expect.fail());
  const key = (await deleteCard(site.services, { collection: "evenements", id: "Loto0825" }, null)) ?? "";
  const { version = "" } = (await committee.get("DupontMembre")) ?? {};
  const ofTheRoutes = ROUTES.filter(({ path, writes }) => writes && (isPage(path) || path === "/confirmer")).map(
    ({ path }) => [addressOf(path), { ...formOf(path), version }] as const,
  );
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
