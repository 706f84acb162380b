/** Shutdown of the site while clients send requests. */

import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { SERVER_TIMEOUTS } from "#server/listen.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { writeFigures } from "#tests/figures.ts";
import { dataFolder, start } from "./process.ts";

const BODY = new URLSearchParams({
  nom: "Camille",
  email: "camille@exemple.ch",
  sujet: "Brisolée",
  message: "Bonjour".repeat(100),
}).toString();

/** Opens a connection and sends half a form. `finish` sends the rest; `closed` resolves with all received text. */
async function begin(port: number, origin: string) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (piece) => (received += piece.toString()));
  socket.on("error", () => {});
  const closed = new Promise<string>((done) => socket.on("close", () => done(received)));
  const headers = [
    "POST /contact HTTP/1.1",
    "Host: x",
    `Origin: ${origin}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${BODY.length}`,
    "Expect: 100-continue",
  ];
  const begun = new Promise<void>((ready) => socket.once("data", () => ready()));
  socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  // With this response, the site has read the headers and asks for the body.
  await begun;
  socket.write(BODY.slice(0, 50));
  return { finish: () => socket.write(BODY.slice(50)), closed };
}

describe("stopping the site", () => {
  it("finishes a form that is being sent, and closes idle connections", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR });
    const port = Number(new URL(site.url).port);
    // This connection stays open without a request.
    expect((await fetch(`${site.url}/charte`)).status).toBe(200);
    const submission = await begin(port, site.url);
    const startedAt = performance.now();
    const stopping = site.stop("SIGTERM");
    // When the site refuses new connections, the shutdown has begun.
    for (let open = true; open; )
      open = await new Promise((seen) => {
        const trial = connect(port, "127.0.0.1", () => seen(true)).on("error", () => seen(false));
        trial.on("connect", () => trial.destroy());
      });
    submission.finish();
    expect(await submission.closed).toMatch(/HTTP\/1\.1 200 OK.*Merci de votre message/s);
    expect(await stopping).toBe(0);
    const duration = performance.now() - startedAt;
    expect(duration).toBeLessThan(10_000);

    const db = openDatabase(join(DATA_DIR, "site.db"));
    expect((await createInboxStore(documentsOf(db)).count("message")).total).toBe(1);
    db.close();
    writeFigures("stop", {
      promise: "A stop completes open requests, within 10 s",
      figures: "a half-sent form was completed and stored; an idle connection was closed; an endless form was aborted",
    });
  });

  it("stops waiting for an endless form, and closes its stores", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR }, SERVER_TIMEOUTS);
    const submission = await begin(Number(new URL(site.url).port), site.url);
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(await submission.closed).not.toContain("200 OK");
    // A closed database has no write-ahead log.
    expect(existsSync(join(DATA_DIR, "site.db-wal"))).toBe(false);
  });

  it("exits with code 1 if a store cannot be closed", async () => {
    const breaking = `import { DatabaseSync } from "node:sqlite";
      process.once("SIGTERM", () => {
        DatabaseSync.prototype.close = () => { throw new Error("disk of comite@exemple.ch is gone"); };
      });`;
    const args = ["--import", `data:text/javascript,${encodeURIComponent(breaking)}`, "server/index.ts"];
    const site = await start({ DATA_DIR: dataFolder() }, undefined, args);
    expect(await site.stop("SIGTERM")).toBe(1);
    expect(site.output()).toContain('"msg":"stop: the stores were not closed"');
    expect(site.output()).not.toContain("disk of");
  });
});
