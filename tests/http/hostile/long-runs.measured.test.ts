/**
 * Whatever is long holds the process no longer than what is short: in any field of any form, in any parameter of an
 * address, in any header. Each request is alone, with a heart that beats beside it.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holding } from "#tests/heartbeat.ts";
import { listRoutes } from "#tests/http/routes.ts";
import { RUNS, type Run, runOf } from "#tests/long-runs.ts";
import { bodyOf, type Form, formOf, isPublic, openSiteWithContent } from "./long-forms.ts";

const TIMEOUT_MS = 600_000;
/** Almost all that is read of a form, and of the headers of a request with its address. */
const BODY = 250 * 1024;
const HEAD = 15 * 1024;
/** Long enough to give away what takes the square of it, at a fifth of the time of a whole body. */
const LONG_BYTES = 40 * 1024;

/** No request holds the process for longer, … */
const MAX_MS = 100;
/** … or, on a slow machine, for more than so many times what the median of the run does. */
const MAX_MEDIANS = 20;
/** The test stops here: a longer wait proves nothing more. */
const HOPELESS_MS = 1000;

let opened: Awaited<ReturnType<typeof openSiteWithContent>>;
let routes: { route: string; writes: boolean }[];
beforeAll(async () => {
  opened = await openSiteWithContent();
  routes = (await listRoutes((place) => `:${place}`)).map(({ path, writes }) => ({ route: path, writes: writes }));
});
afterAll(() => opened.site.close());

type Ask = { what: string; path: string; init: RequestInit };

/** Asks, reads the answer to its end. @returns how long it held the process, and the answer's text */
async function ask({ path, init }: Ask) {
  const { held, result } = await holding(async () => {
    const response = await opened.site.request(path, init);
    return { status: response.status, text: await response.text() };
  });
  return { held, ...result };
}

/** A machine that is busy with others stops us now and then: what seemed to hold the process is asked again alone. */
async function heldAtLeast(request: Ask, tries = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) least = Math.min(least, (await ask(request)).held);
  return least;
}

async function nobodyWaitsFor(requests: readonly Ask[]): Promise<void> {
  const held: number[] = [];
  const suspects: { request: Ask; held: number }[] = [];
  for (const request of requests) {
    const one = await ask(request);
    expect(one.status === 503 || one.status < 500, request.what).toBe(true);
    held.push(one.held);
    if (one.held > MAX_MS) suspects.push({ request, held: one.held });
    if (one.held > HOPELESS_MS) break;
  }
  const median = held.toSorted((a, b) => a - b)[held.length >> 1] ?? 0;
  const most = Math.max(MAX_MS, MAX_MEDIANS * median);
  const found: string[] = [];
  for (const { request, held } of suspects) {
    if (held <= most) continue;
    const least = held > HOPELESS_MS ? Math.min(held, await heldAtLeast(request, 1)) : await heldAtLeast(request);
    if (least > most) found.push(`${request.what}: ${Math.round(least)} ms`);
  }
  expect(found).toEqual([]);
  expect(held).toHaveLength(requests.length);
}

function post(
  what: string,
  path: string,
  body: FormData | URLSearchParams | Uint8Array<ArrayBuffer>,
  cookie = opened.cookie,
  type?: string,
): Ask {
  const headers = { origin: opened.site.config.publicUrl, cookie, ...(type && { "content-type": type }) };
  return { what, path, init: { method: "POST", body, headers } };
}
const get = (what: string, path: string, headers: Record<string, string> = {}): Ask => ({
  what,
  path,
  init: { headers: { cookie: opened.cookie, ...headers } },
});

/** @returns a run that takes so many bytes on the wire */
function runOfBytes(run: Run, bytes: number): string {
  const sample = runOf(run, 1000);
  return runOf(run, Math.floor((bytes * sample.length) / Buffer.byteLength(sample.toWellFormed())));
}

const runs = Object.keys(RUNS) as Run[];
/** The first of them, marks and blanks, have been the slowest. */
const HURTING = 9;
/**
 * The places of one form share their readers, which tests/long-runs.alone.test.ts tries with every run. So the places
 * take turns: a place gets three of the first runs and three of the others.
 */
const turnOf = (i: number): Run[] => {
  const step = (j: number) => (j < HURTING ? 3 : HURTING);
  return runs.filter((_, j) => j % step(j) === i % step(j));
};

/** Each field with the runs of its turn. One of them is as long as a form may be. */
function spoiledForms(): Ask[] {
  return routes
    .filter(({ writes }) => writes)
    .flatMap(({ route }) =>
      Object.entries(formOf(route)).flatMap(([field, value], i) =>
        turnOf(i).map((run, j, turn) => {
          const isWhole = j === i % turn.length;
          const long = runOfBytes(run, isWhole ? BODY : LONG_BYTES);
          const form: Form = { ...formOf(route), [field]: `${value}${long}x` };
          return post(
            `${route}, ${field}: ${run}`,
            opened.addressOf(route),
            bodyOf(form),
            isPublic(route) ? "" : undefined,
          );
        }),
      ),
    );
}

/** As much of a run as an address may hold, percent-encoded. */
const encoded = (run: Run, length: number): string =>
  encodeURIComponent(runOf(run, length).toWellFormed())
    .slice(0, length)
    .replace(/%[0-9A-F]?$/, "");

const PARAMETERS = ["q", "recherche", "page", "filtre", "id", "suite", "index", "_routes", "montant"];

function spoiledAddresses(): Ask[] {
  const asks: Ask[] = [];
  for (const [i, { route }] of routes.entries()) {
    const hasPlace = route.includes(":");
    for (const run of turnOf(i)) {
      const path = hasPlace ? route.replace(/:[\w*]+/g, `a${encoded(run, HEAD)}x`) : `${route}/${encoded(run, HEAD)}x`;
      asks.push(get(`${route} as a path: ${run}`, path));
      const query = PARAMETERS.map((name) => `${name}=1${encoded(run, HEAD / PARAMETERS.length - 20)}x`).join("&");
      asks.push(get(`${route} as a query: ${run}`, `${opened.addressOf(route)}?${query}`));
    }
    for (const name of PARAMETERS)
      asks.push(
        get(
          `${route}, ${name} again and again`,
          `${opened.addressOf(route)}?${`${name}=a&`.repeat(HEAD / (name.length + 3))}`,
        ),
      );
  }
  for (const raw of ["/", ".", "+", "%2F", "%25", ";", "//x"])
    asks.push(get(`a raw path of ${raw}`, `/planning/${raw.repeat(HEAD / raw.length)}x`));
  const read = ["/dons/qr-facture?montant=", "/qr-facture/don.svg?montant=", "/login?suite=/", "/login?suite=//"];
  for (const run of runs)
    for (const path of [...read, "/inscriptions?recherche="])
      asks.push(get(`${path}: ${run}`, `${path}1${encoded(run, HEAD).replaceAll("%20", "+")}x`));
  return asks;
}

const HEADERS = {
  ...Object.fromEntries(
    "accept accept-encoding accept-language if-none-match if-modified-since referer user-agent x-forwarded-for x-forwarded-host"
      .split(" ")
      .map((name) => [name, ["a"]]),
  ),
  cookie: ["session=", "avis=", "recherches=", "a;", "session=a; "],
  range: ["bytes="],
  origin: ["", "http://"],
  "sec-fetch-site": ["a"],
  "content-type": ["", "multipart/form-data; boundary=", 'multipart/form-data; boundary="'],
};

function spoiledHeaders(): Ask[] {
  const asks: Ask[] = [];
  for (const [i, [name, beginnings]] of Object.entries(HEADERS).entries())
    for (const [j, beginning] of beginnings.entries())
      for (const run of turnOf(i + j)) {
        const value = runOf(run, HEAD).replaceAll(/[^\x20-\x7e\xe9]/g, "");
        if (value === "") continue;
        const header = { [name]: `${beginning}${value}x` };
        for (const path of ["/", "/planning.ics"])
          asks.push(get(`${name}: ${beginning} ${run} for ${path}`, path, header));
        const form = post(`${name}: ${beginning} ${run} with a form`, "/contact", new URLSearchParams({ name: "x" }));
        asks.push({ ...form, init: { ...form.init, headers: { ...(form.init.headers as object), ...header } } });
      }
  return asks;
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** Bodies that are hardly forms, as large as they may be. */
function spoiledBodies(): Ask[] {
  const dash = "-".repeat(70);
  const part = (head: string, content = "") => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const several = "multipart/form-data; boundary=x";
  const bodies: [string, string, string][] = runs.flatMap((run) => {
    const long = runOfBytes(run, LONG_BYTES);
    const head = runOfBytes(run, 8000).replaceAll(/[\r\n]/g, "");
    return [
      [`fields: ${run}`, long, "application/x-www-form-urlencoded"],
      [`a part's head: ${run}`, `${part(`name="nom"; a${head}`)}--x--`, several],
      [`a part's name: ${run}`, `${part(`name="${head}`)}--x--`, several],
      [`a part's file: ${run}`, `${part(`name="photo"; filename*=UTF-8''${head}`)}--x--`, several],
      [`two hundred parts: ${run}`, `${part(`name="nom"; ${head.slice(0, 1000)}`).repeat(200)}--x--`, several],
      [`around a boundary: ${run}`, `--${dash}\r\n${long}`, `multipart/form-data; boundary=${dash}`],
    ];
  });
  bodies.push(
    ["as many fields as there is room", "nom=a&".repeat(BODY / 6), "application/x-www-form-urlencoded"],
    ["as many parts as there is room", part('name="nom"').repeat(BODY / 60), several],
    [
      "almost a boundary, again and again",
      `--${dash}\r\n\r\n\r\n\r\n${`\r\n--${dash}`.slice(0, -1).repeat(BODY / 75)}`,
      `multipart/form-data; boundary=${dash}`,
    ],
  );
  const places = ["/contact", "/reglages"];
  return bodies.flatMap(([what, body, type]) =>
    places.map((path) => post(`${path}, ${what}`, path, bytesOf(body), undefined, type)),
  );
}

describe("a long repeated text", { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    // What a page loads when it is first asked for is not what is measured.
    for (const { route, writes } of routes) {
      await ask(get("", opened.addressOf(route)));
      if (writes) await ask(post("", opened.addressOf(route), bodyOf(formOf(route))));
    }
    opened = await openSiteWithContent();
  });

  it("in a field of a form delays no other visitor", () => nobodyWaitsFor(spoiledForms()));
  it("in an address delays no other visitor", () => nobodyWaitsFor(spoiledAddresses()));
  it("in a header delays no other visitor", () => nobodyWaitsFor(spoiledHeaders()));
  it("in a body that is no form delays no other visitor", () => nobodyWaitsFor(spoiledBodies()));
});
