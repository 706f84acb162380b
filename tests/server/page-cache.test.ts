import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Source } from "#app/handle.ts";
import { PageCache, type Rendue, type Shown } from "#server/page-cache.ts";

const COMMUNS = { "x-content-type-options": "nosniff" };
const page =
  (texte: string, status = 200, entiere = status < 500) =>
  async () => {
    const headers = { "content-type": "text/html" };
    return { reponse: new Response(`<!doctype html><p>${texte} à Savièse</p>`, { status, headers }), entiere };
  };

const SHOWS: Record<string, readonly Source[]> = {
  "/": ["accueil", "evenements"],
  "/planning": ["evenements"],
  "/comite": ["membres"],
};

/** The cache, told of each page what it shows. */
class Pages extends PageCache {
  override remplir(chemin: string, accepte: string | undefined, rendre: () => Promise<Rendue>, shown?: Shown) {
    return super.remplir(chemin, accepte, rendre, shown ?? { shows: SHOWS[chemin] ?? [], many: false });
  }
}

let serveur: Server | undefined;

afterEach(() => {
  vi.useRealTimers();
  serveur?.close();
});

type Reponse = { status: number; headers: Record<string, string | string[] | undefined>; corps: Buffer };

/** Asks a server that has nothing but the cache; what is not in memory answers 418. */
async function demander(
  cache: Pages,
  chemin: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  serveur?.close();
  const ici = createServer((req, res) => {
    if (!cache.repondre(req, res)) res.writeHead(418).end();
  });
  serveur = ici;
  await new Promise<void>((pret) => ici.listen(0, "127.0.0.1", pret));
  const { port } = ici.address() as AddressInfo;
  return new Promise<Reponse>((resolve, reject) => {
    const req = request({ port, host: "127.0.0.1", path: chemin, agent: false, ...options }, async (res) => {
      const corps = Buffer.concat(await res.toArray());
      resolve({ status: res.statusCode ?? 0, headers: res.headers, corps });
    });
    req.on("error", reject).end();
  });
}

describe("The pages in memory", () => {
  it("give the same page in every encoding a browser takes", async () => {
    const cache = new Pages(COMMUNS);
    await cache.remplir("/comite", "br", page("Le comité"));
    const attendu = "<!doctype html><p>Le comité à Savièse</p>";
    const lire = async (accepte?: string) =>
      demander(cache, "/comite", { headers: accepte ? { "accept-encoding": accepte } : {} });
    const [br, gzip, rien] = [await lire("gzip, deflate, br"), await lire("gzip"), await lire()];
    expect(brotliDecompressSync(br.corps).toString()).toBe(attendu);
    expect(gunzipSync(gzip.corps).toString()).toBe(attendu);
    expect(rien.corps.toString()).toBe(attendu);
    for (const { status, headers, corps } of [br, gzip, rien]) {
      expect(status).toBe(200);
      expect(headers["content-length"]).toBe(String(corps.length));
      expect(headers.vary).toBe("Accept-Encoding, Cookie");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
    expect([br, gzip, rien].map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined]);
  });

  it.each([
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.0,gzip;q=0", undefined],
    ["gzip, deflate, br;q=0, zstd", "gzip"],
    ["gzip;q=0.2, br;q=0.1", "gzip"],
    ["br;q=0.5, identity", undefined],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", undefined],
    ["gzip, *;q=0", "gzip"],
    ["BR", "br"],
    ["x-br, br-x", undefined],
    ["", undefined],
  ])("give a browser that says %j what it takes most gladly", async (accepts, encoding) => {
    const cache = new PageCache(COMMUNS);
    await cache.remplir("/comite", accepts, page("Le comité"));
    const headers = { "accept-encoding": accepts };
    expect((await demander(cache, "/comite", { headers })).headers["content-encoding"]).toBe(encoding);
    const filled = await cache.remplir("/comite", accepts, page("Le comité"));
    expect(filled.headers.get("content-encoding")).toBe(encoding ?? null);
  });

  it("answer 304 to a browser that has the page already, and HEAD without a body", async () => {
    const cache = new Pages(COMMUNS);
    await cache.remplir("/", undefined, page("Accueil"));
    const { headers } = await demander(cache, "/");
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    const etag = String(headers.etag);
    const encore = await demander(cache, "/", { headers: { "if-none-match": `"autre", ${etag}` } });
    expect([encore.status, encore.corps.length, encore.headers.etag]).toEqual([304, 0, etag]);
    const tete = await demander(cache, "/", { method: "HEAD" });
    expect([tete.status, tete.corps.length, tete.headers["content-length"]]).toEqual([
      200,
      0,
      headers["content-length"],
    ]);
    expect((await demander(cache, "/", { headers: { "if-none-match": '"autre"' } })).status).toBe(200);
  });

  it("are one per page, whatever query string is asked for", async () => {
    const cache = new Pages(COMMUNS);
    await cache.remplir("/dons", undefined, page("Dons"));
    for (const requete of ["?", "?a=1", `?${"x".repeat(5000)}`, "?/comite"])
      expect((await demander(cache, `/dons${requete}`)).corps.toString()).toContain("Dons");
  });

  it("are not for somebody who is signed in or to whom a toast is owed, nor for a form", async () => {
    const cache = new Pages(COMMUNS);
    await cache.remplir("/planning", undefined, page("Planning"));
    for (const cookie of ["session=abc", "theme=x; session=abc", "avis=deconnecte", "a=b; __Host-session=abc"]) {
      expect((await demander(cache, "/planning", { headers: { cookie } })).status).toBe(418);
      expect(cache.takes("GET", cookie)).toBe(false);
    }
    expect((await demander(cache, "/planning", { headers: { cookie: "masession=1; langue=fr" } })).status).toBe(200);
    expect((await demander(cache, "/planning", { method: "POST" })).status).toBe(418);
  });

  it("are rendered once for 500 who ask at the same time", async () => {
    const cache = new Pages(COMMUNS);
    const rendre = vi.fn(page("Planning"));
    const reponses = await Promise.all(Array.from({ length: 500 }, () => cache.remplir("/planning", "br", rendre)));
    expect(rendre).toHaveBeenCalledTimes(1);
    const corps = await Promise.all(reponses.map(async (r) => Buffer.from(await r.arrayBuffer())));
    for (const un of corps) expect(brotliDecompressSync(un).toString()).toContain("Planning");
  });

  it("are made anew when what they show was written, and only then", async () => {
    const cache = new Pages(COMMUNS);
    const rendus: string[] = [];
    const noter = (chemin: string) => () => {
      rendus.push(chemin);
      return page(chemin)();
    };
    for (const chemin of ["/", "/planning", "/comite", "/dons"]) await cache.remplir(chemin, undefined, noter(chemin));
    for (const [ecrit, refaites] of [
      ["membres", ["/comite"]],
      ["evenements", ["/", "/planning"]],
      ["accueil", ["/"]],
      ["reglages", ["/", "/comite", "/dons", "/planning"]],
    ] as const) {
      rendus.length = 0;
      cache.clear(ecrit);
      await cache.aJour();
      expect(rendus.toSorted()).toEqual(refaites);
    }
    rendus.length = 0;
    await cache.aJour();
    expect(rendus).toEqual([]);
  });

  it("that are one of many are made anew when somebody asks for them, and only so many are kept", async () => {
    const cache = new Pages(COMMUNS);
    const shown = { shows: ["evenements"], many: true } as const;
    const rendre = vi.fn(page("Bal"));
    await cache.remplir("/planning", undefined, page("Planning"));
    for (let i = 0; i < 201; i++) await cache.remplir(`/planning/Bal${i}`, undefined, rendre, shown);
    const inMemory = async (path: string) => (await demander(cache, path)).status === 200;
    expect([await inMemory("/planning/Bal0"), await inMemory("/planning/Bal1")]).toEqual([false, true]);
    expect(await inMemory("/planning")).toBe(true);
    rendre.mockClear();
    cache.clear("evenements");
    expect(await inMemory("/planning/Bal200")).toBe(false);
    await cache.aJour();
    expect(rendre).not.toHaveBeenCalled();
  });

  it("are given as they were until the next ones are ready, which whoever wrote waits for", async () => {
    const cache = new Pages(COMMUNS);
    const { promise: pret, resolve } = Promise.withResolvers<void>();
    let texte = "avant";
    await cache.remplir("/comite", undefined, async () => {
      const rendue = await page(texte)();
      if (texte !== "avant") await pret;
      return rendue;
    });
    const lire = async () => (await demander(cache, "/comite")).corps.toString();
    texte = "après";
    cache.clear("membres");
    const aJour = cache.aJour();
    expect(await lire()).toContain("avant");
    resolve();
    await aJour;
    expect(await lire()).toContain("après");
  });

  it("are made anew once for writes that follow each other, also when nobody waits for it", async () => {
    const cache = new Pages(COMMUNS);
    let texte = "avant";
    const rendre = vi.fn(() => page(texte)());
    await cache.remplir("/planning", undefined, rendre);
    texte = "après";
    for (let i = 0; i < 5; i++) cache.clear("evenements");
    await expect.poll(async () => (await demander(cache, "/planning")).corps.toString()).toContain("après");
    expect(rendre).toHaveBeenCalledTimes(2);
  });

  it("show a write that came while they were made anew for another", async () => {
    const cache = new Pages(COMMUNS);
    let texte = "avant";
    await cache.remplir("/planning", undefined, () => {
      const rendue = page(texte)();
      if (texte === "première") {
        texte = "seconde";
        cache.clear("evenements");
      }
      return rendue;
    });
    texte = "première";
    cache.clear("evenements");
    await cache.aJour();
    expect((await demander(cache, "/planning")).corps.toString()).toContain("seconde");
  });

  it("are not given as they were for more than a second, nor once the next one could not be made", async () => {
    const cache = new Pages(COMMUNS);
    vi.useFakeTimers({ toFake: ["Date"] });
    let suivante = () => Promise.reject<Rendue>(new Error("store"));
    let premiere = true;
    const rendre = () => {
      if (!premiere) return suivante();
      premiere = false;
      return page("avant")();
    };
    await cache.remplir("/comite", undefined, rendre);
    cache.clear("membres");
    await cache.aJour();
    expect((await demander(cache, "/comite")).status).toBe(418);

    suivante = () => new Promise(() => {});
    premiere = true;
    await cache.remplir("/comite", undefined, rendre);
    cache.clear("membres");
    vi.setSystemTime(Date.now() + 999);
    expect((await demander(cache, "/comite")).status).toBe(200);
    vi.setSystemTime(Date.now() + 2);
    expect((await demander(cache, "/comite")).status).toBe(418);
    // Whoever wrote is not kept waiting for a page that never comes.
    await cache.aJour();
  });

  it("are left alone once the site stops", async () => {
    const cache = new Pages(COMMUNS);
    const rendre = vi.fn(page("Comité"));
    await cache.remplir("/comite", undefined, rendre);
    cache.stop();
    cache.clear("membres");
    await cache.aJour();
    expect(rendre).toHaveBeenCalledTimes(1);
  });

  it("never keep a page whose render began before the last write", async () => {
    const cache = new Pages(COMMUNS);
    let finir = (_: Rendue): void => {};
    const avant = cache.remplir("/comite", undefined, () => new Promise((resolve) => (finir = resolve)));
    cache.clear("membres");
    const apres = cache.remplir("/comite", undefined, page("après"));
    finir(await page("avant")());
    await avant;
    expect(await (await apres).text()).toContain("après");
    expect((await demander(cache, "/comite")).corps.toString()).toContain("après");
  });

  it("keep nothing that went wrong", async () => {
    const cache = new Pages(COMMUNS);
    const ratee = await cache.remplir("/comite", undefined, page("panne", 500));
    expect(ratee.status).toBe(500);
    expect((await demander(cache, "/comite")).status).toBe(418);
    await expect(cache.remplir("/comite", undefined, () => Promise.reject(new Error("store")))).rejects.toThrow(
      "store",
    );
    await cache.remplir("/comite", undefined, page("revenu"));
    expect((await demander(cache, "/comite")).status).toBe(200);
  });

  it("grow old: another process may have written", async () => {
    const cache = new Pages(COMMUNS, 1000);
    vi.useFakeTimers({ toFake: ["Date"] });
    await cache.remplir("/", undefined, page("Accueil"));
    expect((await demander(cache, "/")).status).toBe(200);
    vi.setSystemTime(Date.now() + 1001);
    expect((await demander(cache, "/")).status).toBe(418);
  });

  it("are served a little longer when the next one cannot be made whole, and not once something was written", async () => {
    const cache = new Pages(COMMUNS, 1000);
    vi.useFakeTimers({ toFake: ["Date"] });
    const vieillir = () => vi.setSystemTime(Date.now() + 60_000);
    const lire = async () => (await demander(cache, "/comite")).corps.toString();
    await cache.remplir("/comite", undefined, page("entière"));
    for (const ratee of [
      page("panne", 503),
      page("sans les réglages", 200, false),
      () => Promise.reject(new Error("store")),
    ]) {
      vieillir();
      expect(await (await cache.remplir("/comite", undefined, ratee)).text()).toContain("entière");
      expect(await lire()).toContain("entière");
    }
    vieillir();
    await cache.remplir("/comite", undefined, page("suivante"));
    expect(await lire()).toContain("suivante");
    cache.clear("membres");
    expect((await cache.remplir("/comite", undefined, page("panne", 503))).status).toBe(503);
  });
});
