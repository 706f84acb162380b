import { createHash } from "node:crypto";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PageCacheSource } from "#app/route-handle.ts";
import { PageCache, type PageDependencies, type RenderedPage } from "#server/http/page-cache.ts";

const COMMON_HEADERS = { "x-content-type-options": "nosniff" };
const page =
  (text: string, status = 200, isComplete = status < 500) =>
  async () => {
    const headers = { "content-type": "text/html" };
    return {
      response: new Response(`<!doctype html><p>${text} à Savièse</p>`, { status, headers }),
      nonce: "",
      isComplete,
    };
  };

const SHOWS: Record<string, readonly PageCacheSource[]> = {
  "/": ["accueil", "evenements"],
  "/planning": ["evenements"],
  "/comite": ["membres"],
};

/** A cache that knows the sources of each page. */
class Pages extends PageCache {
  override fill(
    path: string,
    accept: string | undefined,
    render: () => Promise<RenderedPage>,
    shown?: PageDependencies,
  ) {
    return super.fill(path, accept, render, shown ?? { sources: SHOWS[path] ?? [], many: false });
  }
}

let server: Server | undefined;
let cache: Pages;

beforeEach(() => {
  cache = new Pages(COMMON_HEADERS);
});
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

type CachedResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Sends a request to a server that only has the cache. Status 418: the page is not cached. */
async function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  server?.close();
  const here = createServer((req, res) => {
    if (!cache.reply(req, res)) res.writeHead(418).end();
  });
  server = here;
  await new Promise<void>((ready) => here.listen(0, "127.0.0.1", ready));
  const { port } = here.address() as AddressInfo;
  return new Promise<CachedResponse>((resolve, reject) => {
    const req = request({ port, host: "127.0.0.1", path, agent: false, ...options }, async (res) => {
      const body = Buffer.concat(await res.toArray());
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body });
    });
    req.on("error", reject).end();
  });
}

describe("cached pages", () => {
  it("are equal in every encoding", async () => {
    await cache.fill("/comite", "br", page("Le comité"));
    const expected = "<!doctype html><p>Le comité à Savièse</p>";
    const read = async (accept?: string) => ask("/comite", { headers: accept ? { "accept-encoding": accept } : {} });
    const [br, gzip, nothing] = [await read("gzip, deflate, br"), await read("gzip"), await read()];
    expect(brotliDecompressSync(br.body).toString()).toBe(expected);
    expect(gunzipSync(gzip.body).toString()).toBe(expected);
    expect(nothing.body.toString()).toBe(expected);
    for (const { status, headers, body } of [br, gzip, nothing]) {
      expect(status).toBe(200);
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers.vary).toBe("Accept-Encoding, Cookie");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
    expect([br, gzip, nothing].map(({ headers }) => headers["content-encoding"])).toEqual(["br", "gzip", undefined]);
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
  ])("are sent to a browser with Accept-Encoding %j in the encoding %s", async (accepts, encoding) => {
    await cache.fill("/comite", accepts, page("Le comité"));
    const headers = { "accept-encoding": accepts };
    expect((await ask("/comite", { headers })).headers["content-encoding"]).toBe(encoding);
    const filled = await cache.fill("/comite", accepts, page("Le comité"));
    expect(filled.headers.get("content-encoding")).toBe(encoding ?? null);
  });

  it("allow the scripts with the nonce, and no script from a text", async () => {
    const ours = ["start()", "speculate()"];
    const theirs = ["steal()", "steal(2)", "steal(3)", "steal(4)"];
    const [a = "", b = ""] = ours.map((script) => `<script nonce="a+/b==">${script}</script>`);
    const smuggled = `<script>${theirs[0]}</script><SCRIPT nonce="">${theirs[1]}</SCRIPT><script nonce="abcd">${theirs[2]}</script><script>${theirs[3]}</script>`;
    const render = (status: number) => async () => ({
      response: new Response(`<p>Bal</p>${smuggled}${a}<script type="module" src="/x.js"></script>${b}`, { status }),
      nonce: "a+/b==",
      isComplete: true,
    });
    const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
    for (const status of [200, 404]) {
      const response = await cache.fill(`/planning/${status}`, undefined, render(status));
      expect(response.headers.get("content-security-policy")?.split("script-src ")[1]?.split(" ")).toEqual([
        "'self'",
        ...ours.map(hashOf),
      ]);
      expect(await response.text()).toBe(
        `<p>Bal</p>${smuggled}${ours.map((script) => `<script>${script}</script>`).join('<script type="module" src="/x.js"></script>')}`,
      );
    }
  });

  it("answer 304 to a known ETag, and HEAD without a body", async () => {
    await cache.fill("/", undefined, page("Accueil"));
    const { headers } = await ask("/");
    expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
    const etag = String(headers.etag);
    const again = await ask("/", { headers: { "if-none-match": `"autre", ${etag}` } });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    const head = await ask("/", { method: "HEAD" });
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([
      200,
      0,
      headers["content-length"],
    ]);
    expect((await ask("/", { headers: { "if-none-match": '"autre"' } })).status).toBe(200);
  });

  it("are the same for every query string", async () => {
    await cache.fill("/dons", undefined, page("Dons"));
    for (const request of ["?", "?a=1", `?${"x".repeat(5000)}`, "?/comite"])
      expect((await ask(`/dons${request}`)).body.toString()).toContain("Dons");
  });

  it("are not used with a session, with a pending toast, or for a POST", async () => {
    await cache.fill("/planning", undefined, page("Planning"));
    for (const cookie of ["session=abc", "theme=x; session=abc", "avis=deconnecte", "a=b; __Host-session=abc"]) {
      expect((await ask("/planning", { headers: { cookie } })).status).toBe(418);
      expect(cache.isCacheable("GET", cookie)).toBe(false);
    }
    expect((await ask("/planning", { headers: { cookie: "masession=1; langue=fr" } })).status).toBe(200);
    expect((await ask("/planning", { method: "POST" })).status).toBe(418);
  });

  it("are rendered once for 500 concurrent requests", async () => {
    const render = vi.fn(page("Planning"));
    const responses = await Promise.all(Array.from({ length: 500 }, () => cache.fill("/planning", "br", render)));
    expect(render).toHaveBeenCalledTimes(1);
    const body = await Promise.all(responses.map(async (r) => Buffer.from(await r.arrayBuffer())));
    for (const one of body) expect(brotliDecompressSync(one).toString()).toContain("Planning");
  });

  it("are rendered again after a write to one of their sources, and only then", async () => {
    const rendered: string[] = [];
    const renderAndRecord = (path: string) => () => {
      rendered.push(path);
      return page(path)();
    };
    for (const path of ["/", "/planning", "/comite", "/dons"]) await cache.fill(path, undefined, renderAndRecord(path));
    for (const [writes, remade] of [
      ["membres", ["/comite"]],
      ["evenements", ["/", "/planning"]],
      ["accueil", ["/"]],
      ["settings", ["/", "/comite", "/dons", "/planning"]],
    ] as const) {
      rendered.length = 0;
      cache.clear(writes);
      await cache.waitUntilFresh();
      expect(rendered.toSorted()).toEqual(remade);
    }
    rendered.length = 0;
    await cache.waitUntilFresh();
    expect(rendered).toEqual([]);
  });

  it("of a route with parameters are rendered on request, and at most 200 are kept", async () => {
    const shown = { sources: ["evenements"], many: true } as const;
    const render = vi.fn(page("Bal"));
    await cache.fill("/planning", undefined, page("Planning"));
    for (let i = 0; i < 201; i++) await cache.fill(`/planning/Bal${i}`, undefined, render, shown);
    const inMemory = async (path: string) => (await ask(path)).status === 200;
    expect([await inMemory("/planning/Bal0"), await inMemory("/planning/Bal1")]).toEqual([false, true]);
    expect(await inMemory("/planning")).toBe(true);
    render.mockClear();
    cache.clear("evenements");
    expect(await inMemory("/planning/Bal200")).toBe(false);
    await cache.waitUntilFresh();
    expect(render).not.toHaveBeenCalled();
  });

  it("are stale until the render after a write is done; waitUntilFresh waits for it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    let text = "avant";
    await cache.fill("/comite", undefined, async () => {
      const rendered = await page(text)();
      if (text !== "avant") await ready;
      return rendered;
    });
    const read = async () => (await ask("/comite")).body.toString();
    text = "après";
    cache.clear("membres");
    const settle = cache.waitUntilFresh();
    expect(await read()).toContain("avant");
    resolve();
    await settle;
    expect(await read()).toContain("après");
  });

  it("are rendered once after several writes, also without waitUntilFresh", async () => {
    let text = "avant";
    const render = vi.fn(() => page(text)());
    await cache.fill("/planning", undefined, render);
    text = "après";
    for (let i = 0; i < 5; i++) cache.clear("evenements");
    await expect.poll(async () => (await ask("/planning")).body.toString()).toContain("après");
    expect(render).toHaveBeenCalledTimes(2);
  });

  it("show a write that happened during the render after another write", async () => {
    let text = "avant";
    await cache.fill("/planning", undefined, () => {
      const rendered = page(text)();
      if (text === "première") {
        text = "seconde";
        cache.clear("evenements");
      }
      return rendered;
    });
    text = "première";
    cache.clear("evenements");
    await cache.waitUntilFresh();
    expect((await ask("/planning")).body.toString()).toContain("seconde");
  });

  it("are stale for a second at most, and not after a failed render", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let following = () => Promise.reject<RenderedPage>(new Error("store"));
    let first = true;
    const render = () => {
      if (!first) return following();
      first = false;
      return page("avant")();
    };
    await cache.fill("/comite", undefined, render);
    cache.clear("membres");
    await cache.waitUntilFresh();
    expect((await ask("/comite")).status).toBe(418);

    following = () => new Promise(() => {});
    first = true;
    await cache.fill("/comite", undefined, render);
    cache.clear("membres");
    vi.setSystemTime(Date.now() + 999);
    expect((await ask("/comite")).status).toBe(200);
    vi.setSystemTime(Date.now() + 2);
    expect((await ask("/comite")).status).toBe(418);
    // Resolves although the render never ends.
    await cache.waitUntilFresh();
  });

  it("are not rendered any more once the cache is stopped", async () => {
    const render = vi.fn(page("Comité"));
    await cache.fill("/comite", undefined, render);
    cache.stop();
    cache.clear("membres");
    await cache.waitUntilFresh();
    expect(render).toHaveBeenCalledTimes(1);
  });

  it("never come from a render that began before the last write", async () => {
    let finish = (_: RenderedPage): void => {};
    const before = cache.fill("/comite", undefined, () => new Promise((resolve) => (finish = resolve)));
    cache.clear("membres");
    const after = cache.fill("/comite", undefined, page("après"));
    finish(await page("avant")());
    await before;
    expect(await (await after).text()).toContain("après");
    expect((await ask("/comite")).body.toString()).toContain("après");
  });

  it("are never error pages", async () => {
    const failed = await cache.fill("/comite", undefined, page("panne", 500));
    expect(failed.status).toBe(500);
    expect((await ask("/comite")).status).toBe(418);
    await expect(cache.fill("/comite", undefined, () => Promise.reject(new Error("store")))).rejects.toThrow("store");
    await cache.fill("/comite", undefined, page("revenu"));
    expect((await ask("/comite")).status).toBe(200);
  });

  it("expire when a part of the page ends, such as an announcement, and after the maximum age, because another process may have written", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const expires = Date.now() + 500;
    const render = async () => ({ ...(await page("Accueil")()), expires });
    await cache.fill("/", undefined, render);
    vi.setSystemTime(expires);
    expect((await ask("/")).status).toBe(200);
    vi.setSystemTime(expires + 1);
    expect((await ask("/")).status).toBe(418);

    cache = new Pages(COMMON_HEADERS, 1000);
    await cache.fill("/", undefined, page("Accueil"));
    expect((await ask("/")).status).toBe(200);
    vi.setSystemTime(Date.now() + 1001);
    expect((await ask("/")).status).toBe(418);
  });

  it("expire when a clock that was a day ahead is corrected", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await cache.fill("/planning", undefined, page("Planning 2027"));
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000);
    expect((await ask("/planning")).status).toBe(418);
    await cache.fill("/planning", undefined, page("Planning 2026"));
    expect((await ask("/planning")).body.toString()).toContain("2026");
  });

  it("are served for 15 s after a failed render, but not after a write", async () => {
    cache = new Pages(COMMON_HEADERS, 1000);
    vi.useFakeTimers({ toFake: ["Date"] });
    const age = () => vi.setSystemTime(Date.now() + 60_000);
    const read = async () => (await ask("/comite")).body.toString();
    await cache.fill("/comite", undefined, page("entière"));
    for (const failed of [
      page("panne", 503),
      page("sans les réglages", 200, false),
      () => Promise.reject(new Error("store")),
    ]) {
      age();
      expect(await (await cache.fill("/comite", undefined, failed)).text()).toContain("entière");
      expect(await read()).toContain("entière");
    }
    age();
    await cache.fill("/comite", undefined, page("suivante"));
    expect(await read()).toContain("suivante");
    cache.clear("membres");
    expect((await cache.fill("/comite", undefined, page("panne", 503))).status).toBe(503);
  });
});
