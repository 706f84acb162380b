/** The time to read a text that a user typed grows with its length, not with the square of its length. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getMultipartBoundary, parseMultipart } from "@remix-run/multipart-parser";
import { describe, expect, it } from "vitest";
import { normalisePassword } from "#adapters/identity-platform/sign-in.ts";
import { readSession, readToast } from "#app/session/cookies.ts";
import { safeRedirect } from "#app/session/safe-redirect.ts";
import { hasFormBody, urlEncodedParts } from "#app/ui/form/form-parts.server.ts";
import { readInboxQuery } from "#app/ui/list/inbox-list.ts";
import { contactMessageSchema } from "#domain/contact-message.ts";
import { fieldErrorsOf } from "#domain/fields.ts";
import { isPictureFileName } from "#domain/pictures/picture-variants.ts";
import { isDocumentId } from "#ports/documents.ts";
import { toPrintableText } from "#print/printable.ts";
import { visitorIpAddress } from "#server/http/limits/visitor-address.ts";
import { isCrossSite } from "#server/http/same-origin.ts";
import { isPictureKey } from "#stores/pictures/picture.ts";
import { processorMs } from "#tests/heartbeat.ts";
import { siteRoutesOfBuild } from "./http/routes.ts";
import { RUNS, type Run, runOf } from "./long-runs.ts";

const ROOT = join(import.meta.dirname, "..");
const SHORT = 1_500;
const TIMES = 8;
/** A text eight times as long takes eight times as long, or sixty-four times if the time grows with the square. */
const MOST = 24;
/** The shortest of several times counts: other processes disturbed it least. */
const REPEATS = 5;
/** A reader that seems to grow is measured by the processor time of its thread; only growth in all rounds counts. */
const ROUNDS = 5;
/** Processor time of a round, in milliseconds: several ticks of the clock that counts it. */
const ROUND_MS = 50;

/** Texts before a run: any text, and the beginnings of texts that some readers expect. */
const ANYTHING = "1";
const BEGINNINGS = ["", "CHF 1", "a@b", "/", "https://a", "CH", '"', "a,"];
const TELLING: readonly Run[] = ["marks of two classes in turn", "spaces", "plus", "digits", "dashes", "dots", "at"];

/** A short and a long text with the same run, which end in a character that fits no pattern. `glance`: milliseconds. */
type Sample = { what: string; short: string; long: string; glance: number };

type Reader = (text: string) => unknown;

/** @returns an object whose every field is the text */
const havingEach = (text: string): object =>
  new Proxy({}, { get: (_, field) => (typeof field === "string" ? text : undefined), has: () => true });

type Call = (...args: unknown[]) => unknown;

/** Files without text that a user types. */
const NOT_TYPED: readonly string[] = ["data-processor.ts"];

/** Calls a function with texts, or with objects that have texts. If it returns a generator, takes its first value. */
function read(call: Call, args: readonly unknown[]): void {
  const made = call(...args);
  if (made instanceof Promise) made.catch(() => {});
  else if (typeof made === "object" && made !== null && "next" in made) (made.next as Call)();
}

/** @returns the parser of the schema that a function returns; null if it returns no schema */
function parserOf(name: string, call: Call): Call | null {
  try {
    const made = call(...(call.length === 0 ? [] : [name.startsWith("schema") ? "2026-01-01" : 500]));
    if (made instanceof Promise) made.catch(() => {});
    return typeof made === "object" && made !== null && "safeParse" in made ? (made.safeParse as Call) : null;
  } catch {
    return null;
  }
}

/** All exported functions of the domain, so that a new function is tested without a change of this file. */
async function readersOfTheDomain(): Promise<[string, Reader][]> {
  const readers: [string, Reader][] = [];
  const files = readdirSync(join(ROOT, "domain"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((one) => one.endsWith(".ts") && !NOT_TYPED.includes(one))) {
    const exported = (await import(join(ROOT, "domain", file))) as Record<string, unknown>;
    for (const [name, one] of Object.entries(exported)) {
      if (typeof one !== "function") continue;
      const call = parserOf(name, one as Call) ?? (one as Call);
      readers.push(
        [`${name} of ${file}`, (text) => read(call, [text, backwards(text), text])],
        [`${name} of ${file}, of its fields`, (text) => read(call, [havingEach(text), havingEach(backwards(text))])],
      );
    }
  }
  return readers;
}

const turned = new Map<string, string>();
/** @returns the characters of the text in reverse order: another text of the same length */
function backwards(text: string): string {
  const known = turned.get(text) ?? [...text].reverse().join("");
  turned.set(text, known);
  return known;
}

const inHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "");
const requestWith = (header: string, text: string) =>
  new Request("http://localhost:3000/", { headers: { [header]: inHeader(text) } });
/** Reads the names and texts of a multipart form with the parser of form-parts.server.ts. */
const partsIn = (text: string) =>
  Array.from(parseMultipart(new TextEncoder().encode(text), { boundary: "x" }), ({ name, text }) => [name, text]);
const routes = await siteRoutesOfBuild();

const OTHERS: [string, Reader][] = [
  ["the page after the login", (text) => [text, `/${text}`, `//${text}`].map((one) => safeRedirect(one, routes))],
  [
    "the address of a list",
    (text) => readInboxQuery(new URLSearchParams({ q: text, page: text, filter: text }), "message"),
  ],
  ["a session's cookie", (text) => readSession(requestWith("cookie", `session=${text}`))],
  ["a toast's cookie", (text) => readToast(requestWith("cookie", `a=b;${text}; avis=${text}`))],
  ["the type of a form", (text) => hasFormBody(requestWith("content-type", text))],
  ["fields of a form", (text) => [...urlEncodedParts(text)]],
  ["parts of a form", (text) => partsIn(`--x\r\na: ${text}\r\n\r\nb\r\n--x--`)],
  ["a part of a form", (text) => partsIn(`--x\r\nContent-Disposition: form-data; name=a\r\n\r\n${text}\r\n--x--`)],
  ["a boundary", (text) => [getMultipartBoundary(text), getMultipartBoundary(`multipart/form-data; boundary=${text}`)]],
  ["fields of the contact form", (text) => fieldErrorsOf(contactMessageSchema(), Object.fromEntries(formWith(text)))],
  ["the address of a visitor", (text) => [visitorIpAddress(text, text, 1), visitorIpAddress(text, `[${text}`, 2)]],
  [
    "the Origin header",
    (text) => isCrossSite({ origin: `http://${text}`, secFetchSite: undefined, cookie: text }, "http://localhost:3000"),
  ],
  [
    "the Sec-Fetch-Site header",
    (text) => isCrossSite({ origin: text, secFetchSite: text, cookie: text }, "http://localhost:3000"),
  ],
  ["the address of a picture", (text) => [isPictureFileName(text), isPictureKey(text)]],
  ["the name of a document", (text) => [isDocumentId(text), isDocumentId(`__${text}`)]],
  ["a password of the hosted family", (text) => normalisePassword(text)],
  ["a text on paper", (text) => toPrintableText(text)],
];

function formWith(text: string): FormData {
  const form = new FormData();
  form.append("message", text);
  return form;
}

/** @returns the shortest time of several, in milliseconds */
function timeOf(work: () => unknown, repeats = REPEATS): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) {
    const before = performance.now();
    try {
      work();
    } catch {
      // A reader that throws is measured, too.
    }
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

/** @returns the processor time of one call in milliseconds, which other processes do not lengthen */
function processorTimeOf(work: () => unknown): number {
  const start = processorMs();
  for (let calls = 1; ; calls++) {
    try {
      work();
    } catch {
      // A reader that throws is measured, too.
    }
    const spent = processorMs() - start;
    if (spent >= ROUND_MS) return spent / calls;
  }
}

/** @returns the milliseconds that it takes to read and copy each character of a text once */
const glanceAt = (text: string): number => timeOf(() => [...text].reverse().join(""));

const runs = Object.keys(RUNS) as Run[];
const SAMPLES: readonly Sample[] = [
  ...runs.map((run) => [ANYTHING, run] as const),
  ...BEGINNINGS.flatMap((beginning) => TELLING.map((run) => [beginning, run] as const)),
].map(([beginning, run]) => {
  const [short, long] = [SHORT, SHORT * TIMES].map((length) => `${beginning}${runOf(run, length)}x`) as [
    string,
    string,
  ];
  return { what: `${JSON.stringify(beginning)} and ${run}`, short, long, glance: glanceAt(long) };
});

/** @returns a sentence with both times if the time grows faster than the length; else null */
function growthWith(reader: Reader, { what, short, long, glance }: Sample): string | null {
  // Most readers are fast enough even with the long text.
  if (timeOf(() => reader(long), 1) <= MOST * glance) return null;
  let found: string | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const after = processorTimeOf(() => reader(long));
    if (after <= MOST * glance) return null;
    const before = processorTimeOf(() => reader(short));
    if (after <= MOST * (before + glance)) return null;
    found = `${what}: ${before} ms, then ${after} ms`;
  }
  return found;
}

const growthOf = (reader: Reader): string[] =>
  SAMPLES.map((sample) => growthWith(reader, sample)).filter((one) => one !== null);

describe("a text that a user typed", { timeout: 120_000 }, async () => {
  it.each([...(await readersOfTheDomain()), ...OTHERS].map(([what, reader]) => ({ what, reader })))(
    "is read by $what in a time that grows with its length",
    ({ reader }) => expect(growthOf(reader)).toEqual([]),
  );
});
