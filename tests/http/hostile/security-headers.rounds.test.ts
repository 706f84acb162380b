import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { writeFigures } from "#tests/figures.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { LONG } from "#tests/rounds.ts";
import { formOf } from "./long-forms.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const CLIENT = join(import.meta.dirname, "../../../build/client");

const site = setUpSite({ env: { PUBLIC_URL: PUBLIC }, committee: true });
let responses = 0;
const statuses = new Set<number>();

/** Sends a request, and checks the security headers of the response. */
async function verifier(path: string, init: RequestInit = {}, address?: string): Promise<Response> {
  const response = await site.request(path, init, address);
  const { headers, status } = response;
  const seen = (nom: string) => [path, init.method ?? "GET", status, headers.get(nom)];
  const expected = (nom: string, value: unknown) =>
    expect(seen(nom)).toEqual([path, init.method ?? "GET", status, value]);
  const csp = headers.get("content-security-policy") ?? "";
  expected(
    "content-security-policy",
    expect.stringMatching(
      /^default-src 'none'; (?:.*; )?frame-ancestors 'none'(?:; script-src 'self'(?: '(?:nonce|sha256)-[\w+/=]+')*)?$/,
    ),
  );
  expect(csp).not.toContain("unsafe");
  expected("strict-transport-security", expect.stringMatching(/^max-age=\d{8}/));
  expected("x-content-type-options", "nosniff");
  expected("referrer-policy", expect.stringMatching(/^(?:strict-origin-when-cross-origin|no-referrer)$/));
  expected("permissions-policy", expect.stringContaining("camera=()"));
  expected("cross-origin-opener-policy", "same-origin");
  expected("cross-origin-resource-policy", "same-origin");
  expected("server", null);
  expected("x-powered-by", null);
  expected("access-control-allow-origin", null);
  if (status === 405) expected("allow", expect.stringContaining("GET, HEAD"));
  if (status === 429 || status === 503) expected("retry-after", expect.stringMatching(/^[1-9]\d*$/));
  responses++;
  statuses.add(status);
  return response;
}

/** @returns GET, POST and all other methods; one of the others in a quick run */
function methodsOf(nth: number): string[] {
  const others = ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"];
  return ["GET", "POST", ...others.filter((_, i) => LONG || i === nth % others.length)];
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  verifier(path, { method: "POST", body: new URLSearchParams(fields), headers: { origin: PUBLIC, ...headers } });

describe("every answer carries the headers that protect", { timeout: 120_000 }, () => {
  it("on every route, to visitors and to the committee, with every method", async () => {
    for (const { path } of await listRoutes(() => "nulle-part"))
      for (const address of [path, `${path}.data`])
        for (const who of ["", site.cookie])
          for (const method of methodsOf(responses))
            await verifier(address, { method, headers: { cookie: who, origin: PUBLIC } });
    for (const status of [200, 302, 404, 405, 415]) expect(statuses).toContain(status);
  });

  it("on every file of the build, and on missing files", async () => {
    const files = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(CLIENT.length));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) for (const method of ["GET", "HEAD"]) await verifier(file, { method });
    await verifier("/assets/nulle-part.js");
    await verifier("/images/membres/x/0123456789abcdef0123-480.jpg");
  });

  it("on the picture of a card", async () => {
    const poster = await prepared(site.services, "evenements");
    await site.services.events.create("Bal0826", anEvent(), null, poster);
    const url = (await site.services.images.find({ collection: "evenements", id: "Bal0826" }))?.url ?? "";
    const response = await verifier(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await verifier(url, { method: "HEAD" });
  });

  it("on PDF and CSV files", async () => {
    site.cookie = await site.signIn();
    for (const [path, type] of [
      ["/autorisation.pdf", "application/pdf"],
      ["/inscriptions.csv", "text/csv"],
      ["/messages.csv", "text/csv"],
    ] as const) {
      const response = await verifier(path, { headers: { cookie: site.cookie } });
      expect([path, response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([path, 200, type]);
    }
  });

  it("on a cached page in every encoding, and on the health check", async () => {
    for (const encoding of ["br", "gzip", "identity"])
      for (const method of ["GET", "HEAD"])
        await verifier("/comite", { method, headers: { "accept-encoding": encoding } });
    await verifier("/healthz");
  });

  it("and files of the build have no encoding that the browser refuses", async () => {
    const scripts = readdirSync(join(CLIENT, "assets")).filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(3);
    const sent = async (accepts: string) => {
      const encodings = scripts.map(async (name) => {
        const response = await site.request(`/assets/${name}`, { headers: { "accept-encoding": accepts } });
        return response.headers.get("content-encoding");
      });
      return [...new Set(await Promise.all(encodings))];
    };
    expect(await sent("gzip, br")).toContain("br");
    for (const accepts of ["br;q=0, gzip", "*;q=0, gzip"]) expect(await sent(accepts)).toContain("gzip");
    for (const accepts of ["br;q=0", "br; q=0.0, *;q=0", "identity", "*;q=0"])
      expect(await sent(accepts)).toEqual([null]);
  });

  it("on every refusal", async () => {
    expect((await post("/contact", {})).status).toBe(400);
    expect((await post("/login", { username: "a@b.ch", password: "faux" })).status).toBe(400);
    expect((await post("/contact", {}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await verifier("/nulle-part")).status).toBe(404);
    expect((await post("/charte", {})).status).toBe(405);
    expect((await verifier("/invitation/x")).status).toBe(410);
    const long = { method: "POST", body: "x".repeat(300_000), headers: { origin: PUBLIC } };
    expect((await verifier("/contact", long)).status).toBe(413);
    const json = { method: "POST", body: "{}", headers: { origin: PUBLIC, "content-type": "application/json" } };
    expect((await verifier("/contact", json)).status).toBe(415);
    const address = "203.0.113.7";
    for (let i = 0; i < 120; i++) site.limiter(address).costly();
    expect((await verifier("/invitation/x", {}, address)).status).toBe(429);
  });

  it("on every error", async () => {
    const broken = site.services.inbox.add;
    site.services.inbox.add = () => Promise.reject(new Error("disk full"));
    expect((await post("/contact", formOf("/contact"))).status).toBe(503);
    site.services.inbox.add = broken;
    const { list } = site.services.committee;
    site.services.committee.list = () => Promise.reject(new Error("disk full"));
    site.cache.clear("membres");
    expect((await verifier("/comite")).status).toBeGreaterThanOrEqual(500);
    site.services.committee.list = list;
  });

  it("on every status that the site has", () => {
    for (const status of [200, 302, 400, 403, 404, 405, 410, 413, 415, 429, 503]) expect(statuses).toContain(status);
    writeFigures("headers", {
      promise: "Every response has the security headers",
      figures: `${responses} responses with ${statuses.size} different status codes checked`,
    });
  });
});
