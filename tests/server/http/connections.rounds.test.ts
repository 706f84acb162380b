/** A client keeps connections or endless forms open: other clients still get answers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { limitConnections } from "#server/http/limits/connection-limit.ts";
import { maxConnectionsFor, SERVER_TIMEOUTS } from "#server/listen.ts";
import { COMPILED } from "#tests/compiled.ts";
import { writeFigures } from "#tests/figures.ts";
import { freePort } from "#tests/free-ports.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { talk } from "#tests/server/raw-socket.ts";
import smallMachine from "../../../scripts/small-machine.json" with { type: "json" };

/** FORMS of server/http/limits/rate-limiter.ts. */
const FORMS = { max: 128, ofOne: 16 };
/** CONNECTIONS_MAX of server/listen.ts, and a quarter of it. */
const CONNECTIONS = { max: 2000, ofOne: 500 };

const BODY = new URLSearchParams({ nom: "Camille", email: "pas une adresse", sujet: "", message: "" }).toString();
const form = (origin: string, from: string, length = BODY.length) =>
  `POST /contact HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n` +
  `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

const portOf = (url: string) => Number(new URL(url).port);

/** Opens a connection that stays open. @param localAddress an address of 127.0.0.0/8 */
async function hold(port: number, first: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.resume();
  if (first !== "") await new Promise((sent) => socket.write(first, sent));
  return socket;
}

/** Sends a complete form. @returns the status, the headers and the text of the response */
async function send(url: string, from: string): Promise<[number | undefined, string, string]> {
  const { responses, text } = await talk(portOf(url), form(url, from) + BODY);
  return [responses[0]?.status, responses[0]?.headers ?? "", Buffer.from(text, "latin1").toString()];
}

it("half-sent forms are limited in total and per address; a further form gets 503, and succeeds later", async () => {
  const { url } = await start({ DATA_DIR: dataFolder(), TRUST_PROXY: "1" });
  const half = async (from: string, howMany: number) =>
    Promise.all(Array.from({ length: howMany }, () => hold(portOf(url), `${form(url, from, 200_000)}nom=`)));

  const slow = await half("192.0.2.1", FORMS.ofOne);
  await expect.poll(async () => (await send(url, "192.0.2.1"))[0]).toBe(503);
  const [, headers, text] = await send(url, "192.0.2.1");
  expect(headers).toMatch(/retry-after: [1-9]/);
  expect(text).toContain("Rien n’a été enregistré\u00a0: revenez en arrière");
  const again = await talk(portOf(url), `${form(url, "192.0.2.1", 200_000).replace("close", "keep-alive")}nom=`);
  expect(again.responses.map(({ status }) => status)).toEqual([503]);
  expect((await send(url, "192.0.2.2"))[0]).toBe(400);

  // Addresses of one network share a limit: otherwise a client with many addresses could take all places.
  await half("2001:db8:7:100::1", FORMS.ofOne);
  await half("2001:db8:7:200::1", FORMS.ofOne);
  await expect.poll(async () => (await send(url, "2001:db8:7:300::1"))[0]).toBe(503);

  for (let i = 0; i < FORMS.max / FORMS.ofOne - 3; i++) await half(`198.51.100.${i}`, FORMS.ofOne);
  await expect.poll(async () => (await send(url, "192.0.2.2"))[0]).toBe(503);
  const page = await fetch(`${url}/contact`);
  expect(page.status).toBe(200);

  for (const socket of slow) socket.destroy();
  await expect.poll(async () => (await send(url, "192.0.2.2"))[0], { timeout: 10_000 }).toBe(400);
  writeFigures("half-sent", {
    promise: "Half-sent forms take a limited part of the memory, also those of one address",
    figures: `at most ${FORMS.max} at once, ${FORMS.ofOne} of one address; the next one gets 503, and pages are served`,
  });
});

it("connections are limited in total and per address; other addresses can connect", async () => {
  const { url } = await start({ DATA_DIR: dataFolder() }, { ...SERVER_TIMEOUTS, headersMs: 60_000 });
  const port = portOf(url);
  const ended = (sockets: Socket[]) =>
    sockets.filter(({ readableEnded, destroyed }) => readableEnded || destroyed).length;
  /** @returns whether the site answers on a further connection of an address */
  const answered = async (localAddress: string): Promise<boolean> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const first = Promise.race([once(socket, "data").then(() => true), once(socket, "close").then(() => false)]).catch(
      () => false,
    );
    socket.on("error", () => {});
    socket.write("GET /charte HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const was = await first;
    socket.destroy();
    return was;
  };
  const fill = (localAddress: string) =>
    Promise.all(Array.from({ length: CONNECTIONS.ofOne }, () => hold(port, "", localAddress)));
  const first = await fill("127.0.0.2");
  expect(await answered("127.0.0.3")).toBe(true);
  expect(ended(first)).toBe(0);
  expect(await answered("127.0.0.2")).toBe(true);
  await expect.poll(() => ended(first)).toBe(1);
  const others = [];
  for (const address of ["127.0.0.4", "127.0.0.5", "127.0.0.6"]) others.push(...(await fill(address)));
  await hold(port, "", "127.0.0.7");
  expect(await answered("127.0.0.3")).toBe(true);
  // The total is at its limit, so the connections that have been idle longest are closed.
  await expect.poll(() => ended(first)).toBe(2);
  expect(ended(others)).toBe(0);
});

it("a connection with a request in progress is not closed for a new one, idle ones are, the longest idle first", async () => {
  const held: ServerResponse[] = [];
  const server = createServer((req, res) => void (req.url === "/wait" ? held.push(res) : res.end()));
  limitConnections(server, 10, 1);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const ended = (socket: Socket) => socket.readableEnded || socket.destroyed;
  const busy: Socket[] = [];
  for (let i = 0; i < 7; i++) busy.push(await hold(port, get("/wait")));
  await expect.poll(() => held.length).toBe(7);
  const silent = await hold(port, "");
  const slow = await hold(port, "GET / HTTP/1.1\r\nHost:");
  const used = await hold(port, get("/"));
  await once(used, "data").catch(() => {});
  const [first, second, third] = [
    await hold(port, get("/wait")),
    await hold(port, get("/wait")),
    await hold(port, get("/wait")),
  ];
  await expect.poll(() => held.length).toBe(10);
  expect([silent, slow, used].map(ended)).toEqual([true, true, true]);
  const refused = await hold(port, get("/"));
  await expect.poll(() => ended(refused)).toBe(true);
  expect([...busy, first, second, third].filter(ended)).toEqual([]);
  held[0]?.end();
  await once(busy[0] as Socket, "data").catch(() => {});
  const next = await hold(port, get("/"));
  await once(next, "data");
  await expect.poll(() => ended(busy[0] as Socket)).toBe(true);
});

it("with 64 file descriptors, the site answers every new connection while others stay idle", async () => {
  const PORT = String(await freePort());
  const env = { PATH: process.env.PATH, ...smallMachine.environment, ...COMPILED, DATA_DIR: dataFolder(), PORT };
  const command = ["-c", 'ulimit -n 64; exec "$0" "$@"', process.execPath, ...smallMachine.flags, "server/index.ts"];
  const child = spawn("/bin/sh", command, { env: { ...env, LOG_LEVEL: "error" }, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `http://127.0.0.1:${PORT}`;
  const status = () =>
    fetch(url).then(
      (response) => response.status,
      () => 0,
    );
  await vi.waitUntil(async () => (await status()) === 200, { timeout: 60_000, interval: 50 });
  for (let i = 0; i < 100; i++) {
    await hold(Number(PORT), i % 2 ? "" : "GET / HTTP/1.1\r\nHost: x\r\n\r\n", `127.0.0.${2 + (i % 5)}`);
    if (i % 10 === 9)
      expect(
        (await talk(Number(PORT), "GET /charte HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).responses[0]?.status,
      ).toBe(200);
  }
});

it("the number of connections leaves file descriptors for the database", () => {
  expect([64, 256, 512, 1024, 20_000].map(maxConnectionsFor)).toEqual([16, 64, 312, 824, 2000]);
  expect(["unlimited", undefined].map(maxConnectionsFor)).toEqual([2000, 2000]);
});
