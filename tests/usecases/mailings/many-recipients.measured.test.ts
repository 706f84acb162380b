/** A mailing to 2,000 members: how long each step takes, how long it holds other requests, and what it leaves. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { holding } from "#tests/heartbeat.ts";
import { slowness } from "#tests/machine.ts";
import { openStores } from "#tests/server/process.ts";
import { createPace, deliverMails } from "#usecases/mail/deliver-mails.ts";
import { resumeMailing } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";
import { failOnReport } from "../desk.ts";
import { aMailing, BY, SITE } from "./a-mailing.ts";

const COUNT = 2_000;
const QUEUED_MS = 1000;
const HELD_MS = 100;
const LIST_MS = 50;
const LEASE_MS = 5;
const MEMORY_MB = 150;
const LEAVING = 200;
const ROUNDS = 7;
const TEXT =
  "Rendez-vous à **8 h** devant la maison de commune, avec de bonnes chaussures.\n\n- pain\n- fromage\n\n".repeat(8);

const folder = mkdtempSync(join(tmpdir(), "jeunesse-mailing-"));
const sent: string[] = [];
let onSent: () => unknown = () => {};
const figures: Record<string, number> = {};
let services: Services;
let mailing: Awaited<ReturnType<typeof aMailing>>;

beforeAll(async () => {
  const opened = await openStores({ DATA_DIR: folder }, failOnReport);
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });
  services = Object.assign(opened.services, {
    mailer: {
      delivery: "server",
      send: async () => ({ outcome: "sent" }),
      sendLetter: async ({ recipients }) => {
        sent.push(...recipients);
        onSent();
        return { outcome: "sent" };
      },
    } satisfies Services["mailer"],
  });
  const people = Array.from({ length: COUNT }, (_, i) => ({
    firstName: `Élodie${i}`,
    lastName: `Héritier ${(i * 7919) % COUNT}`,
    email: `membre${i}@exemple.ch`,
    phone: "0791234567",
    street: "Rue neuve",
    buildingNumber: "1",
    postcode: "1965",
    place: "Savièse",
  }));
  mailing = await aMailing(services, people, { text: TEXT });
});

/** In megabytes, with the write-ahead log. */
const fileSize = (): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith("site.db"))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) /
  2 ** 20;

/** @returns the shortest time of `work` in several rounds, as on the reference machine, in milliseconds */
async function shortest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await holding(work)).worked);
  return Math.min(...times) / slowness();
}

it(`${COUNT} letters are queued in a second, and nobody waits meanwhile`, async () => {
  const before = process.memoryUsage().rss;
  const { held, worked } = await holding(() => mailing.send());
  const slower = slowness();
  Object.assign(figures, { queued: worked / slower, held: held / slower });
  figures.memory = (process.memoryUsage().rss - before) / 2 ** 20;
  expect(await services.mails.count()).toBe(COUNT);
  expect(figures.queued).toBeLessThan(QUEUED_MS);
  expect(figures.held).toBeLessThan(HELD_MS);
  expect(figures.memory).toBeLessThan(MEMORY_MB);
});

it(`the state of ${COUNT} recipients is read in ${LIST_MS} ms`, async () => {
  expect((await mailing.state()).counts.email.all).toBe(COUNT);
  figures.state = await shortest(() => mailing.state());
  expect(figures.state).toBeLessThanOrEqual(LIST_MS);
});

it(`a link that is queued after ${COUNT} letters is found first, in ${LEASE_MS} ms`, async () => {
  const letter = { recipient: "zoe@exemple.ch", cause: "zoe", subject: "Lien", text: "Lien", html: "<p>Lien</p>" };
  const links = Array.from({ length: ROUNDS + 1 }, () => ({ kind: "link" as const, ...letter }));
  await services.mails.queueToDoLetters("2026-11-30", links);
  const lease = () => services.mails.leaseDue(services.clock.now(), 60_000);
  figures.lease = await shortest(async () => expect((await lease())?.kind).toBe("link"));
  expect(figures.lease).toBeLessThan(LEASE_MS);
  expect((await lease())?.kind).toBe("link");
});

it("a stop of all of them holds nobody, and stopping and resuming again and again does not grow the file", async () => {
  const waiting = COUNT + ROUNDS + 1;
  const stop = async () => {
    const { held, worked } = await holding(() => services.mailings.stop(mailing.id, BY));
    expect(await services.mails.count()).toBe(waiting - COUNT);
    return { held: held / slowness(), worked };
  };
  const { held, worked } = await stop();
  Object.assign(figures, { stopHeld: held, stop: worked / slowness() });
  expect(held).toBeLessThan(HELD_MS);
  await resumeMailing(services, mailing.id, SITE, BY);
  expect(await services.mails.count()).toBe(waiting);
  const size = fileSize();
  for (let round = 0; round < 2; round++) {
    await stop();
    await resumeMailing(services, mailing.id, SITE, BY);
  }
  figures.size = fileSize();
  expect(figures.size).toBeLessThan(size * 1.2);
});

it(`${LEAVING} of them leave once, and hold nobody`, async () => {
  const stopping = new AbortController();
  const { held } = await holding(() => {
    onSent = () => sent.length >= LEAVING && stopping.abort();
    return deliverMails(services, {}, stopping.signal, createPace(0));
  });
  expect([sent.length, new Set(sent).size]).toEqual([LEAVING, LEAVING]);
  figures.sendHeld = held / slowness();
  expect(figures.sendHeld).toBeLessThan(HELD_MS);
  expect((await mailing.state()).counts.email).toEqual({ all: COUNT, sent: LEAVING });
});

it("the times are recorded in the figures of the test run", () => {
  const ms = (what: string) => `${Math.round(figures[what] ?? 0)} ms`;
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  writeFigures("mailing", {
    promise: `A message to ${COUNT} members is queued within a second, and no visitor waits longer than ${HELD_MS} ms`,
    figures:
      `queued in ${ms("queued")}, others wait ${ms("held")} at most, ${ms("stopHeld")} while it is stopped; ` +
      `its state is read in ${ms("state")}; a password link is found in ${ms("lease")} meanwhile`,
  });
});
