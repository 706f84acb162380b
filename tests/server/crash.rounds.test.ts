/**
 * Kills the site repeatedly while clients use it. A write is confirmed when its client has read the complete answer: the
 * thank-you of a form, the redirect or the success message of a card. A write without an answer may be stored completely
 * or not at all. Its client sends it again, and it counts once.
 */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { createMailStore } from "#stores/mails.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { writeFigures } from "#tests/figures.ts";
import { storedFiles } from "#tests/stored-files.ts";
import { type Instance, post, repeat, request } from "./crash/browser.ts";
import { random } from "./crash/chance.ts";
import { committeeMember } from "./crash/committee.ts";
import { photoOf, readBin, readCards } from "./crash/pages.ts";
import { visitor } from "./crash/visitor.ts";
import { type SiteProcess, start } from "./process.ts";
import { COMMITTEE as ACCOUNT, committeeFolder } from "./visit.ts";

const ROUNDS = 32;
const VISITORS = 3;
const COMMITTEE = 3;
/** Maximum numbers of requests of a client per round, so that the mail server keeps up. */
const SUBMISSIONS_PER_ROUND = 5;
const ACTIONS_PER_ROUND = 20;
/** The site is killed after so many confirmed actions of the committee in a round, and a random time afterwards. */
const CARDS_PER_ROUND = { min: 0, max: 3 };
const KILL_AFTER_MS = { min: 0, max: 150 };
const ADMIN = { username: ACCOUNT.ADMIN_EMAIL, password: ACCOUNT.ADMIN_PASSWORD };
/** Two widths in three formats. */
const VARIANTS = 4;

const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

it("a killed site loses no confirmed write, doubles none and leaves no stray file, however often it is killed", async () => {
  process.stdout.write(`crash test: CRASH_SEED=${seed}\n`);
  const rnd = random(seed);
  const DATA_DIR = await committeeFolder();
  const base = join(DATA_DIR, "site.db");

  /** Number of arrivals of each mail, by Message-ID. */
  const arrives = new Map<string, number>();
  const { url: SMTP_URL } = await startSmtpServer({
    async onData(flux, _, done) {
      const mail = await buffer(flux).catch(() => null);
      // The site was killed while it sent the mail.
      if (!mail) return;
      const id = /^Message-ID: <(?:inscription|message)-(.+)@/im.exec(mail.toString())?.[1] ?? "";
      arrives.set(id, (arrives.get(id) ?? 0) + 1);
      done();
    },
  });
  const env = {
    DATA_DIR,
    SMTP_URL,
    MAIL: "smtp",
    MAIL_FROM: "site@exemple.ch",
    MAIL_TO: "comite@exemple.ch",
    TRUST_PROXY: "1",
  };

  async function launchSite(): Promise<{ siteProcess: SiteProcess; instance: Instance }> {
    const siteProcess = await start(env);
    return { siteProcess, instance: { url: siteProcess.url, alive: true } };
  }
  const readPages = async (instance: Instance) => ({
    evenement: await readCards(instance, "evenement", cookie),
    membre: await readCards(instance, "membre", cookie),
  });
  /** Number of arrivals of each mail at the time when its document first said that it was sent. */
  const notes = new Map<string, number>();

  let { siteProcess, instance } = await launchSite();
  const login = await post(instance, "/login", new URLSearchParams(ADMIN));
  const cookie = login.cookies.find((one) => one.includes("session="))?.split(";", 1)[0] ?? "";
  const visitors = Array.from({ length: VISITORS }, (_, i) => visitor(`Visiteur${"ABC"[i]}`));
  const committee = Array.from({ length: COMMITTEE }, (_, i) =>
    committeeMember({ name: `Carte${"ABC"[i]}`, first: i, step: COMMITTEE, cookie }, rnd, photoOf),
  );

  const total = (count: (one: (typeof committee)[number]) => number) =>
    committee.reduce((sum, one) => sum + count(one), 0);
  const confirmedByCommittee = () =>
    total(
      ({ confirmed: { creations, updates, deletions, restorations } }) =>
        creations + updates + deletions + restorations,
    );

  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) ({ siteProcess, instance } = await launchSite());
    const here = instance;
    const pages = await readPages(here);
    const binned = await readBin(here, cookie);
    for (const one of committee) one.observe(pages, binned);
    expectFilesOf(DATA_DIR, [...pages.evenement, ...pages.membre]);

    const work = Promise.all([
      ...visitors.map((one) => repeat(here, SUBMISSIONS_PER_ROUND, () => one.send(here))),
      ...committee.map((one) => repeat(here, ACTIONS_PER_ROUND, () => one.act(here))),
    ]);
    const but = confirmedByCommittee() + rnd.wholeNumber(CARDS_PER_ROUND.min, CARDS_PER_ROUND.max);
    await Promise.race([work, vi.waitUntil(() => confirmedByCommittee() >= but, { timeout: 30_000, interval: 2 })]);
    await Promise.race([
      work,
      new Promise((end) => setTimeout(end, rnd.wholeNumber(KILL_AFTER_MS.min, KILL_AFTER_MS.max))),
    ]);
    here.alive = false;
    await siteProcess.stop("SIGKILL");
    await work;
    for (const id of recordedAsSent(base).map(mailIdOfEntry)) if (!notes.has(id)) notes.set(id, arrives.get(id) ?? 0);
  }

  // The claims of a killed site on mails end after two minutes. End them now.
  const db = openDatabase(base);
  onTestFinished(() => db.close());
  db.exec(
    `UPDATE documents SET version = 'claim ended',
       content = json_set(content, '$.claim', NULL, '$.dueFirst', content ->> '$.queuedAt')
     WHERE collection = 'mails' AND content ->> '$.claim' IS NOT NULL`,
  );
  const last = await launchSite();
  const final = await readPages(last.instance);
  const finallyBinned = await readBin(last.instance, cookie);
  for (const one of committee) one.observe(final, finallyBinned);
  // By chance, the committee may have deleted all of its cards.
  if (final.evenement.length + final.membre.length === 0) await committee[0]?.act(last.instance);
  for (const one of visitors) if (one.inDoubt()) await one.send(last.instance);

  const [inbox, mails] = [createInboxStore(documentsOf(db)), createMailStore(documentsOf(db))];
  await vi.waitUntil(async () => (await mails.nextDue()) === null, { timeout: 60_000, interval: 100 });
  const all = async () => {
    const { evenement, membre } = await readPages(last.instance);
    return [...evenement, ...membre];
  };
  expect(await all()).not.toEqual([]);
  await vi.waitUntil(async () => (await all()).every(({ images }) => images.length === VARIANTS), {
    timeout: 60_000,
    interval: 200,
  });
  const cards = await all();
  expect((await request(last.instance, "/healthz")).status).toBe(200);
  expect(await last.siteProcess.stop("SIGTERM")).toBe(0);

  const day = "2026-01-01";
  const inscriptions = await inbox.search({ type: "inscription", text: "", filter: "tout", day });
  const messages = await inbox.search({ type: "message", text: "", filter: "tout", day });
  const received = [
    ...inscriptions.entries.map(({ content }) => content.lastName),
    ...messages.entries.map(({ content }) => content.subject),
  ];
  const confirmed = visitors.flatMap(({ thanked }) => [...thanked.keys()]);
  expect(received.toSorted()).toEqual(confirmed.toSorted());

  const entries = [...inscriptions.entries, ...messages.entries];
  expect([...arrives.keys()].toSorted()).toEqual(entries.map(({ id }) => mailIdOfEntry(id)).toSorted());
  for (const [id, count] of notes) expect([id, arrives.get(id)]).toEqual([id, count]);
  for (const { mail } of entries) expect(mail.state).toBe("envoye");

  const files = filesOf(DATA_DIR);
  const thumbnailOf = (share: string) => share.replace(/-partage\.jpg$/, "-vignette.webp");
  const live = cards.flatMap(({ images, share }) => [...images, ...share, ...share.map(thumbnailOf)].map(pathOf));
  const isLive = new Set(live.map(keyOf));
  const inJournal = new Set([...filesInJournal(db)].filter((key) => !isLive.has(key)));
  const ofJournal = files.filter((file) => inJournal.has(keyOf(file)));
  expect(files.toSorted()).toEqual([...live, ...ofJournal].toSorted());
  expect(new Set(ofJournal.map(keyOf))).toEqual(inJournal);

  const repeated = visitors.flatMap(({ thanked }) => [...thanked.values()]).filter((attempts) => attempts > 1).length;
  const duplicates = [...arrives.values()].filter((n) => n > 1).length;
  expect(confirmed.length).toBeGreaterThan(ROUNDS);
  expect(total((one) => one.confirmed.creations)).toBeGreaterThan(0);
  writeFigures("1-crash", {
    promise: "After a kill at any moment, all confirmed data is there once, and no stray file is left",
    figures:
      `${ROUNDS} SIGKILLs under ${VISITORS + COMMITTEE} clients: ${confirmed.length} sign-ups and messages ` +
      `(${repeated} sent again because the answer was lost, each stored once), ${total((one) => one.confirmed.creations)} cards with pictures, ` +
      `${total((one) => one.confirmed.updates)} edits, ${total((one) => one.confirmed.deletions)} deletions, ` +
      `${total((one) => one.confirmed.restorations)} of them undone, ` +
      `${total((one) => one.doubts.count)} changes without an answer (${total((one) => one.doubts.done)} of them done, completely); ` +
      `${arrives.size} mails, all delivered, ${duplicates} twice, none of the ${notes.size} recorded as sent was sent again`,
  });
}, 600_000);

/** Reads from a copy, because only the next start of the site may recover the database. @returns ids of sent entries */
function recordedAsSent(base: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-copie-"));
  try {
    for (const rest of ["", "-wal"])
      if (existsSync(base + rest)) copyFileSync(base + rest, join(folder, `site.db${rest}`));
    const copied = openDatabase(join(folder, "site.db"));
    const sent = "collection = 'inbox' AND json_extract(content, '$.mail') = 'envoye'";
    const lines = copied.prepare(`SELECT id FROM documents WHERE ${sent}`).all();
    copied.close();
    return lines.map(({ id }) => String(id));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pathOf = (url: string) => `variantes/${url.slice(url.lastIndexOf("/") + 1)}`;

/** @returns the names of all picture files */
const filesOf = (DATA_DIR: string): string[] => [...storedFiles(DATA_DIR).keys()];

/** @returns the common beginning of the paths of one picture */
const keyOf = (path: string) => /^(.*\/[0-9a-f]{20})-/.exec(path)?.[1] ?? path;

/** @returns the results of `keyOf` for the pictures in the journal, each of which must have a document */
function filesInJournal(db: ReturnType<typeof openDatabase>): Set<string> {
  const named = db
    .prepare(
      `SELECT b.content ->> 'picture' AS picture, i.id FROM documents b
       LEFT JOIN documents i ON i.collection = 'pictures' AND i.id = b.content ->> 'picture'
       WHERE b.collection = 'journal' AND b.content ->> 'picture' IS NOT NULL`,
    )
    .all();
  for (const { picture, id } of named) expect(id).toBe(picture);
  return new Set(named.map(({ id }) => `variantes/${id}`));
}

/** Checks after a restart that each file belongs to a card or to a line of the journal. */
function expectFilesOf(DATA_DIR: string, cards: readonly { images: string[] }[]): void {
  const copy = openDatabase(join(DATA_DIR, "site.db"));
  const inJournal = filesInJournal(copy);
  copy.close();
  const known = new Set(cards.flatMap(({ images }) => images.map((url) => keyOf(pathOf(url)))));
  expect(filesOf(DATA_DIR).filter((file) => !known.has(keyOf(file)) && !inJournal.has(keyOf(file)))).toEqual([]);
}
