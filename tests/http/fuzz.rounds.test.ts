/** Every form and every place of an address gets what nobody would type: the site stays up, whole and discreet. */

import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noter } from "#tests/figures.ts";
import { rounds } from "#tests/rounds.ts";
import { routesDuSite } from "./routes.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

/** Requests of each kind; the rest is asked without the cost of a page. */
const FORMULAIRES = rounds(125, 2500);
const ADRESSES = rounds(225, 4500);
const CORPS_BRUTS = rounds(75, 1500);
const EN_TETES = rounds(75, 1500);
/** Requests under way at the same time. */
const EN_PARALLELE = 25;
const DELAI_MS = 120_000;

const CHAMPS = [
  ..."nom email sujet message hp prenom adresse tel dateAnniv charte charteMineur username password actuel nouveau".split(
    " ",
  ),
  ..."Nom Prenom Poste Date Lieu AfterMovie version id intention q filtre quoi retirerPhoto image photo __proto__ constructor".split(
    " ",
  ),
];

const HOSTILES = [
  "",
  " ",
  "\u0000",
  "\r\nSet-Cookie: a=b",
  `=HYPERLINK("http://evil.example")`,
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "' OR '1'='1' --",
  "x".repeat(500),
  "🎺".repeat(250),
  "\u202eéveil\u202c",
  "\ud800",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "null",
  "__proto__",
  "-1",
  "9".repeat(400),
  "2025-02-30",
  "0000-00-00",
  "+275760-09-13",
  "NaN",
  "[object Object]",
  "http://[::1",
  "javascript:alert(1)",
  "supprimer",
  "traiter",
  "inviter",
  "chercher",
];

const texte = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILES) },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);
const champs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...CHAMPS), texte), texte), { maxLength: 12 });

let site: SiteDEssai;
let cookie = "";
let chemins: { gabarit: string; ecrit: boolean }[] = [];
let cas = 0;
beforeAll(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
  await site.services.membres.create("DupontMembre", { Nom: "Dupont", Prenom: "Zoé", Poste: "Membre" });
  // The log-in costs a hash each time and the log-out ends the session that the others need: they have tests of their own.
  site.services.auth.signIn = async () => null;
  site.services.auth.signOut = async () => {};
  chemins = (await routesDuSite((place) => `:${place}`)).map(({ chemin, ecrit }) => ({ gabarit: chemin, ecrit }));
});
afterAll(() => site.fermer());

const DECODEURS: Record<string, (octets: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** What every answer is, whatever was asked. */
async function verifier(reponse: Response): Promise<void> {
  const { status, headers } = reponse;
  cas++;
  expect(status === 503 || status < 500).toBe(true);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect([...headers].join("\n")).not.toMatch(/[\r\n]set-cookie: a=b/i);
  const octets = Buffer.from(await reponse.arrayBuffer());
  const decoder = DECODEURS[headers.get("content-encoding") ?? ""];
  const corps = (decoder && octets.length > 0 ? decoder(octets) : octets).toString();
  expect(corps).not.toMatch(/\n {4}at \S+ \(|node_modules|\/tmp\/|SQLITE_|Error:/);
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/html") && corps !== "") {
    expect(corps).toMatch(/^<!doctype html>/i);
    expect(corps).not.toMatch(/<img src=x onerror|<script>alert\(1\)/);
    if (corps.includes("<body")) expect(corps.trimEnd()).toMatch(/<\/html>$/);
  }
  if (type.startsWith("application/json")) expect(() => JSON.parse(corps)).not.toThrow();
  const vers = headers.get("location");
  if (vers) expect(new URL(vers, site.config.publicUrl).origin).toBe(site.config.publicUrl);
}

/** Asks as many times as told, several at once. */
async function essayer(combien: number, arbitraire: fc.Arbitrary<() => Promise<Response>>): Promise<void> {
  const avant = cas;
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraire, { minLength: EN_PARALLELE, maxLength: EN_PARALLELE }), async (demandes) => {
      for (const reponse of await Promise.all(demandes.map((demande) => demande()))) await verifier(reponse);
    }),
    { numRuns: combien / EN_PARALLELE, endOnFailure: true },
  );
  expect(cas - avant).toBe(combien);
}

const qui = () => fc.constantFrom("", cookie);
const route = (ecrit: boolean) =>
  fc.constantFrom(...chemins.filter((un) => !ecrit || un.ecrit).map(({ gabarit }) => gabarit));
const segment = texte.map((valeur) => encodeURIComponent(valeur.toWellFormed()));
/** An address with its places filled, and with a query that names what pages look for. */
const adresse = (ecrit: boolean) =>
  fc
    .tuple(
      route(ecrit),
      fc.array(segment, { minLength: 3, maxLength: 3 }),
      fc.array(
        fc.tuple(
          fc.constantFrom("recherche", "page", "filtre", "id", "suite", "index", "_routes", "annee", "x"),
          segment,
        ),
        {
          maxLength: 4,
        },
      ),
      fc.constantFrom("", "", "", ".data", "/", "//", "/.", ";x", "%00"),
    )
    .map(([gabarit, segments, requete, fin]) => {
      let i = 0;
      const chemin = gabarit.replace(/:[\w*]+/g, () => segments[i++] ?? "");
      return `${chemin}${fin}?${requete.map(([nom, valeur]) => `${nom}=${valeur}`).join("&")}`;
    });

describe("whatever somebody sends", { timeout: DELAI_MS }, () => {
  it("in any form, as a page or as data, is answered in good order", async () => {
    const demande = fc
      .tuple(adresse(true), champs, qui(), fc.boolean())
      .map(([chemin, paires, cookie, enMorceaux]) => async () => {
        const corps = enMorceaux ? new FormData() : new URLSearchParams();
        for (const [nom, valeur] of paires) corps.append(nom.toWellFormed(), valeur.toWellFormed());
        const headers = { origin: site.config.publicUrl, cookie };
        return site.demander(chemin, { method: "POST", body: corps, headers });
      });
    await essayer(FORMULAIRES, demande);
  });

  it("in any address is answered in good order", async () => {
    const demande = fc.tuple(adresse(false), qui(), fc.constantFrom("GET", "HEAD")).map(
      ([chemin, cookie, method]) =>
        async () =>
          site.demander(chemin, { method, headers: { cookie } }),
    );
    await essayer(ADRESSES, demande);
  });

  it("as a body that is no form is answered in good order", async () => {
    const TYPES = [
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "application/json",
      "text/plain",
      "",
      "application/x-www-form-urlencoded; charset=utf-16",
    ];
    const morceau = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .constantFrom(
          "--x\r\n",
          "--x--",
          "\r\n\r\n",
          'Content-Disposition: form-data; name="nom"',
          '; filename="a"',
          "&",
          "=",
          "%",
        )
        .map((signes) => new TextEncoder().encode(signes)),
    );
    const demande = fc
      .tuple(adresse(true), fc.array(morceau, { maxLength: 12 }), fc.constantFrom(...TYPES), qui())
      .map(([chemin, morceaux, type, cookie]) => async () => {
        const headers = { origin: site.config.publicUrl, cookie, "content-type": type };
        return site.demander(chemin, { method: "POST", body: new Uint8Array(Buffer.concat(morceaux)), headers });
      });
    await essayer(CORPS_BRUTS, demande);
  });

  it("in any header is answered in good order", async () => {
    const NOMS = [
      ..."cookie accept accept-encoding accept-language if-none-match if-modified-since range content-type".split(" "),
      ..."x-forwarded-for x-forwarded-host forwarded referer user-agent origin sec-fetch-site x-http-method-override".split(
        " ",
      ),
    ];
    const valeur = fc.oneof(
      texte.map((t) => t.replaceAll(/[^\x20-\x7e]/g, "").trim()),
      texte.map((t) => `session=${encodeURIComponent(t.toWellFormed())}; avis=${encodeURIComponent(t.toWellFormed())}`),
      fc.constantFrom(
        "bytes=0-",
        "bytes=-1",
        "bytes=9-1,2-3",
        "*",
        'W/"x", *',
        "br;q=0, gzip;q=9",
        "same-origin",
        "null",
      ),
    );
    const demande = fc
      .tuple(
        route(false),
        fc.array(fc.tuple(fc.constantFrom(...NOMS), valeur), { maxLength: 8 }),
        fc.constantFrom("GET", "POST"),
      )
      .map(
        ([gabarit, enTetes, method]) =>
          async () =>
            site.demander(gabarit.replaceAll(/:[\w*]+/g, "x"), { method, headers: Object.fromEntries(enTetes) }),
      );
    await essayer(EN_TETES, demande);
  });

  it("left nothing in the log but what the site says itself, and the site still answers", async () => {
    for (const { panne, ou } of site.journal) {
      expect(panne).toBeNull();
      expect(ou).toMatch(/honeypot/);
    }
    expect((await site.demander("/healthz")).status).toBe(200);
    const total = FORMULAIRES + ADRESSES + CORPS_BRUTS + EN_TETES;
    expect(cas).toBe(total);
    expect(total).toBeGreaterThanOrEqual(rounds(500, 10_000));
    noter("fuzz", {
      promesse: "Hostile forms, addresses, bodies and headers meet no fault and no stack trace",
      chiffres: `${total} cases on ${chemins.length} routes, no answer above 499 but 503`,
    });
  });
});
