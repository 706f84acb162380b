import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { openSite, saveSettings, setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { PUBLIC_PAGES } from "#tests/public-pages.ts";

const HOSTILE = `</script><script>alert(1)</script><!-- & "=HYPERLINK("x")" \u2028 ${"é".repeat(500)}`;

const BY = { by: { id: "", name: "comite@exemple.ch" }, at: new Date("2031-01-02T03:04:05.000Z") };

const site = setUpSite();
let origin: string;
beforeAll(async () => {
  origin = site.config.publicUrl;
  const { events, committee } = site.services;
  const poster = await prepared(site.services, "evenements", "a.jpg", await jpeg(1000, 800));
  await events.create("Fête0825", anEvent({ name: "Fête au lac", place: "Lac, Savièse" }), null, poster);
  const bal = { name: "Bal", month: "2025-06", firstDay: "2025-06-14", startTime: "19:30" };
  await events.create("Bal0625", anEvent(bal));
  const days = { month: "2025-12", firstDay: "2025-12-05", lastDay: "2025-12-07" };
  await events.create("Noël1225", anEvent({ name: "Noël", ...days, status: "reporte", notice: "La halle est prise" }));
  const moved = { status: "reporte", previousDates: "2025-10 2025-11-28", month: "2025-12", firstDay: "2025-12-05" };
  const map = { place: "Halle", address: "https://carte.ch/halle" };
  await events.create("Souper1125", anEvent({ name: "Souper", ...moved, ...map } as Partial<EventFields>));
  const lotto = { name: "Loto", month: "2025-11", firstDay: "2025-11-08", status: "annule" } as const;
  await events.create("Loto1125", anEvent(lotto));
  await events.create("script0125", anEvent({ name: HOSTILE, place: HOSTILE }));
  await committee.create("DupontMembre", { firstName: "Ana", lastName: "Dupont", role: "Membre", displayedRole: "" });
});

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const decode = (attribute: string | undefined) =>
  attribute?.replace(/&(?:amp|lt|gt|quot|#x27);/g, (e) => ENTITIES[e] ?? e);
const meta = (html: string, name: string) =>
  decode(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"/>`).exec(html)?.[1]);
const titleOf = (html: string) => decode(/<title>(.*?)<\/title>/.exec(html)?.[1]);
const canonicalJson = (html: string) => /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1];
/** @returns every block of structured data of a page, parsed */
const data = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) => JSON.parse(json));

describe("a link that is shared", () => {
  it.each(PUBLIC_PAGES)("shows title, description and a picture of %s", async (path) => {
    const html = await site.html(path);
    const expected = {
      "og:title": titleOf(html),
      "og:description": meta(html, "description"),
      "og:url": origin + path,
      "og:type": "website",
      "og:site_name": "La jeunesse de Savièse",
      "og:locale": "fr_CH",
      "twitter:card": "summary_large_image",
    };
    for (const [name, value] of Object.entries(expected)) expect(meta(html, name)).toBe(value);
    expect(meta(html, "og:image:alt")?.length).toBeGreaterThan(20);
    const address = meta(html, "og:image") ?? "";
    expect(address.startsWith(`${origin}/partage`)).toBe(true);
    const image = await site.request(address.slice(origin.length));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, meta(html, "og:image:type")]);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(bytes.length).toBeLessThan(100_000);
    const [width, height] = ["width", "height"].map((side) => Number(meta(html, `og:image:${side}`)));
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  });

  it("of an event has its own name, place and poster, 1200 × 630", async () => {
    const html = await site.html("/planning/F%C3%AAte0825");
    expect(titleOf(html)).toBe("Fête au lac | La jeunesse de Savièse");
    expect(canonicalJson(html)).toBe(`${origin}/planning/F%C3%AAte0825`);
    const expected = {
      "og:title": titleOf(html),
      "og:url": canonicalJson(html),
      "og:image:alt": "Affiche\u00a0: Fête au lac",
      description: "Fête au lac, août 2025, Lac, Savièse. Un événement de la Jeunesse de Savièse.",
    };
    for (const [name, value] of Object.entries(expected)) expect(meta(html, name)).toBe(value);
    const address = meta(html, "og:image") ?? "";
    expect(address).toMatch(/^http:\/\/localhost:3000\/images\/evenements\/F%C3%AAte0825\/[0-9a-f]{20}-partage\.jpg$/);
    const image = await site.request(address.slice(origin.length));
    expect(image.headers.get("cache-control")).toContain("immutable");
    const metadata = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("of the planning, and of an event without a poster, has the planning’s picture; the status is described", async () => {
    expect(meta(await site.html("/planning"), "og:image")).toBe(`${origin}/partage-planning.png`);
    expect(meta(await site.html("/planning/Bal0625"), "og:image")).toBe(`${origin}/partage-planning.png`);
    for (const [id, description] of [
      ["Bal0625", "Bal, le 14.06.2025, Savièse"],
      ["Loto1125", "Annulé\u00a0: Loto, le 08.11.2025,"],
      ["No%C3%ABl1225", "Reporté, date à venir\u00a0: Noël, Savièse."],
      ["Souper1125", "Nouvelle date\u00a0: Souper, le 05.12.2025, Halle."],
    ])
      expect(meta(await site.html(`/planning/${id}`), "description")).toContain(description);
  });
});

it("the page of one event has a link to its place in the planning, whose card links back to share it, without React or cookie", async () => {
  const response = await site.request("/planning/F%C3%AAte0825");
  const html = await response.text();
  expect(response.headers.getSetCookie()).toEqual([]);
  // The module of every page, and the one for sharing.
  expect([...html.matchAll(/<script(?! type="(?:application\/ld\+json|speculationrules)")/g)]).toHaveLength(2);
  expect(html).not.toContain("modulepreload");
  expect(html.match(/<h1[ >].*?<\/h1>/g)).toEqual(["<h1>Fête au lac</h1>"]);
  expect(html).toMatch(/<a[^>]*href="\/planning\/2025#F%C3%AAte0825"[^>]*>Tout le planning 2025<\/a>/);
  expect(await site.html("/planning")).toMatch(
    /<a[^>]*class="share"[^>]*data-share="Fête au lac"[^>]*href="\/planning\/F%C3%AAte0825"/,
  );
});

describe("« Envoyer dans le groupe »", () => {
  /** The messages that a page offers, decoded from the addresses of WhatsApp. */
  const messagesOn = async (path: string, cookie: string) =>
    [...(await site.html(path, cookie)).matchAll(/href="https:\/\/wa\.me\/\?text=([^"]*)"/g)].map(([, text = ""]) =>
      decodeURIComponent(text).replaceAll("\u00a0", " ").split("\n"),
    );

  it("is offered to the committee, in place of « Partager », on the planning and the page of an announced event", async () => {
    const cookie = await site.signIn();
    const page = await messagesOn("/planning/Loto1125", cookie);
    expect(page).toHaveLength(1);
    expect(page[0]?.[0]).toMatch(/^Annulé : Loto, samedi 8 novembre/);
    expect(page[0]?.at(-1)).toBe(`${origin}/planning/Loto1125`);
    const planning = await messagesOn("/planning/2025", cookie);
    expect(planning).toContainEqual(page[0]);
    expect(await site.html("/planning/2025", cookie)).not.toContain("Partager");
    for (const path of ["/planning/2025", "/planning/Loto1125"]) expect(await messagesOn(path, "")).toEqual([]);
  });
});

describe("structured data", () => {
  it("of the association leaves out example values, and names networks and address of the settings", async () => {
    const other = await openSite();
    const read = async () => data(await (await other.request("/")).text());
    expect(await read()).toEqual([
      {
        "@context": "https://schema.org",
        "@type": "Organization",
        name: "La jeunesse de Savièse",
        url: `${origin}/`,
        logo: `${origin}/icone-512.png`,
        address: {
          "@type": "PostalAddress",
          postalCode: "1965",
          addressLocality: "Savièse",
          addressRegion: "VS",
          addressCountry: "CH",
        },
      },
    ]);
    await saveSettings(other, { instagram: "https://reseau.ch/jeunesse", email: "salut@jeunesse.ch" });
    const set = { sameAs: ["https://reseau.ch/jeunesse"], email: "salut@jeunesse.ch" };
    expect(await read()).toMatchObject([set]);
    await other.close();
  });

  it.each([
    [
      "F%C3%AAte0825",
      { startDate: "2025-08", image: [expect.stringMatching(/-partage\.jpg$/), expect.stringMatching(/-1000\.jpg$/)] },
    ],
    [
      "No%C3%ABl1225",
      {
        startDate: "2025-12-05",
        endDate: "2025-12-07",
        previousStartDate: "2025-12-05",
        eventStatus: "https://schema.org/EventPostponed",
        description: "La halle est prise",
      },
    ],
    [
      "Souper1125",
      {
        startDate: "2025-12-05",
        previousStartDate: ["2025-10", "2025-11-28"],
        eventStatus: "https://schema.org/EventRescheduled",
        location: { name: "Halle", address: "Halle", hasMap: "https://carte.ch/halle" },
      },
    ],
    ["Loto1125", { startDate: "2025-11-08", eventStatus: "https://schema.org/EventCancelled" }],
  ])("of the event %s is as exact as the stored document", async (id, expected) => {
    expect(data(await site.html(`/planning/${id}`))).toMatchObject([{ "@type": "Event", ...expected }]);
  });

  it("of the planning has every event in order, as on its own page", async () => {
    const [planning] = data(await site.html("/planning"));
    const order = ["Bal0625", "script0125", "F%C3%AAte0825", "Loto1125", "No%C3%ABl1225", "Souper1125"];
    expect(planning["@graph"].map(({ url }: { url: string }) => url.split("/").at(-1))).toEqual(order);
    for (const event of planning["@graph"]) {
      const [exclusive] = data(await site.html(event.url.slice(origin.length)));
      expect(exclusive).toEqual({ "@context": "https://schema.org", ...event });
    }
  });

  it("stays data, whatever the name of an event, and is no script that the policy of the page allows", async () => {
    for (const path of ["/planning", "/planning/script0125"]) {
      const response = await site.request(path);
      const html = await response.text();
      expect(html).not.toContain("<script>alert");
      const [stored] = data(html);
      const event = stored["@graph"]?.find(({ url }: { url: string }) => url.endsWith("script0125")) ?? stored;
      expect([event.name, event.location.name]).toEqual([HOSTILE, HOSTILE]);
      const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      const fingerprint = createHash("sha256").update(json).digest("base64");
      expect(response.headers.get("content-security-policy")).not.toContain(fingerprint);
    }
  });
});

describe("the sitemap", () => {
  const urls = async () =>
    [...(await site.html("/sitemap.xml")).matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g)].map(
      ([, loc = "", lastmod]) => ({ path: loc.replace(origin, ""), lastmod }),
    );

  it("lists every public page and every event once: they exist, may be indexed, and have that address", async () => {
    const response = await site.request("/sitemap.xml");
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const paths = (await urls()).map(({ path }) => path);
    const events = await site.services.events.list();
    const expectations = [...PUBLIC_PAGES, ...events.map(({ id }) => `/planning/${encodeURIComponent(id)}`)];
    expect(paths.toSorted()).toEqual(expectations.toSorted());
    for (const path of paths) {
      const page = await site.request(path);
      expect([path, page.status, page.headers.get("x-robots-tag")]).toEqual([path, 200, null]);
      const html = await page.text();
      expect(html).not.toContain("noindex");
      expect(canonicalJson(html)).toBe(origin + path);
    }
  });

  it("dates a page by the last change of its content, and follows a change at once", async () => {
    const { events, committee, settings } = site.services;
    const dates = async () => new Map((await urls()).map(({ path, lastmod }) => [path, lastmod]));
    const before = await dates();
    const last = (await events.list()).map(({ updatedAt }) => updatedAt).toSorted();
    expect(before.get("/planning/Bal0625")).toBe((await events.get("Bal0625"))?.updatedAt);
    expect(before.get("/planning")).toBe(last.at(-1));
    expect(before.get("/comite")).toBe((await committee.get("DupontMembre"))?.updatedAt);
    for (const path of ["/dons", "/charte", "/contact", "/rjv2025"]) expect(before.get(path)).toBeUndefined();
    await events.create("Passage0925", anEvent({ name: "Passage", month: "2025-09" }));
    expect((await dates()).has("/planning/Passage0925")).toBe(true);
    await moveCard(events, "Passage0925");
    await settings.save(INITIAL_SETTINGS, (await settings.get()).version, BY);
    const after = await dates();
    expect(after.has("/planning/Passage0925")).toBe(false);
    expect(after.get("/planning")?.localeCompare(before.get("/planning") ?? "")).toBe(1);
    expect(after.get("/dons")).toBe("2031-01-02T03:04:05.000Z");
  });

  it("is named by robots.txt, which contains nothing else", async () => {
    const response = await site.request("/robots.txt");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
  });
});

it("the site on a home screen has a name, a start page and icons of the declared sizes", async () => {
  const html = await site.html("/");
  expect(html).toMatch(/<link[^>]* rel="manifest" href="\/manifest\.webmanifest"/);
  expect(html).toMatch(/<link[^>]* rel="apple-touch-icon" href="\/apple-touch-icon\.png"/);
  const colour = meta(html, "theme-color");
  const response = await site.request("/manifest.webmanifest");
  expect(response.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    name: "La Jeunesse de Savièse",
    short_name: "Savièse",
    start_url: "/",
    scope: "/",
    lang: "fr-CH",
    display: "standalone",
    theme_color: colour,
    background_color: colour,
  });
  const icons = manifest.icons.map(({ purpose = "any", sizes }: Record<string, string>) => `${purpose} ${sizes}`);
  expect(icons).toEqual(["any any", "any 192x192", "any 512x512", "maskable 512x512"]);
  for (const { src, sizes, type } of manifest.icons) {
    const iconOnly = await site.request(src);
    expect(iconOnly.headers.get("content-type")).toContain(type);
    const { width, height } = await sharp(Buffer.from(await iconOnly.arrayBuffer())).metadata();
    if (sizes !== "any") expect(`${width}x${height}`).toBe(sizes);
  }
  const appleIcon = await sharp(readFileSync("public/apple-touch-icon.png")).metadata();
  expect([appleIcon.width, appleIcon.height]).toEqual([180, 180]);
});
