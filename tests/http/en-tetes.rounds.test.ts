import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noter } from "#tests/figures.ts";
import { routesDuSite } from "./routes.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const CLIENT = join(import.meta.dirname, "../../build/client");

let site: SiteDEssai;
let cookie = "";
let reponses = 0;
const statuts = new Set<number>();
beforeAll(async () => {
  site = await ouvrirSite({ PUBLIC_URL: PUBLIC });
  cookie = await site.seConnecter();
});
afterAll(() => site.fermer());

/** Asks, and looks at what every answer has to say to a browser. */
async function verifier(chemin: string, init: RequestInit = {}, adresse?: string): Promise<Response> {
  const reponse = await site.demander(chemin, init, adresse);
  const { headers, status } = reponse;
  const vus = (nom: string) => [chemin, init.method ?? "GET", status, headers.get(nom)];
  const attendu = (nom: string, valeur: unknown) =>
    expect(vus(nom)).toEqual([chemin, init.method ?? "GET", status, valeur]);
  const csp = headers.get("content-security-policy") ?? "";
  attendu(
    "content-security-policy",
    expect.stringMatching(
      /^default-src 'none'; (?:.*; )?frame-ancestors 'none'(?:; script-src 'self'(?: '(?:nonce|sha256)-[\w+/=]+')*)?$/,
    ),
  );
  expect(csp).not.toContain("unsafe");
  attendu("strict-transport-security", expect.stringMatching(/^max-age=\d{8}/));
  attendu("x-content-type-options", "nosniff");
  attendu("referrer-policy", expect.stringMatching(/^(?:strict-origin-when-cross-origin|no-referrer)$/));
  attendu("permissions-policy", expect.stringContaining("camera=()"));
  attendu("cross-origin-opener-policy", "same-origin");
  attendu("cross-origin-resource-policy", "same-origin");
  attendu("server", null);
  attendu("x-powered-by", null);
  attendu("access-control-allow-origin", null);
  if (status === 405) attendu("allow", expect.stringContaining("GET, HEAD"));
  if (status === 429 || status === 503) attendu("retry-after", expect.stringMatching(/^[1-9]\d*$/));
  reponses++;
  statuts.add(status);
  return reponse;
}

const poster = (chemin: string, champs: Record<string, string>, headers: Record<string, string> = {}) =>
  verifier(chemin, { method: "POST", body: new URLSearchParams(champs), headers: { origin: PUBLIC, ...headers } });

describe("every answer carries the headers that protect", () => {
  it("on every route, to visitors and to the committee, with every method", async () => {
    for (const { chemin } of await routesDuSite(() => "nulle-part"))
      for (const adresse of [chemin, `${chemin}.data`])
        for (const qui of ["", cookie])
          for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
            await verifier(adresse, { method, headers: { cookie: qui, origin: PUBLIC } });
    for (const status of [200, 302, 404, 405, 415]) expect(statuts).toContain(status);
  });

  it("on every file of the build, and on what looks like one", async () => {
    const fichiers = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
      .filter((entree) => entree.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(CLIENT.length));
    expect(fichiers.length).toBeGreaterThan(20);
    for (const fichier of fichiers) for (const method of ["GET", "HEAD"]) await verifier(fichier, { method });
    await verifier("/assets/nulle-part.js");
    await verifier("/images/membres/x/0123456789abcdef0123-480.jpg");
  });

  it("on the picture of a card", async () => {
    const { default: sharp } = await import("sharp");
    const octets = new Uint8Array(
      await sharp({ create: { width: 600, height: 600, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    const image = await site.services.images.save(
      { collection: "evenements", id: "Bal0825" },
      { nom: "bal.png", octets },
    );
    if (!image.ok) throw new Error("the picture was refused");
    const reponse = await verifier(image.valeur.url);
    expect([reponse.status, reponse.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await verifier(image.valeur.url, { method: "HEAD" });
  });

  it("on papers and tables", async () => {
    cookie = await site.seConnecter();
    for (const [chemin, type] of [
      ["/autorisation.pdf", "application/pdf"],
      ["/inscriptions.csv", "text/csv"],
      ["/messages.csv", "text/csv"],
    ] as const) {
      const reponse = await verifier(chemin, { headers: { cookie } });
      expect([chemin, reponse.status, reponse.headers.get("content-type")?.split(";")[0]]).toEqual([chemin, 200, type]);
    }
  });

  it("on a page from memory in every encoding, and on the health check", async () => {
    for (const encodage of ["br", "gzip", "identity"])
      for (const method of ["GET", "HEAD"])
        await verifier("/comite", { method, headers: { "accept-encoding": encodage } });
    await verifier("/healthz");
  });

  it("and no file of the build in an encoding that the browser does not take", async () => {
    const scripts = readdirSync(join(CLIENT, "assets")).filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(3);
    const sent = async (accepts: string) =>
      new Set(
        await Promise.all(
          scripts.map(async (name) => {
            const headers = { "accept-encoding": accepts };
            return (await site.demander(`/assets/${name}`, { headers })).headers.get("content-encoding");
          }),
        ),
      );
    expect([...(await sent("gzip, br"))]).toContain("br");
    for (const accepts of ["br;q=0, gzip", "*;q=0, gzip"]) expect([...(await sent(accepts))]).toContain("gzip");
    for (const accepts of ["br;q=0", "br; q=0.0, *;q=0", "identity", "*;q=0"])
      expect([...(await sent(accepts))]).toEqual([null]);
  });

  it("on every refusal", async () => {
    expect((await poster("/contact", {})).status).toBe(400);
    expect((await poster("/login", { username: "a@b.ch", password: "faux" })).status).toBe(400);
    expect((await poster("/contact", {}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await verifier("/nulle-part")).status).toBe(404);
    expect((await poster("/charte", {})).status).toBe(405);
    expect((await verifier("/invitation/x")).status).toBe(410);
    const long = { method: "POST", body: "x".repeat(300_000), headers: { origin: PUBLIC } };
    expect((await verifier("/contact", long)).status).toBe(413);
    const json = { method: "POST", body: "{}", headers: { origin: PUBLIC, "content-type": "application/json" } };
    expect((await verifier("/contact", json)).status).toBe(415);
    for (let i = 0; i < 121; i++) await verifier("/invitation/x", {}, "203.0.113.7");
    expect(statuts).toContain(429);
  });

  it("on every fault", async () => {
    const casse = site.services.inbox.add;
    site.services.inbox.add = () => Promise.reject(new Error("disk full"));
    const message = { nom: "Camille", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour" };
    expect((await poster("/contact", message)).status).toBe(503);
    site.services.inbox.add = casse;
    const { list } = site.services.membres;
    site.services.membres.list = () => Promise.reject(new Error("disk full"));
    site.cache.clear("membres");
    expect((await verifier("/comite")).status).toBeGreaterThanOrEqual(500);
    site.services.membres.list = list;
  });

  it("of each kind there is", () => {
    for (const status of [200, 302, 400, 403, 404, 405, 410, 413, 415, 429, 503]) expect(statuts).toContain(status);
    noter("headers", {
      promesse: "Every answer carries the headers that protect",
      chiffres: `${reponses} answers of ${statuts.size} kinds looked at`,
    });
  });
});
