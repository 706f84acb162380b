/** Hostile values in every form, address, body and header: the site stays up and reveals nothing of its inside. */

import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { setUpSite } from "#tests/http/site.ts";
import { FIELD_NAMES } from "./long-forms.ts";

/** Requests of each kind. */
const FORMS = 2500;
const ADDRESSES = 4500;
const RAW_BODIES = 1500;
const HEADERS = 1500;
/** Parallel requests. */
const IN_PARALLEL = 25;
const DELAY_MS = 600_000;

const FIELDS = [...FIELD_NAMES, "choisi Fête0825", "__proto__", "constructor"];

const WORDS =
  "% %00 null __proto__ -1 NaN ..%2f..%2f ../../../../etc/passwd 2025-02-30 0000-00-00 +275760-09-13 http://[::1 " +
  "javascript:alert(1) remove handle invite search";
const HOSTILES = [
  ...WORDS.split(" "),
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
  "9".repeat(400),
  "[object Object]",
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILES) },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
);
const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), text), text), { maxLength: 12 });

const site = setUpSite({ committee: true });
let paths: { template: string; writes: boolean }[] = [];
let sample = 0;
beforeAll(async () => {
  await site.services.committee.create("DupontMembre", {
    lastName: "Dupont",
    firstName: "Zoé",
    role: "Membre",
    displayedRole: "",
  });
  // A sign-in costs a hash, and a sign-out would end the session of the other requests: both have tests of their own.
  site.services.auth.signIn = async () => null;
  site.services.auth.signOut = async () => {};
  paths = (await listRoutes((place) => `:${place}`)).map(({ path, writes }) => ({ template: path, writes }));
});

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** Checks the rules that hold for every response. */
async function verifier(response: Response): Promise<void> {
  const { status, headers } = response;
  sample++;
  expect(status === 503 || status < 500).toBe(true);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect([...headers].join("\n")).not.toMatch(/[\r\n]set-cookie: a=b/i);
  const bytes = Buffer.from(await response.arrayBuffer());
  const decoder = DECODERS[headers.get("content-encoding") ?? ""];
  const body = (decoder && bytes.length > 0 ? decoder(bytes) : bytes).toString();
  expect(body).not.toMatch(/\n {4}at \S+ \(|node_modules|\/tmp\/|SQLITE_|Error:/);
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/html") && body !== "") {
    expect(body).toMatch(/^<!doctype html>/i);
    expect(body).not.toMatch(/<img src=x onerror|<script>alert\(1\)/);
    if (body.includes("<body")) expect(body.trimEnd()).toMatch(/<\/html>$/);
  }
  // The response to HEAD has no body.
  if (type.startsWith("application/json") && body !== "") expect(() => JSON.parse(body)).not.toThrow();
  const to = headers.get("location");
  if (to) expect(new URL(to, site.config.publicUrl).origin).toBe(site.config.publicUrl);
}

/** Sends this number of requests, several in parallel, and checks the responses. */
async function attempt(countOf: number, arbitrary: fc.Arbitrary<() => Promise<Response>>): Promise<void> {
  const before = sample;
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: IN_PARALLEL, maxLength: IN_PARALLEL }), async (requests) => {
      for (const response of await Promise.all(requests.map((request) => request()))) await verifier(response);
    }),
    { numRuns: countOf / IN_PARALLEL, endOnFailure: true },
  );
  expect(sample - before).toBe(countOf);
}

const who = () => fc.constantFrom("", site.cookie);
const route = (writes: boolean) =>
  fc.constantFrom(...paths.filter((one) => !writes || one.writes).map(({ template }) => template));
const segment = text.map((value) => encodeURIComponent(value.toWellFormed()));
const PARAMETERS = "recherche page filtre id suite index _routes annee x".split(" ");
/** An address with values for its parameters, and a query with the names that pages read. */
const address = (writes: boolean) =>
  fc
    .tuple(
      route(writes),
      fc.array(segment, { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), segment), { maxLength: 4 }),
      fc.constantFrom("", "", "", ".data", "/", "//", "/.", ";x", "%00"),
    )
    .map(([template, segments, request, end]) => {
      let i = 0;
      const path = template.replace(/:[\w*]+/g, () => segments[i++] ?? "");
      return `${path}${end}?${request.map(([name, value]) => `${name}=${value}`).join("&")}`;
    });

describe("a hostile value", { timeout: DELAY_MS }, () => {
  it("in any form, as a page or as data, gets a correct response", async () => {
    const request = fc
      .tuple(address(true), fields, who(), fc.boolean())
      .map(([path, pairs, cookie, inPieces]) => async () => {
        const body = inPieces ? new FormData() : new URLSearchParams();
        for (const [name, value] of pairs) body.append(name.toWellFormed(), value.toWellFormed());
        const headers = { origin: site.config.publicUrl, cookie };
        return site.request(path, { method: "POST", body, headers });
      });
    await attempt(FORMS, request);
  });

  it("in any address gets a correct response", async () => {
    const request = fc.tuple(address(false), who(), fc.constantFrom("GET", "HEAD")).map(
      ([path, cookie, method]) =>
        async () =>
          site.request(path, { method, headers: { cookie } }),
    );
    await attempt(ADDRESSES, request);
  });

  it("in a body that is no form gets a correct response", async () => {
    const FORM = "application/x-www-form-urlencoded";
    const PARTS = "multipart/form-data";
    const types = [FORM, `${FORM}; charset=utf-16`, PARTS, `${PARTS}; boundary=x`, `${PARTS}; boundary=`, "text/plain"];
    const PART = 'Content-Disposition: form-data; name="nom"';
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc
        .constantFrom("--x\r\n", "--x--", "\r\n\r\n", PART, '; filename="a"', "&", "=", "%")
        .map((chars) => new TextEncoder().encode(chars)),
    );
    const request = fc
      .tuple(
        address(true),
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom(...types, "application/json", ""),
        who(),
      )
      .map(([path, pieces, type, cookie]) => async () => {
        const headers = { origin: site.config.publicUrl, cookie, "content-type": type };
        return site.request(path, { method: "POST", body: new Uint8Array(Buffer.concat(pieces)), headers });
      });
    await attempt(RAW_BODIES, request);
  });

  it("in any header gets a correct response", async () => {
    const names =
      "cookie accept accept-encoding accept-language if-none-match if-modified-since range content-type " +
      "x-forwarded-for x-forwarded-host forwarded referer user-agent origin sec-fetch-site x-http-method-override";
    const value = fc.oneof(
      text.map((t) => t.replaceAll(/[^\x20-\x7e]/g, "").trim()),
      text.map((t) => `session=${encodeURIComponent(t.toWellFormed())}; avis=${encodeURIComponent(t.toWellFormed())}`),
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
    const request = fc
      .tuple(
        route(false),
        fc.array(fc.tuple(fc.constantFrom(...names.split(" ")), value), { maxLength: 8 }),
        fc.constantFrom("GET", "POST"),
      )
      .map(
        ([template, headers, method]) =>
          async () =>
            site.request(template.replaceAll(/:[\w*]+/g, "x"), { method, headers: Object.fromEntries(headers) }),
      );
    await attempt(HEADERS, request);
  });

  it("leaves no error in the log, and the site still responds", async () => {
    for (const { error, position } of site.log) {
      expect(error).toBeNull();
      expect(position).toMatch(/honeypot/);
    }
    expect((await site.request("/healthz")).status).toBe(200);
    const total = FORMS + ADDRESSES + RAW_BODIES + HEADERS;
    expect(sample).toBe(total);
    expect(total).toBeGreaterThanOrEqual(10_000);
    writeFigures("fuzz", {
      promise: "Hostile forms, URLs, bodies and headers cause no error page and no stack trace",
      figures: `${total} cases on ${paths.length} routes, no status above 499 except 503`,
    });
  });
});
