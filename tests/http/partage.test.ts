import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { unEvenement } from "#tests/evenements.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { PUBLIQUES } from "#tests/pages-publiques.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const HOSTILE = `</script><script>alert(1)</script><!-- & "=HYPERLINK("x")" \u2028 ${"é".repeat(500)}`;

let site: SiteDEssai;
let origine: string;
beforeAll(async () => {
  site = await ouvrirSite();
  origine = site.config.publicUrl;
  const { evenements, membres, images } = site.services;
  await evenements.create("Fête0825", unEvenement({ Nom: "Fête au lac", Lieu: "Lac, Savièse" }));
  await evenements.create("Bal0625", unEvenement({ Nom: "Bal", Date: "2025-06", Du: "2025-06-14", Heure: "19:30" }));
  const jours = { Date: "2025-12", Du: "2025-12-05", Au: "2025-12-07" };
  await evenements.create("Noël1225", unEvenement({ Nom: "Noël", ...jours, Etat: "reporte" }));
  await evenements.create("Loto1125", unEvenement({ Nom: "Loto", Date: "2025-11", Du: "2025-11-08", Etat: "annule" }));
  await evenements.create("script0125", unEvenement({ Nom: HOSTILE, Lieu: HOSTILE }));
  await membres.create("DupontMembre", { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" });
  await images.save({ collection: "evenements", id: "Fête0825" }, { nom: "a.jpg", octets: await jpeg(1000, 800) });
});
afterAll(() => site.fermer());

const lire = async (chemin: string) => (await site.demander(chemin)).text();
const ENTITES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const enClair = (attribut: string | undefined) =>
  attribut?.replace(/&(?:amp|lt|gt|quot|#x27);/g, (e) => ENTITES[e] ?? e);
const meta = (html: string, nom: string) =>
  enClair(new RegExp(`<meta (?:name|property)="${nom}" content="([^"]*)"/>`).exec(html)?.[1]);
const titreDe = (html: string) => enClair(/<title>(.*?)<\/title>/.exec(html)?.[1]);
const canonique = (html: string) => /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1];
/** What a search engine reads: every block of structured data, parsed. */
const donnees = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) => JSON.parse(json));

describe("a link that is shared", () => {
  it.each(PUBLIQUES)("shows title, description and a picture of %s", async (chemin) => {
    const html = await lire(chemin);
    expect(meta(html, "og:title")).toBe(titreDe(html));
    expect(meta(html, "og:description")).toBe(meta(html, "description"));
    expect(meta(html, "og:url")).toBe(origine + chemin);
    expect(meta(html, "og:type")).toBe("website");
    expect(meta(html, "og:site_name")).toBe("La jeunesse de Savièse");
    expect(meta(html, "og:locale")).toBe("fr_CH");
    expect(meta(html, "og:image:alt")?.length).toBeGreaterThan(20);
    expect(meta(html, "twitter:card")).toBe("summary_large_image");
    const adresse = meta(html, "og:image") ?? "";
    expect(adresse.startsWith(`${origine}/partage`)).toBe(true);
    const image = await site.demander(adresse.slice(origine.length));
    expect(image.status).toBe(200);
    expect(image.headers.get("content-type")).toBe(meta(html, "og:image:type"));
    const octets = Buffer.from(await image.arrayBuffer());
    expect(octets.length).toBeLessThan(100_000);
    expect(await sharp(octets).metadata()).toMatchObject({
      width: Number(meta(html, "og:image:width")),
      height: Number(meta(html, "og:image:height")),
    });
  });

  it("of the planning has the planning’s own picture", async () => {
    expect(meta(await lire("/planning"), "og:image")).toBe(`${origine}/partage-planning.png`);
  });

  it("of an event has its own name, place and poster, 1200 × 630", async () => {
    const html = await lire("/planning/F%C3%AAte0825");
    expect(titreDe(html)).toBe("Fête au lac | La jeunesse de Savièse");
    expect(meta(html, "og:title")).toBe(titreDe(html));
    expect(meta(html, "description")).toBe(
      "Fête au lac, août 2025, Lac, Savièse. Un événement de la Jeunesse de Savièse.",
    );
    expect(canonique(html)).toBe(`${origine}/planning/F%C3%AAte0825`);
    expect(meta(html, "og:url")).toBe(canonique(html));
    expect(meta(html, "og:image:alt")).toBe("Affiche\u00a0: Fête au lac");
    const adresse = meta(html, "og:image") ?? "";
    expect(adresse).toMatch(/^http:\/\/localhost:3000\/images\/evenements\/F%C3%AAte0825\/[0-9a-f]{20}-partage\.jpg$/);
    const image = await site.demander(adresse.slice(origine.length));
    expect(image.headers.get("content-type")).toBe("image/jpeg");
    expect(image.headers.get("cache-control")).toContain("immutable");
    const metadata = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("of an event without a poster has the planning’s picture", async () => {
    const html = await lire("/planning/Bal0625");
    expect(meta(html, "og:image")).toBe(`${origine}/partage-planning.png`);
    expect(meta(html, "description")).toContain("Bal, le 14.06.2025, Savièse");
  });

  it("says when an event does not take place as announced", async () => {
    expect(meta(await lire("/planning/Loto1125"), "description")).toMatch(/^Annulé\u00a0: Loto, le 08\.11\.2025,/);
    expect(meta(await lire("/planning/No%C3%ABl1225"), "og:description")).toMatch(
      /^Reporté\u00a0: Noël, du 05\.12\.2025 au 07\.12\.2025,/,
    );
  });
});

describe("the page of one event", () => {
  it("says what the card says, has one title, and leads to its place in the planning", async () => {
    const html = await lire("/planning/F%C3%AAte0825");
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain("<h1>Fête au lac</h1>");
    expect(html).toContain("Août 2025");
    expect(html).toMatch(/<a[^>]*href="\/planning#F%C3%AAte0825"[^>]*>Tout le planning<\/a>/);
  });

  it("comes without React and without a cookie for a visitor", async () => {
    const reponse = await site.demander("/planning/Bal0625");
    const html = await reponse.text();
    expect(reponse.headers.getSetCookie()).toEqual([]);
    // The page's own module, and the one that shares.
    expect([...html.matchAll(/<script(?! type="(?:application\/ld\+json|speculationrules)")/g)]).toHaveLength(2);
    expect(html).not.toContain("modulepreload");
  });

  it.each(["/planning/Rien0825", "/planning/%3Cscript%3E", "/planning/..%2Fsite.db", `/planning/${"x".repeat(3000)}`])(
    "%s is none: 'Page introuvable'",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      expect(reponse.status).toBe(404);
      const html = await reponse.text();
      expect(html).toContain("Page introuvable");
      expect(html).not.toContain('"og:');
    },
  );

  it("is linked from its card, for everybody to share", async () => {
    expect(await lire("/planning")).toMatch(
      /<a[^>]*class="partager"[^>]*data-partage="Fête au lac"[^>]*href="\/planning\/F%C3%AAte0825"/,
    );
  });
});

describe("what search engines are told", () => {
  it("of the association leaves out what is still an example", async () => {
    const [association, ...reste] = donnees(await lire("/"));
    expect(reste).toEqual([]);
    expect(association).toEqual({
      "@context": "https://schema.org",
      "@type": "Organization",
      name: "La jeunesse de Savièse",
      url: `${origine}/`,
      logo: `${origine}/icone-512.png`,
      address: {
        "@type": "PostalAddress",
        postalCode: "1965",
        addressLocality: "Savièse",
        addressRegion: "VS",
        addressCountry: "CH",
      },
    });
    expect((await site.demander("/icone-512.png")).status).toBe(200);
  });

  it("of the association names the networks and the address that the committee has set", async () => {
    const autre = await ouvrirSite();
    const { reglages } = autre.services;
    const suivants = { ...REGLAGES_DE_DEPART, instagram: "https://reseau.ch/jeunesse", email: "salut@jeunesse.ch" };
    await reglages.save(suivants, (await reglages.get()).version, { email: "comite@exemple.ch", le: new Date() });
    const [association] = donnees(await (await autre.demander("/")).text());
    expect(association).toMatchObject({ sameAs: ["https://reseau.ch/jeunesse"], email: "salut@jeunesse.ch" });
    await autre.fermer();
  });

  it("of an event is what the store holds, as exactly as it is known", async () => {
    const [fete] = donnees(await lire("/planning/F%C3%AAte0825"));
    expect(fete).toMatchObject({
      "@type": "Event",
      name: "Fête au lac",
      startDate: "2025-08",
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "Place", name: "Lac, Savièse" },
      organizer: { "@type": "Organization", name: "La jeunesse de Savièse" },
      url: `${origine}/planning/F%C3%AAte0825`,
      image: [expect.stringMatching(/-partage\.jpg$/), expect.stringMatching(/-1000\.jpg$/)],
    });
    expect(fete).not.toHaveProperty("endDate");
    const [bal] = donnees(await lire("/planning/Bal0625"));
    expect(bal.startDate).toBe("2025-06-14T19:30:00+02:00");
    expect(bal).not.toHaveProperty("endDate");
    expect(bal).not.toHaveProperty("image");
    const [noel] = donnees(await lire("/planning/No%C3%ABl1225"));
    expect(noel).toMatchObject({
      startDate: "2025-12-05",
      endDate: "2025-12-07",
      eventStatus: "https://schema.org/EventPostponed",
    });
    const [loto] = donnees(await lire("/planning/Loto1125"));
    expect(loto).toMatchObject({
      startDate: "2025-11-08",
      endDate: "2025-11-08",
      eventStatus: "https://schema.org/EventCancelled",
    });
  });

  it("of the planning is every event in its order, each as on its own page", async () => {
    const [planning] = donnees(await lire("/planning"));
    expect(planning["@graph"].map(({ url }: { url: string }) => url.split("/").at(-1))).toEqual([
      "Bal0625",
      "script0125",
      "F%C3%AAte0825",
      "Loto1125",
      "No%C3%ABl1225",
    ]);
    for (const evenement of planning["@graph"]) {
      const [seul] = donnees(await lire(evenement.url.slice(origine.length)));
      expect(seul).toEqual({ "@context": "https://schema.org", ...evenement });
    }
  });

  it.each(["/planning", "/planning/script0125"])("on %s stays data, whatever an event is called", async (chemin) => {
    const html = await lire(chemin);
    expect(html).not.toContain("<script>alert");
    const [lu] = donnees(html);
    const evenement = lu["@graph"]?.find(({ url }: { url: string }) => url.endsWith("script0125")) ?? lu;
    expect(evenement.name).toBe(HOSTILE);
    expect(evenement.location.name).toBe(HOSTILE);
  });

  it("is the same for somebody who is signed in", async () => {
    const cookie = await site.seConnecter();
    const html = await (await site.demander("/planning", { headers: { cookie } })).text();
    expect(html).not.toContain("<script>alert");
    expect(donnees(html)).toEqual(donnees(await lire("/planning")));
  });

  it("is allowed by the policy of a page that comes from memory", async () => {
    await lire("/planning");
    const { createHash } = await import("node:crypto");
    const reponse = await site.demander("/planning");
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await reponse.text())?.[1] ?? "";
    const empreinte = createHash("sha256").update(json).digest("base64");
    expect(reponse.headers.get("content-security-policy")).toContain(`'sha256-${empreinte}'`);
  });
});

describe("the sitemap", () => {
  const urls = async () =>
    [...(await lire("/sitemap.xml")).matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/g)].map(
      ([, loc = "", lastmod]) => ({ chemin: loc.replace(origine, ""), lastmod }),
    );

  it("names every public page and every event once, and nothing else", async () => {
    const chemins = (await urls()).map(({ chemin }) => chemin);
    const evenements = await site.services.evenements.list();
    const attendus = [...PUBLIQUES, ...evenements.map(({ id }) => `/planning/${encodeURIComponent(id)}`)];
    expect(chemins.toSorted()).toEqual(attendus.toSorted());
    const reponse = await site.demander("/sitemap.xml");
    expect(reponse.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  });

  it("names pages only that answer, may be listed, and have that address", async () => {
    const named = await urls();
    expect(named.length).toBeGreaterThan(PUBLIQUES.length);
    for (const { chemin } of named) {
      const reponse = await site.demander(chemin);
      expect(reponse.status).toBe(200);
      expect(reponse.headers.get("x-robots-tag")).toBeNull();
      const html = await reponse.text();
      expect(html).not.toContain("noindex");
      expect(canonique(html)).toBe(origine + chemin);
    }
  });

  it("says when what a page shows was last written, and nothing where nobody knows", async () => {
    const { evenements, membres } = site.services;
    const derniers = (await evenements.list()).map(({ modifieLe }) => modifieLe).toSorted();
    const parChemin = new Map((await urls()).map(({ chemin, lastmod }) => [chemin, lastmod]));
    expect(parChemin.get("/planning/Bal0625")).toBe((await evenements.get("Bal0625"))?.modifieLe);
    expect(parChemin.get("/planning")).toBe(derniers.at(-1));
    expect(parChemin.get("/comite")).toBe((await membres.get("DupontMembre"))?.modifieLe);
    for (const chemin of ["/dons", "/charte", "/contact", "/rjv2025"]) expect(parChemin.get(chemin)).toBeUndefined();
  });

  it("follows a change at once: a new event, one that goes, the settings", async () => {
    const { evenements, reglages } = site.services;
    const avant = new Map((await urls()).map(({ chemin, lastmod }) => [chemin, lastmod]));
    await evenements.create("Passage0925", unEvenement({ Nom: "Passage", Date: "2025-09" }));
    expect((await urls()).map(({ chemin }) => chemin)).toContain("/planning/Passage0925");
    await evenements.delete("Passage0925");
    const apres = new Map((await urls()).map(({ chemin, lastmod }) => [chemin, lastmod]));
    expect(apres.has("/planning/Passage0925")).toBe(false);
    expect(apres.get("/planning")?.localeCompare(avant.get("/planning") ?? "")).toBe(1);
    const le = new Date("2031-01-02T03:04:05.000Z");
    await reglages.save(REGLAGES_DE_DEPART, (await reglages.get()).version, { email: "comite@exemple.ch", le });
    const dons = (await urls()).find(({ chemin }) => chemin === "/dons");
    expect(dons?.lastmod).toBe("2031-01-02T03:04:05.000Z");
  });

  it("is named by robots.txt, which forbids nothing and gives no private address away", async () => {
    const reponse = await site.demander("/robots.txt");
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await reponse.text()).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origine}/sitemap.xml\n`);
  });
});

describe("the site on a home screen", () => {
  it("has a name, a start page and icons of the sizes that it says", async () => {
    const html = await lire("/");
    expect(html).toMatch(/<link[^>]* rel="manifest" href="\/manifest\.webmanifest"/);
    expect(html).toMatch(/<link[^>]* rel="apple-touch-icon" href="\/apple-touch-icon\.png"/);
    const couleur = meta(html, "theme-color");
    const reponse = await site.demander("/manifest.webmanifest");
    expect(reponse.headers.get("content-type")).toContain("application/manifest+json");
    const manifeste = await reponse.json();
    expect(manifeste).toMatchObject({
      name: "La Jeunesse de Savièse",
      short_name: "Savièse",
      start_url: "/",
      scope: "/",
      display: "standalone",
      lang: "fr-CH",
      theme_color: couleur,
      background_color: couleur,
    });
    expect(manifeste.icons.map(({ purpose = "any", sizes }: Record<string, string>) => `${purpose} ${sizes}`)).toEqual([
      "any any",
      "any 192x192",
      "any 512x512",
      "maskable 512x512",
    ]);
    for (const { src, sizes, type } of manifeste.icons) {
      const icone = await site.demander(src);
      expect(icone.headers.get("content-type")).toContain(type);
      const { width, height } = await sharp(Buffer.from(await icone.arrayBuffer())).metadata();
      if (sizes !== "any") expect(`${width}x${height}`).toBe(sizes);
    }
    const pomme = await sharp(readFileSync("public/apple-touch-icon.png")).metadata();
    expect([pomme.width, pomme.height]).toEqual([180, 180]);
  });
});
