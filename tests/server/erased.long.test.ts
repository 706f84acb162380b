/** Erased data is in no file of the data folder, and in no file name. The tests run the real process. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { storedFiles } from "#tests/stored-files.ts";
import { type SiteProcess, start } from "./process.ts";
import { committeeFolder, post, signIn, write } from "./visit.ts";

const SIGN_UP = {
  nom: "Quinquerlet",
  prenom: "Xylandre",
  adresse: "Impasse Zwyssig 7, 1965 Savièse",
  tel: "0791112233",
  dateAnniv: "1999-08-05",
  charte: "on",
};
const MESSAGE = { nom: "Wenceslas Ypsilon", email: "ypsi@exemple.ch", sujet: "Kouglof", message: "Brimborion perdu" };
/** Subject of a message that expires. */
const EXPIRED = "Zinzolin";
const TRACES = [
  "Quinquerlet",
  "quinquerlet",
  "Xylandre",
  "Zwyssig",
  "Ypsilon",
  "ypsi@exemple.ch",
  "Kouglof",
  "Brimborion",
];

/** @returns the words that are in a file or a file name of the folder, backups excepted */
function found(folder: string, words: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ parentPath }) => !parentPath.includes("sauvegardes"),
  );
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => textOf(join(parentPath, name)));
  const names = entries.map(({ name }) => name).join(" ");
  return words.filter((word) => [names, ...texts].some((text) => text.includes(word)));
}

/** Returns an empty text for a file that was renamed since it was listed: saved mail has a temporary name first. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

const mailsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name === "outbox")
    .flatMap(() => readdirSync(join(folder, "outbox")));

const send = async ({ url }: SiteProcess, path: string, fields: Record<string, string>, cookie = "") => {
  const answer = await post(url, path, new URLSearchParams({ ...fields, hp: "" }), cookie);
  expect(answer.status, `${path} ${fields.intention}`).toBeLessThan(400);
};

/** @returns the ids in the forms of a page */
const idsOn = async ({ url }: SiteProcess, path: string, cookie: string) => {
  const html = await (await fetch(url + path, { headers: { cookie } })).text();
  return new Set([...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = ""]) => id));
};

/** Sends a sign-up and a message. Resolves when their mails are saved as files. */
async function receive(site: SiteProcess, DATA_DIR: string): Promise<void> {
  await send(site, "/inscription", SIGN_UP);
  await send(site, "/contact", MESSAGE);
  await vi.waitUntil(() => mailsOf(DATA_DIR).filter((name) => name.endsWith(".eml")).length === 2, { timeout: 20_000 });
}

/** Adds a card with a picture, changes it once and deletes it, so that two revisions are in the recycle bin. */
async function makeAndDelete(
  site: SiteProcess,
  { list, path, id, photo, before, after }: MadeCard,
  cookie: string,
): Promise<void> {
  const card = new FormData();
  for (const [field, value] of Object.entries(before)) card.append(field, value);
  card.append(photo, new File([new Uint8Array(await jpeg(600, 400, 1))], `Trombinette-${photo}.jpg`));
  expect((await post(site.url, `/${path}/create`, card, cookie)).status).toBe(302);
  const form = await (await fetch(`${site.url}/${path}/modify/${id}`, { headers: { cookie } })).text();
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? "";
  await send(site, `/${path}/modify/${id}`, { ...after, version }, cookie);
  await send(site, list, { id }, cookie);
}

type MadeCard = Record<"list" | "path" | "id" | "photo", string> & {
  before: Record<string, string>;
  after: Record<string, string>;
};
const CARDS: readonly MadeCard[] = [
  {
    list: "/comite",
    path: "comite",
    id: "BartavelleMembre",
    photo: "photo",
    before: { Prenom: "Fridolette", Nom: "Bartavelle", Poste: "Membre" },
    after: { Prenom: "Anne", Nom: "Bartavelle", Poste: "Membre" },
  },
  {
    list: "/planning",
    path: "evenement",
    id: "Galimafré0825",
    photo: "image",
    before: { Nom: "Galimafré", mois: "08", annee: "2025", Lieu: "Turlutaine", AfterMovie: "" },
    after: { Nom: "Galimafré", mois: "08", annee: "2025", Lieu: "Carabistouille", AfterMovie: "" },
  },
];
const CARD_TRACES = ["Fridolette", "Bartavelle", "Galimafr", "Turlutaine", "Carabistouille", "Trombinette"];

/** @returns the names of all picture files */
const picturesOf = (folder: string): string[] => [...storedFiles(folder).keys()];

/** Deletes the sign-up, the message and two cards. @returns their keys in the recycle bin */
async function fillBin(site: SiteProcess, DATA_DIR: string, cookie: string): Promise<Set<string>> {
  await receive(site, DATA_DIR);
  for (const path of ["/inscriptions", "/messages"])
    for (const id of await idsOn(site, path, cookie)) await send(site, path, { id, intention: "remove" }, cookie);
  for (const card of CARDS) await makeAndDelete(site, card, cookie);
  // Everything can be restored, except the search text, which is computed again.
  const kept = [...TRACES, ...CARD_TRACES].filter((word) => word !== "quinquerlet");
  expect(found(DATA_DIR, kept)).toEqual(kept);
  expect(mailsOf(DATA_DIR)).toHaveLength(2);
  expect(picturesOf(DATA_DIR)).not.toEqual([]);
  const keys = await idsOn(site, "/corbeille", cookie);
  expect(keys.size).toBe(4);
  return keys;
}

function expectNothingLeft(DATA_DIR: string): void {
  expect(found(DATA_DIR, [...TRACES, ...CARD_TRACES])).toEqual([]);
  expect(mailsOf(DATA_DIR)).toEqual([]);
  expect(picturesOf(DATA_DIR)).toEqual([]);
}

it("data that the committee erases from the recycle bin is in no file, while the site runs and after it has stopped", async () => {
  const DATA_DIR = await committeeFolder();
  const site = await start({ DATA_DIR });
  const cookie = await signIn(site.url);
  for (const key of await fillBin(site, DATA_DIR, cookie))
    await send(site, "/corbeille", { id: key, intention: "erase" }, cookie);
  expectNothingLeft(DATA_DIR);

  await send(site, "/comptes", { intention: "invite", firstName: "Paul", email: "coquecigrue@exemple.ch" }, cookie);
  expect(found(DATA_DIR, ["coquecigrue"])).toEqual(["coquecigrue"]);
  const [own = "", invited = ""] = await accountsOf(DATA_DIR);
  expect(own).not.toBe(invited);
  await send(site, "/comptes", { intention: "remove", id: invited }, cookie);
  expect(found(DATA_DIR, ["coquecigrue"])).toEqual([]);

  expect(await site.stop("SIGTERM")).toBe(0);
  expect(rewriteIsOwed(DATA_DIR)).toBe(false);
  expectNothingLeft(DATA_DIR);
  expect(found(DATA_DIR, ["coquecigrue"])).toEqual([]);
});

/** Changes the dates in the recycle bin, so that its entries are `days` days old. */
function stayInBin(DATA_DIR: string, days: number): void {
  const db = openDatabase(join(DATA_DIR, "site.db"));
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  // The document that reports the deletion to calendars has the same time.
  const setting = (fields: string, of: string) =>
    db.prepare(`UPDATE documents SET content = json_set(content, ${fields}) WHERE ${of}`).run({ at });
  setting("'$.updatedAt', :at", "collection = 'deleted-evenements'");
  setting("'$.at', :at, '$.orderBin', :at", "collection = 'journal' AND content ->> '$.orderBin' IS NOT NULL");
  db.close();
}

function rewriteIsOwed(DATA_DIR: string): boolean {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const owed = db.prepare("PRAGMA user_version").get()?.user_version !== 0;
  db.close();
  return owed;
}

/** @returns the ids of the accounts, oldest first */
async function accountsOf(DATA_DIR: string): Promise<string[]> {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const rows = db
    .prepare("SELECT content ->> 'account' AS id FROM documents WHERE collection = 'identities' ORDER BY rowid")
    .all();
  db.close();
  return rows.map(({ id }) => String(id));
}

it("a start erases what was deleted thirty days ago, with saved mail, and moves expired entries to the recycle bin", async () => {
  const DATA_DIR = await committeeFolder();
  const before = await start({ DATA_DIR });
  await fillBin(before, DATA_DIR, await signIn(before.url));
  await write(before.url, EXPIRED);
  await vi.waitUntil(() => mailsOf(DATA_DIR).filter((name) => name.endsWith(".eml")).length === 3, { timeout: 20_000 });
  expect(await before.stop("SIGTERM")).toBe(0);
  stayInBin(DATA_DIR, BIN_RETENTION_DAYS + 1);
  const documents = openSqliteDocuments(join(DATA_DIR, "site.db"));
  const inbox = createInboxStore(documents);
  for (const id of await inbox.listIds()) await inbox.setHandled([id], new Date("2020-01-01T12:00:00Z"));
  // Before `found` reads the file: that would drop the locks of an open connection of this process.
  documents.close();
  // Saved mail of an entry that an older version deleted, with its file names; one file is left from a crash.
  for (const ending of [".eml", ".eml.0123abcd.tmp"])
    writeFileSync(join(DATA_DIR, "outbox", `20240805-140307-inscription-aB_9-x${ending}`), "Subject: Brimborion");

  for (const [kept, mails] of [
    [[EXPIRED], 1],
    [[], 0],
  ] as const) {
    const site = await start({ DATA_DIR, MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" });
    const left = () => [found(DATA_DIR, [...TRACES, ...CARD_TRACES, EXPIRED]), mailsOf(DATA_DIR).length];
    expect(left()).toEqual([kept, mails]);
    expect(picturesOf(DATA_DIR)).toEqual([]);
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(left()).toEqual([kept, mails]);
    stayInBin(DATA_DIR, BIN_RETENTION_DAYS + 1);
  }
});
