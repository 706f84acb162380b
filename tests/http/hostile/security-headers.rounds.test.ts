import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
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
  expected("referrer-policy", expect.stringMatching(/^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/));
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
    const people = ["", site.cookie];
    // In a quick run, the page is for one of them and the data for the other, in turn.
    for (const [nth, { path }] of (await listRoutes(() => "nulle-part")).entries())
      for (const [i, address] of [path, `${path}.data`].entries())
        for (const cookie of people.filter((_, j) => LONG || j === (nth + i) % people.length))
          for (const method of methodsOf(responses))
            await verifier(address, { method, headers: { cookie, origin: PUBLIC } });
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

  it("on pictures, PDF and CSV files, cached pages in every encoding, and the health check", async () => {
    const poster = await prepared(site.services, "evenements");
    await site.services.events.create("Bal0826", anEvent(), null, poster);
    const url = (await site.services.images.find({ collection: "evenements", id: "Bal0826" }))?.url ?? "";
    site.cookie = await site.signIn();
    for (const [path, type] of [
      [url, "image/jpeg"],
      ["/autorisation.pdf", "application/pdf"],
      ["/inscriptions.csv", "text/csv"],
      ["/messages.csv", "text/csv"],
      ["/healthz", "application/json"],
    ] as const) {
      const response = await verifier(path, { headers: { cookie: site.cookie } });
      expect([path, response.status, response.headers.get("content-type")?.split(";")[0]]).toEqual([path, 200, type]);
    }
    await verifier(url, { method: "HEAD" });
    for (const encoding of ["br", "gzip", "identity"])
      for (const method of ["GET", "HEAD"])
        await verifier("/comite", { method, headers: { "accept-encoding": encoding } });
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

  it("on every refusal and error", async () => {
    const json = { headers: { origin: PUBLIC, "content-type": "application/json" } };
    const address = "203.0.113.7";
    for (let i = 0; i < 120; i++) site.limiter(address).costly();
    vi.spyOn(site.services.inbox, "add").mockRejectedValueOnce(new Error("disk full"));
    for (const [status, answer] of [
      [400, post("/contact", {})],
      [400, post("/login", { username: "a@b.ch", password: "faux" })],
      [403, post("/contact", {}, { origin: "https://evil.example" })],
      [404, verifier("/nulle-part")],
      [405, post("/charte", {})],
      [410, verifier("/invitation/x")],
      [413, verifier("/contact", { method: "POST", body: "x".repeat(300_000), headers: { origin: PUBLIC } })],
      [415, verifier("/contact", { method: "POST", body: "{}", ...json })],
      [429, verifier("/invitation/x", {}, address)],
      [503, post("/contact", formOf("/contact"))],
    ] as const)
      expect((await answer).status).toBe(status);
    vi.spyOn(site.services.committee, "list").mockRejectedValueOnce(new Error("disk full"));
    site.cache.clear("membres");
    expect((await verifier("/comite")).status).toBeGreaterThanOrEqual(500);
  });

  it("on every status that the site has", () => {
    for (const status of [200, 302, 400, 403, 404, 405, 410, 413, 415, 429, 503]) expect(statuses).toContain(status);
    writeFigures("headers", {
      promise: "Every response has the security headers",
      figures: `${responses} responses with ${statuses.size} different status codes checked`,
    });
  });
});
