/** The protecting headers of files and refusals; tests/http/every-route.test.ts checks those of every route. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { expectProtected } from "#tests/http/protecting-headers.ts";
import { setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { formOf } from "./long-forms.ts";

const PUBLIC = "https://jeunesse.exemple.ch";
const CLIENT = join(import.meta.dirname, "../../../build/client");

const site = setUpSite({ env: { PUBLIC_URL: PUBLIC }, committee: true });

/** Sends a request, and checks the security headers of the response. */
async function verifier(path: string, init: RequestInit = {}, address?: string): Promise<Response> {
  const response = await site.request(path, init, address);
  expectProtected(`${init.method ?? "GET"} ${path}`, response);
  return response;
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  verifier(path, { method: "POST", body: new URLSearchParams(fields), headers: { origin: PUBLIC, ...headers } });

describe("every response has the security headers", { timeout: 120_000 }, () => {
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
    const url = (await site.services.pictures.find({ collection: "evenements", id: "Bal0826" }))?.url ?? "";
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

  it("on files of the build, in no encoding that the browser refuses", async () => {
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
});
