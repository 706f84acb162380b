/** Erased means erased: what no longer stands in any file of the real process's data folder, nor in any file's name. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { dataFolder, type SiteProcess, start } from "./process.ts";
import { COMMITTEE, post, signIn } from "./visit.ts";

const SIGN_UP = {
  nom: "Quinquerlet",
  prenom: "Xylandre",
  adresse: "Impasse Zwyssig 7",
  tel: "0791112233",
  dateAnniv: "1999-08-05",
  charte: "on",
};
const MESSAGE = { nom: "Wenceslas Ypsilon", email: "ypsi@exemple.ch", sujet: "Kouglof", message: "Brimborion perdu" };
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

/** @returns those of the words that some file says, or is called; backups are left out */
function found(folder: string, words: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    ({ parentPath }) => !parentPath.includes("sauvegardes"),
  );
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  const names = entries.map(({ name }) => name).join(" ");
  return words.filter((word) => [names, ...texts].some((text) => text.includes(word)));
}

const mailsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name === "outbox")
    .flatMap(() => readdirSync(join(folder, "outbox")));

const send = async ({ url }: SiteProcess, path: string, fields: Record<string, string>, cookie = "") => {
  const answer = await post(url, path, new URLSearchParams({ ...fields, hp: "" }), cookie);
  expect(answer.status, `${path} ${fields.intention}`).toBeLessThan(400);
};

const idsOn = async ({ url }: SiteProcess, path: string, cookie: string) => {
  const html = await (await fetch(url + path, { headers: { cookie } })).text();
  return new Set([...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = ""]) => id));
};

/** Has one sign-up and one message come in, their mail kept. */
async function receive(site: SiteProcess, DATA_DIR: string): Promise<void> {
  await send(site, "/inscription", SIGN_UP);
  await send(site, "/contact", MESSAGE);
  await vi.waitUntil(() => mailsOf(DATA_DIR).filter((name) => name.endsWith(".eml")).length === 2, { timeout: 20_000 });
}

it("what the committee deletes or changes is gone at once, while the site runs and once it is stopped", async () => {
  const DATA_DIR = dataFolder();
  const site = await start({ DATA_DIR, ...COMMITTEE });
  const cookie = await signIn(site.url);
  await receive(site, DATA_DIR);
  expect(found(DATA_DIR, TRACES)).toEqual(TRACES);
  for (const path of ["/inscriptions", "/messages"])
    for (const id of await idsOn(site, path, cookie)) await send(site, path, { id, intention: "remove" }, cookie);
  expect(found(DATA_DIR, TRACES)).toEqual([]);
  expect(mailsOf(DATA_DIR)).toEqual([]);

  const card = new FormData();
  for (const [field, value] of Object.entries({ Prenom: "Fridolette", Nom: "Bartavelle", Poste: "Membre", hp: "" }))
    card.append(field, value);
  card.append("photo", new File([new Uint8Array(await jpeg(600, 400, 1))], "Trombinette.jpg"));
  expect((await post(site.url, "/comite/create", card, cookie)).status).toBe(302);
  const form = await (await fetch(`${site.url}/comite/modify/BartavelleMembre`, { headers: { cookie } })).text();
  const version = /name="version" value="([^"]+)"/.exec(form)?.[1] ?? "";
  await send(
    site,
    "/comite/modify/BartavelleMembre",
    { Prenom: "Anne", Nom: "Bartavelle", Poste: "Membre", version },
    cookie,
  );
  expect(found(DATA_DIR, ["Fridolette", "Bartavelle", "Trombinette"])).toEqual(["Bartavelle", "Trombinette"]);
  await send(site, "/comite", { id: "BartavelleMembre" }, cookie);
  expect(found(DATA_DIR, ["Bartavelle", "Trombinette"])).toEqual([]);

  await send(site, "/comptes", { intention: "invite", email: "coquecigrue@exemple.ch" }, cookie);
  expect(found(DATA_DIR, ["coquecigrue"])).toEqual(["coquecigrue"]);
  const [own = "", invited = ""] = await accountsOf(DATA_DIR);
  expect(own).not.toBe(invited);
  await send(site, "/comptes", { intention: "remove", id: invited }, cookie);
  expect(found(DATA_DIR, ["coquecigrue"])).toEqual([]);

  expect(await site.stop("SIGTERM")).toBe(0);
  expect(rewriteIsOwed(DATA_DIR)).toBe(false);
  expect(found(DATA_DIR, [...TRACES, "Fridolette", "Bartavelle", "Trombinette", "coquecigrue"])).toEqual([]);
}, 60_000);

function rewriteIsOwed(DATA_DIR: string): boolean {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const owed = db.prepare("PRAGMA user_version").get()?.user_version !== 0;
  db.close();
  return owed;
}

/** @returns the accounts' ids, the first one's first */
async function accountsOf(DATA_DIR: string): Promise<string[]> {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const rows = db.prepare("SELECT id FROM user ORDER BY rowid").all();
  db.close();
  return rows.map(({ id }) => String(id));
}

it("what its time is over for goes with its mail at the next start, also from a site that sends its mail now", async () => {
  const DATA_DIR = dataFolder();
  const before = await start({ DATA_DIR });
  await receive(before, DATA_DIR);
  expect(await before.stop("SIGTERM")).toBe(0);
  // Mail of an entry that an older version deleted, named as it named them, one of them cut off by a crash.
  for (const ending of [".eml", ".eml.0123abcd.tmp"])
    writeFileSync(join(DATA_DIR, "outbox", `20240805-140307-inscription-aB_9-x${ending}`), "Subject: Brimborion");
  const db = openDatabase(join(DATA_DIR, "site.db"));
  const inbox = createInbox(db);
  for (const id of await inbox.listIds()) await inbox.setHandled(id, new Date("2020-01-01T12:00:00Z"));
  db.close();

  const smtp = { MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "site@exemple.ch" };
  const after = await start({ DATA_DIR, ...smtp });
  expect(found(DATA_DIR, TRACES)).toEqual([]);
  expect(mailsOf(DATA_DIR)).toEqual([]);
  await after.stop("SIGTERM");
}, 60_000);

it("what an earlier version left in free pages is gone after the first start, from what is backed up too", async () => {
  const DATA_DIR = dataFolder();
  mkdirSync(DATA_DIR, { recursive: true });
  const db = openDatabase(join(DATA_DIR, "site.db"));
  const inbox = createInbox(db);
  for (let i = 0; i < 40; i++)
    await inbox.add(
      { type: "message", content: { ...MESSAGE, sujet: `Kouglof ${i}`, message: "Brimborion ".repeat(90) } },
      new Date(),
    );
  db.exec("PRAGMA secure_delete = OFF; DELETE FROM inbox; PRAGMA user_version = 0");
  db.exec("DELETE FROM migrations WHERE nom LIKE '0013%'");
  db.close();
  expect(found(DATA_DIR, ["Kouglof", "Brimborion"])).toEqual(["Kouglof", "Brimborion"]);
  await start({ DATA_DIR });
  expect(found(DATA_DIR, ["Kouglof", "Brimborion"])).toEqual([]);
}, 60_000);
