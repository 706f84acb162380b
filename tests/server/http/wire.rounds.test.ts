/** Raw HTTP to the real process: the site answers any bytes in time, and continues. */

import type { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVER_TIMEOUTS, type ServerTimeouts } from "#server/listen.ts";
import { writeFigures } from "#tests/figures.ts";
import { type SiteForFile, startForFile } from "#tests/server/process.ts";
import { type ReceivedResponse, talk } from "#tests/server/raw-socket.ts";
import { secretOf } from "../visit.ts";

const RANDOM_BYTES = 300;
const PATHS = 400;
const DELAY_MS = 90_000;

/** Short time limits, so that the tests see each of them end a connection. */
const IMPATIENT: ServerTimeouts = {
  ...SERVER_TIMEOUTS,
  headersMs: 2000,
  requestMs: 4000,
  formMs: 2000,
  keepAliveMs: 1000,
  silenceMs: 4000,
};

const POST = "POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const GET = "GET /comite HTTP/1.1\r\nHost: x\r\n";
const END = "Connection: close\r\n\r\n";

/** A name, the sent bytes, and the allowed statuses; with an empty list, the connection ends without an answer. */
const CASES: [string, string, number[]][] = [
  ["a chunk without a size", `${POST}Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n`, [400]],
  ["a chunk of a size beyond all numbers", `${POST}Transfer-Encoding: chunked\r\n\r\n${"F".repeat(40)}\r\n`, [400]],
  [
    "a chunk with an endless extension",
    `${POST}Transfer-Encoding: chunked\r\n\r\n1;${"a".repeat(40_000)}\r\nx`,
    [400, 413],
  ],
  ["a chunk that is longer than it says", `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\nabcdef\r\n0\r\n\r\n`, [400]],
  ["chunks that stop", `${POST}Transfer-Encoding: chunked\r\n\r\n5\r\nab`, [408]],
  ["a header of 20,000 bytes", `${GET}X: ${"a".repeat(20_000)}\r\n\r\n`, [431]],
  ["two thousand headers", `${GET}${"X-A: b\r\n".repeat(4000)}\r\n`, [431]],
  ["an address of 20,000 bytes", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [431]],
  ["headers that stop", `${GET}X-A: b`, [408]],
  ["a request line that stops", "GET /", [408]],
  ["a body that stops", `${POST}Content-Length: 1000\r\n\r\nnom=`, [408]],
  [
    "a picture that stops",
    "POST /evenement/create HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc",
    [302, 408, 415],
  ],
  ["a body of 10 GB, as announced", `${POST}Content-Length: 10737418240\r\n\r\nnom=`, [413]],
  ["two lengths", `${POST}Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc`, [400]],
  ["a length below nothing", `${POST}Content-Length: -1\r\n\r\n`, [400]],
  ["a length that is no number", `${POST}Content-Length: 0x10\r\n\r\n`, [400]],
  [
    "a length and chunks at once",
    `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /charte HTTP/1.1\r\nHost: x\r\n\r\n`,
    [400],
  ],
  [
    "chunks and a length at once",
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\nGET /charte HTTP/1.1\r\n\r\n`,
    [400],
  ],
  ["chunks that are none", `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, [400]],
  ["chunks in disguise", `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, [400]],
  ["a header name with a space", `${GET}Content-Length : 5\r\n\r\nabcde`, [400]],
  ["a folded header", `${GET}X-A: b\r\n c\r\n${END}`, [200, 400]],
  ["bare line feeds", "GET /comite HTTP/1.1\nHost: x\n\n", [400]],
  ["a NUL in a header", `${GET}X-A: \0\r\n\r\n`, [400]],
  ["no host", `GET /comite HTTP/1.1\r\n${END}`, [200]],
  ["two hosts", `${GET}Host: evil.example\r\n${END}`, [200, 400]],
  ["a host that is none", `GET /login HTTP/1.1\r\nHost: a b/@\\?\r\n${END}`, [200, 400]],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
  ["a method in lower case", "get / HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
  ["TRACE", `TRACE / HTTP/1.1\r\nHost: x\r\n${END}`, [405]],
  ["CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", []],
  ["a proxy's address", `GET http://evil.example/comite HTTP/1.1\r\nHost: x\r\n${END}`, [200]],
  ["the star", `OPTIONS * HTTP/1.1\r\nHost: x\r\n${END}`, [405]],
  ["an address without a slash", `GET comite HTTP/1.1\r\nHost: x\r\n${END}`, [200, 400]],
  ["a backslash", `GET /\\evil.example HTTP/1.1\r\nHost: x\r\n${END}`, [400, 404]],
  ["bytes beyond ASCII in an address", `GET /\xff\xfe\x80 HTTP/1.1\r\nHost: x\r\n${END}`, [400, 404]],
  ["HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["HTTP of the future", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", [400]],
  ["HTTP of the past", "GET /\r\n", [400, 408]],
  ["HTTP/1.0", "GET /comite HTTP/1.0\r\n\r\n", [200]],
  ["a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", [400]],
  [
    "an upgrade to a web socket",
    `${GET}Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Key: x\r\n\r\n`,
    [200],
  ],
  ["an upgrade to HTTP/2", `${GET}Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`, [200]],
  ["an unknown expectation", `${GET}Expect: tea\r\n${END}`, [417]],
  ["an expectation that is known", `${POST}Expect: 100-continue\r\nContent-Length: 3\r\n${END}nom`, [400]],
  ["nothing at all", "", [408]],
  ["a connection that is kept and left", `${GET}\r\n`, [200]],
];

function expectDiscreet({ status, headers }: ReceivedResponse, text: string): void {
  expect(status === 503 || status < 500).toBe(true);
  expect(headers).toContain("content-security-policy: default-src 'none'");
  expect(headers).toContain("x-content-type-options: nosniff");
  expect(headers).toContain("strict-transport-security: ");
  expect(headers).not.toMatch(/^(?:server|x-powered-by):/m);
  expect(text).not.toMatch(/node_modules|\n {4}at /);
}

const site = (timeouts: ServerTimeouts) =>
  startForFile({ PUBLIC_URL: "https://jeunesse.exemple.ch", HOST: "127.0.0.1" }, timeouts);

describe("any request", { timeout: DELAY_MS }, () => {
  let here: SiteForFile;
  beforeAll(async () => {
    here = await site(IMPATIENT);
  });
  afterAll(() => here.end());

  it("is answered in time and without internals, and its connection ends", async () => {
    const { url } = here;
    const port = Number(new URL(url).port);
    const seen = await Promise.all(
      CASES.map(async ([name, bytes, statuses]) => ({ name, statuses, ...(await talk(port, bytes)) })),
    );
    for (const { name, statuses, responses, text } of seen) {
      const [first] = responses;
      const expectations: (number | undefined)[] = statuses.length > 0 ? statuses : [undefined];
      expect([name, expectations.includes(first?.status), first?.status]).toEqual([name, true, first?.status]);
      for (const response of responses) expectDiscreet(response, text);
      // A second request behind a refused one gets no answer.
      if (first?.status === 400) expect([name, responses.length]).toEqual([name, 1]);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    writeFigures("wire", {
      promise: "Malformed, endless and slow HTTP requests are ended in time",
      figures: `${CASES.length} kinds of invalid requests, ${RANDOM_BYTES} requests of random bytes, no connection stayed open`,
    });
  });

  it("that is sent byte by byte ends with 408: headers, a form, chunks", async () => {
    const { url } = here;
    const port = Number(new URL(url).port);
    const trickle = (byte: string) => (socket: Socket) => {
      const drip = setInterval(() => socket.write(byte), 100);
      socket.on("close", () => clearInterval(drip));
    };
    const [headers, form, pieces] = await Promise.all([
      talk(port, `${GET}X-A: `, trickle("a")),
      talk(port, `${POST}Content-Length: 100000\r\n\r\nnom=`, trickle("a")),
      talk(port, `${POST}Transfer-Encoding: chunked\r\n\r\n`, trickle("1\r\na\r\n")),
    ]);
    for (const { responses, text } of [headers, form, pieces]) {
      expect(responses.map(({ status }) => status)).toEqual([408]);
      for (const response of responses) expectDiscreet(response, text);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("without an end is refused", async () => {
    const { url } = here;
    const port = Number(new URL(url).port);
    const block = `10000\r\n${"a".repeat(65_536)}\r\n`;
    const { responses } = await talk(port, `${POST}Transfer-Encoding: chunked\r\n\r\n`, (socket) => {
      const write = () => {
        while (socket.writable && socket.write(block));
      };
      socket.on("drain", write);
      write();
    });
    for (const { status } of responses) expect(status).toBe(413);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("of random bytes is answered, or its connection ends", async () => {
    const { url } = here;
    const port = Number(new URL(url).port);
    const start = fc.constantFrom(
      "",
      "GET / HTTP/1.1\r\n",
      `${POST}Transfer-Encoding: chunked\r\n\r\n`,
      "POST /login HTTP/1.1\r\n",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(start, fc.uint8Array({ minLength: 1, maxLength: 200 })), { minLength: 50, maxLength: 50 }),
        async (submissions) => {
          const seen = await Promise.all(
            submissions.map(([text, bytes]) =>
              talk(port, Buffer.concat([Buffer.from(text), bytes, Buffer.from("\r\n\r\n")])),
            ),
          );
          for (const { responses, text } of seen) for (const response of responses) expectDiscreet(response, text);
        },
      ),
      { numRuns: RANDOM_BYTES / 50, endOnFailure: true },
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("nine pipelined requests are answered in their order; a tenth one ends the connection", async () => {
    const { url } = here;
    for (const length of [9, 10, 60]) {
      const paths = Array.from({ length }, (_, i) => ["/charte", `/nulle-part/${i}`, "/healthz"][i % 3] ?? "");
      const bytes = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join("");
      const { responses } = await talk(Number(new URL(url).port), bytes);
      const statuses = paths.map((path) => (path.startsWith("/nulle") ? 404 : 200));
      if (length === 9) expect(responses.map(({ status }) => status)).toEqual(statuses);
      else expect(responses.length).toBeLessThan(9);
    }
  });

  it("that the client aborts is dropped", async () => {
    const { url, output } = here;
    const [port, said] = [Number(new URL(url).port), output().length];
    const beginnings = [
      `${GET}\r\n`,
      GET,
      `${POST}Content-Length: 100\r\n\r\nnom=`,
      `${POST}Transfer-Encoding: chunked\r\n\r\n5`,
    ];
    await Promise.all(beginnings.map((bytes) => talk(port, bytes, (socket) => socket.end())));
    await Promise.all(beginnings.map((bytes) => talk(port, bytes, (socket) => socket.resetAndDestroy())));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(output().slice(said)).not.toMatch(/"level":[456]0|Error/);
  });
});

describe("paths of files", { timeout: DELAY_MS }, () => {
  let here: SiteForFile;
  beforeAll(async () => {
    here = await site(SERVER_TIMEOUTS);
  });
  afterAll(() => here.end());

  it("in any spelling open only published files", async () => {
    const { url, DATA_DIR } = here;
    const port = Number(new URL(url).port);
    const secret = await secretOf(DATA_DIR);
    const start = fc.constantFrom(
      ..."/assets/ /images/ /images/membres/ /images/evenements/x/ /autorisation/ /invitation/ /comite/modify/ /evenement/modify/ /".split(
        " ",
      ),
    );
    const step = fc.constantFrom(
      ..."../ ..%2f %2e%2e/ %2e%2e%2f ..%5c ..\\ .%2e/ ....// ..;/ %252e%252e%252f ..%c0%af ..%00/ ./ // /".split(" "),
    );
    const but = fc.constantFrom(
      ..."package.json server/config.ts site site.db .env etc/passwd build/server/index.js data/site.db site.db-wal".split(
        " ",
      ),
      `${DATA_DIR.slice(1)}/site.db`,
    );
    const path = fc
      .tuple(
        start,
        fc.array(step, { maxLength: 9 }),
        but,
        fc.constantFrom("", "%00.jpg", ".data", "?", "#", "/", ".br"),
      )
      .map(([before, middle, after, end]) => before + middle.join("") + after + end);
    await fc.assert(
      fc.asyncProperty(fc.array(path, { minLength: 50, maxLength: 50 }), async (paths) => {
        const seen = await Promise.all(paths.map((one) => talk(port, `GET ${one} HTTP/1.1\r\nHost: x\r\n${END}`)));
        for (const { responses, text } of seen) {
          const [response] = responses;
          // 202: a redirect in the answer to a data request.
          expect([202, 301, 302, 308, 400, 404, 410, 429]).toContain(response?.status);
          if (response) expectDiscreet(response, text);
          for (const telltale of [secret, "root:x:0", "SQLite format 3", '"jeunesse-saviese"', "readConfig"])
            expect(text).not.toContain(telltale);
        }
      }),
      { numRuns: PATHS / 50, endOnFailure: true },
    );
    writeFigures("paths", {
      promise: "No URL leads to a file outside the public folders",
      figures: `${PATHS} URLs sent as raw bytes, none opened a file`,
    });
  });

  it("in another spelling are redirected to this site, whatever the Host header", async () => {
    const { url } = here;
    const ask = async (target: string) => {
      const { responses } = await talk(
        Number(new URL(url).port),
        `GET ${target} HTTP/1.1\r\nHost: evil.example\r\n${END}`,
      );
      return [responses[0]?.status, /^location: (.*)$/m.exec(responses[0]?.headers ?? "")?.[1]?.trim()];
    };
    for (const target of [
      "/LOGIN",
      "//login",
      "http://evil.example/LOGIN",
      "http://evil.example//login/",
      "/x/../Login",
    ])
      expect([target, ...(await ask(target))]).toEqual([target, 308, "/login"]);
    for (const target of ["//evil.example/login", "http://evil.example//evil.example/"])
      expect([target, ...(await ask(target))]).toEqual([target, 404, undefined]);
    expect((await ask("/\\evil.example/"))[0]).toBe(400);
  });
});
