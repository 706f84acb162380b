import { describe, expect, it } from "vitest";
import { NO_CONTACT_DETAILS } from "#domain/contact-details.ts";
import type { ListPortion } from "#domain/paging.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { InboxListFilter } from "#domain/text/search.ts";
import type { Documents } from "#ports/documents.ts";
import { createInboxStore, type InboxStore } from "#stores/inbox.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import { createMailStore, type MailStore } from "#stores/mails.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { mailRefused, mailSaved, mailSent, mailWaits } from "#tests/mail-results.ts";

type Opened = InboxStore & { readonly mails: MailStore };

/** Creates an empty inbox; each call of the result opens it again, as another process would. */
type Make = () => Promise<() => Promise<Opened>>;

export const inboxAndMails = (documents: Documents): Opened => ({
  ...createInboxStore(documents),
  mails: createMailStore(documents),
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);
/** The day for which ages are computed. */
const DAY = "2026-08-05";

const message = (subject: string, text = "Bonjour") => aMessage({ subject, message: text });

const idsOf = (entries: readonly InboxEntry[]) => entries.map(({ id }) => id);
const stateOf = async (inbox: InboxStore, id: string) => (await inbox.get(id))?.mail;
/** Claims all due mail. @returns the ids of the entries in the order of the claim */
async function claim({ mails }: Opened, at = NOON): Promise<string[]> {
  const ids: string[] = [];
  for (let mail = await mails.leaseDue(at, MINUTE); mail; mail = await mails.leaseDue(at, MINUTE)) ids.push(mail.cause);
  return ids;
}
const WAITING = { state: "en-attente", reason: null };
const sent = (ms: number) => ({ state: "envoye", at: afterNoon(ms) });

/** Adds entries, received a second apart. @returns their ids, in the same order */
async function submit(inbox: InboxStore, ...submissions: (Submission | string)[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, one] of submissions.entries())
    ids.push((await inbox.add(typeof one === "string" ? message(one) : one, afterNoon(i * SECOND))).entry.id);
  return ids;
}

type Options = { type?: SubmissionType; text?: string; filter?: InboxListFilter; portion?: ListPortion };
const search = (inbox: InboxStore, { type = "message", text = "", filter = "tout", portion }: Options = {}) =>
  inbox.search({ type, text, filter, day: DAY }, portion);
const find = async (inbox: InboxStore, options: Options = {}) => idsOf((await search(inbox, options)).entries);

/** @returns the key of the entry in the bin */
async function remove(inbox: InboxStore, id: string): Promise<string> {
  const [key = ""] = await inbox.moveToBin([id], aDeletion());
  expect(key).not.toBe("");
  return key;
}

export function inboxContract(name: string, make: Make): void {
  const openOne = async () => (await make())();

  describe(`${name}, adding`, () => {
    it.each([
      aSignUp(),
      { ...aSignUp(), birthDateToVerify: true, charterRevision: "2025-08-01T10:00:00.000Z" },
      message("Bal", '"},"type":"inscription a\u0000b\u202e Zoé 🎺\n\n« salut »'),
      message("Bal", "x".repeat(10_000)),
    ])("stores an entry unchanged, with its mail due (%#)", async (submission) => {
      const inbox = await openOne();
      const { entry, isNew } = await inbox.add(submission, NOON);
      expect(isNew).toBe(true);
      const defaults = { birthDateToVerify: false, charterRevision: null };
      const marks = { handledAt: null, consentOn: "", ...NO_CONTACT_DETAILS };
      const added = { id: expect.any(String), receivedAt: NOON, mail: WAITING, ...marks };
      expect(entry).toStrictEqual({ ...defaults, ...submission, ...added });
      expect(await inbox.get(entry.id)).toStrictEqual(entry);
      expect(await claim(inbox)).toEqual([entry.id]);
      expect((await search(inbox, submission)).entries).toStrictEqual([{ ...entry, duplicate: false }]);
    });

    it("creates one entry for equal content within 24 hours, whatever the order of fields and the state of its mail", async () => {
      const inbox = await openOne();
      const { entry } = await inbox.add(message("Bal"), NOON);
      expect(await inbox.add(message("Bal"), afterNoon(SECOND))).toStrictEqual({ entry, isNew: false });
      await mailSent(inbox.mails, entry.id, NOON);
      const reversed = Object.fromEntries(Object.entries(message("Bal").content).reverse());
      const known = await inbox.add({ type: "message", content: reversed } as Submission, afterNoon(24 * HOUR - 1));
      expect(known).toMatchObject({ isNew: false, entry: { id: entry.id, mail: { state: "envoye" } } });
      expect(await claim(inbox, afterNoon(24 * HOUR))).toEqual([]);
      const next = await inbox.add(message("Bal"), afterNoon(24 * HOUR));
      expect(next.isNew).toBe(true);
      expect(await inbox.add(message("Bal"), afterNoon(25 * HOUR))).toMatchObject({ entry: { id: next.entry.id } });
      // A letter differs, or words are in another field.
      expect(new Set(await submit(inbox, message("Bal", "Salut"), "bal", message("Salut", "Bal"))).size).toBe(3);
    });

    it("creates one entry with one mail when several processes add equal content at once", async () => {
      const open = await make();
      const inboxes = await Promise.all([open(), open(), open()]);
      const added = await Promise.all([...inboxes, ...inboxes].map((inbox) => inbox.add(aSignUp(), NOON)));
      expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(added.map(({ entry }) => entry.id)).size).toBe(1);
      expect(await claim(inboxes[0] as Opened)).toHaveLength(1);
    });
  });

  it(`${name}: an unknown id finds nothing and changes nothing`, async () => {
    const inbox = await openOne();
    const [id = ""] = await submit(inbox, { ...aSignUp(), birthDateToVerify: true });
    const before = await inbox.get(id);
    const odd = "' OR '1'='1";
    expect(await inbox.get(odd)).toBeNull();
    const one = [inbox.setBirthDateVerified(odd), inbox.resend(odd, NOON)];
    expect(await Promise.all(one)).toEqual([false, false]);
    const lists = [inbox.setHandled([odd], NOON), inbox.setHandled([odd], null), inbox.moveToBin([odd], aDeletion())];
    expect(await Promise.all(lists)).toEqual([[], [], []]);
    expect([await inbox.restore([odd]), await inbox.restore([id])]).toEqual([0, 0]);
    expect(await inbox.get(id)).toEqual(before);
  });

  describe(`${name}, sending again`, () => {
    it("makes refused and kept mail due as if it were new, and changes no mail that is sent, waits or is being sent", async () => {
      const inbox = await openOne();
      const { mails } = inbox;
      const [refused = "", kept = "", out = "", waits = "", taken = ""] = await submit(inbox, "1", "2", "3", "4", "5");
      await mailRefused(mails, refused, "Adresse refusée");
      await mailSaved(mails, kept, NOON);
      await mailSent(mails, out, NOON);
      await mailWaits(mails, waits, "Pas de réponse", afterNoon(HOUR));
      expect(await claim(inbox, afterNoon(MINUTE))).toEqual([taken]);
      for (const id of [refused, kept, out, waits, taken]) expect(await inbox.resend(id, afterNoon(MINUTE))).toBe(true);
      for (const id of [refused, kept, taken]) expect(await stateOf(inbox, id)).toEqual(WAITING);
      expect(await stateOf(inbox, waits)).toMatchObject({ reason: "Pas de réponse" });
      expect((await claim(inbox, afterNoon(MINUTE))).sort()).toEqual([refused, kept].sort());
      await mailSent(mails, kept, afterNoon(2 * MINUTE));
      expect(await stateOf(inbox, kept)).toEqual(sent(2 * MINUTE));
    });

    it("makes all refused mail of one type due again, and no mail of the other type", async () => {
      const inbox = await openOne();
      const [fine = "", ...refused] = await submit(inbox, ...Array.from({ length: 26 }, (_, i) => `Sujet ${i}`));
      const { entry } = await inbox.add(aSignUp(), NOON);
      await mailSent(inbox.mails, fine, NOON);
      for (const id of [...refused, entry.id]) await mailRefused(inbox.mails, id, "Adresse refusée");
      expect(await inbox.count("message")).toEqual({ total: 26, unhandled: 26, refused: 25 });
      expect(await inbox.resendAll("message", afterNoon(MINUTE))).toBe(25);
      expect(await inbox.resendAll("message", afterNoon(MINUTE))).toBe(0);
      expect(await inbox.count("message")).toEqual({ total: 26, unhandled: 26, refused: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 1, unhandled: 1, refused: 1 });
      expect(await stateOf(inbox, refused[0] ?? "")).toEqual(WAITING);
      expect(await stateOf(inbox, fine)).toEqual(sent(0));
      expect((await claim(inbox, afterNoon(MINUTE))).sort()).toEqual(refused.toSorted());
    });
  });
}

/** The methods that the committee uses: lists, searches, marks, retention. */
export function inboxDeskContract(name: string, make: Make): void {
  const openOne = async () => (await make())();

  describe(`${name}, a list`, () => {
    it("has the entries of one type, newest first, page by page with the total number", async () => {
      const inbox = await openOne();
      expect(await search(inbox)).toEqual({ entries: [], total: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 0, unhandled: 0, refused: 0 });
      const [other] = await submit(inbox, aSignUp());
      const ids = await submit(inbox, ...Array.from({ length: 6 }, (_, i) => `Sujet ${i}`));
      ids.push((await inbox.add(message("Du même instant"), afterNoon(5 * SECOND))).entry.id);
      const pages = await Promise.all([0, 3, 6, 9].map((start) => search(inbox, { portion: { start, count: 3 } })));
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      const newest = ids.toReversed();
      const expected = [newest.slice(0, 3), newest.slice(3, 6), newest.slice(6), []];
      expect(pages.map(({ entries }) => idsOf(entries))).toEqual(expected);
      expect(await find(inbox)).toEqual(newest);
      expect(await find(inbox, { type: "inscription" })).toEqual([other]);
      expect(await inbox.listIds()).toEqual(new Set([...ids, other]));
    });

    it("marks sign-ups with the same name and birth date, whatever case, accents and address, unless one is deleted", async () => {
      const inbox = await openOne();
      const same = aSignUp({ lastName: "HERITIER", firstName: "zoe", address: "Ailleurs 1", phone: "0270000000" });
      const others = [aSignUp({ birthDate: "06.08.2000" }), aSignUp({ firstName: "Ana" })];
      const [a = "", b = "", c = "", d = ""] = await submit(inbox, aSignUp(), same, ...others);
      const duplicates = async () => {
        const { entries } = await search(inbox, { type: "inscription" });
        return entries.filter(({ duplicate }) => duplicate).map(({ id }) => id);
      };
      await inbox.setHandled([b], NOON);
      expect(await duplicates()).toEqual([b, a]);
      const key = await remove(inbox, b);
      expect(await duplicates()).toEqual([]);
      expect(await inbox.listIds()).toEqual(new Set([a, c, d]));
      await inbox.restore([key]);
      expect(await duplicates()).toEqual([b, a]);
    });
  });

  describe(`${name}, a search`, () => {
    it("finds a sign-up by each of its fields, ignoring accents, case and order", async () => {
      const inbox = await openOne();
      const elsewhere = { address: "Rue du Bisse 9, 1950 Sion", phone: "0780000000", birthDate: "31.12.1990" };
      const [id] = await submit(inbox, aSignUp(), aSignUp({ lastName: "Luyet", firstName: "Max", ...elsewhere }));
      for (const text of ["zoe HÉRITIER", "Treize-Etoiles 4", "+41 79 123 45 67", "123 45", "05.08.2000", "érit"])
        expect(await find(inbox, { type: "inscription", text }), text).toEqual([id]);
    });

    it("finds a message by name, address, subject and text", async () => {
      const inbox = await openOne();
      const content = { name: "Ana", email: "ana@exemple.ch", subject: "Bal", message: "Rien" };
      const found = message("Brisolée", "Des châtaignes :\nl'idée d’Agathe, 100% ' OR '1'='1");
      const [id] = await submit(inbox, found, { type: "message", content });
      const typed = [
        "CŒUR",
        "leo.coeur@exemple.ch",
        "brisolee",
        "chataignes",
        "l’idée d'Agathe",
        "100%",
        "' OR '1'='1",
      ];
      for (const text of typed) expect(await find(inbox, { text }), text).toEqual([id]);
    });

    it("finds only entries with every word, also together with a filter and page by page", async () => {
      const inbox = await openOne();
      const ids = await submit(inbox, "bal 1", "bal 2", "loto", "bal 3");
      await inbox.setHandled([ids[1] ?? ""], NOON);
      expect(await search(inbox, { text: "bal dupont" })).toEqual({ entries: [], total: 0 });
      const found = await search(inbox, { text: "bal", filter: "nouveau", portion: { start: 1, count: 5 } });
      expect(found).toMatchObject({ total: 2, entries: [{ id: ids[0] }] });
    });

    it("filters entries, and counts the 18th birthday as reached", async () => {
      const inbox = await openOne();
      const births = ["31.12.1999", "05.08.2000", "05.08.2008", "06.08.2008"];
      const ids = await submit(inbox, ...births.map((birthDate) => aSignUp({ firstName: birthDate, birthDate })));
      const [handled = "", refused = "", waits = "", minor = ""] = ids;
      await inbox.setHandled([handled], NOON);
      await mailRefused(inbox.mails, refused, "Adresse refusée");
      await mailWaits(inbox.mails, waits, "Pas de réponse", afterNoon(MINUTE));
      const filtered = (filter: InboxListFilter) => find(inbox, { type: "inscription", filter });
      expect(await filtered("nouveau")).toEqual([minor, waits, refused]);
      expect([await filtered("traite"), await filtered("echec")]).toEqual([[handled], [refused]]);
      expect([await filtered("mineur"), await find(inbox, { filter: "mineur" })]).toEqual([[minor], []]);
      expect(await inbox.count("inscription")).toEqual({ total: 4, unhandled: 3, refused: 1 });
    });
  });

  describe(`${name}, marks of the committee`, () => {
    it("keeps the first instant of the handling until it is cleared, for all processes, and changes no other entry", async () => {
      const open = await make();
      const [inbox, elsewhere] = [await open(), await open()];
      const [id = "", other = ""] = await submit(inbox, aSignUp(), aSignUp({ firstName: "Ana" }));
      const at = async () => (await elsewhere.get(id))?.handledAt;
      for (const minutes of [0, 1]) await inbox.setHandled([id], afterNoon(minutes * MINUTE));
      expect(await at()).toEqual(NOON);
      for (let times = 0; times < 2; times++) await inbox.setHandled([id], null);
      expect(await at()).toBeNull();
      await inbox.setHandled([id], afterNoon(MINUTE));
      expect(await at()).toEqual(afterNoon(MINUTE));
      expect((await inbox.get(other))?.handledAt).toBeNull();
    });

    it("marks several entries at once, and keeps the time of entries that others marked before", async () => {
      const inbox = await openOne();
      const [a = "", b = "", c = "", before = ""] = await submit(inbox, "1", "2", "3", "4");
      const at = afterNoon(MINUTE);
      await inbox.setHandled([before], NOON);
      expect(await inbox.setHandled([a, b, c, a, before, "gone"], at)).toEqual([at, at, at, NOON]);
      // A second request changes nothing.
      expect(await inbox.setHandled([a, b], afterNoon(HOUR))).toEqual([at, at]);
      await inbox.setHandled([a, b], null);
      expect(await find(inbox, { filter: "traite" })).toEqual([before, c]);
      expect((await inbox.list("message", [before, a, "gone"])).map(({ id }) => id)).toEqual([before, a]);
      expect(await inbox.list("inscription", [a])).toEqual([]);
    });

    it("adds the contact details of a sign-up once, for all processes, finds them, and restores them", async () => {
      const open = await make();
      const [inbox, elsewhere] = [await open(), await open()];
      const [id = "", text = "", handled = ""] = await submit(inbox, aSignUp(), "Bal", aSignUp({ firstName: "Max" }));
      const details = { email: "zoe@exemple.ch", guardianName: "Anne", guardianPhone: "0792223344" };
      const [first, ...others] = await Promise.all([
        inbox.addContactDetails(id, details),
        elsewhere.addContactDetails(id, details),
      ]);
      expect([first, ...others]).toEqual(["added", "added"]);
      expect(await elsewhere.addContactDetails(id, { ...details, guardianName: "" })).toBe("written");
      await inbox.setHandled([handled], NOON);
      expect(await inbox.addContactDetails(handled, details)).toBe("handled");
      expect(await inbox.addContactDetails(text, details)).toBe("absent");
      for (let times = 0; times < 2; times++) {
        expect(await find(inbox, { type: "inscription", text: "079 222 33 44" })).toEqual([id]);
        expect(await inbox.get(id)).toMatchObject(details);
        await inbox.restore([await remove(inbox, id)]);
      }
    });

    it("verifies the birth date of a sign-up, and changes nothing of its mail", async () => {
      const inbox = await openOne();
      const [id = "", text = ""] = await submit(inbox, { ...aSignUp(), birthDateToVerify: true }, "Bal");
      await inbox.setHandled([id], NOON);
      for (let times = 0; times < 2; times++) expect(await inbox.setBirthDateVerified(id)).toBe(true);
      expect(await inbox.get(id)).toMatchObject({ handledAt: NOON, birthDateToVerify: false, mail: WAITING });
      expect(await claim(inbox, afterNoon(SECOND))).toEqual([id, text]);
      expect(await inbox.setBirthDateVerified(text)).toBe(false);
      expect(await inbox.get(text)).toMatchObject({ birthDateToVerify: false });
    });
  });

  describe(`${name}, retention`, () => {
    const [JUNE, JULY, AUGUST] = [afterNoon(-60 * 24 * HOUR), afterNoon(-30 * 24 * HOUR), NOON];
    const NONE = { count: 0, first: null, last: null };

    it("moves entries to the bin that were last handled before the limit, but no new ones and no other type", async () => {
      const inbox = await openOne();
      const [june = "", july = "", august = "", fresh = ""] = await submit(inbox, "1", "2", "3", "4");
      const [otherType = ""] = await submit(inbox, aSignUp());
      await inbox.setHandled([june, july, fresh, otherType], JUNE);
      await inbox.setHandled([august], AUGUST);
      for (const id of [july, fresh]) await inbox.setHandled([id], null);
      await inbox.setHandled([july], JULY);
      const key = await remove(inbox, june);
      expect(await inbox.countHandled("message", AUGUST)).toEqual({ count: 1, first: JULY, last: JULY });
      await inbox.restore([key]);
      expect(await inbox.countHandled("message", AUGUST)).toEqual({ count: 2, first: JUNE, last: JULY });
      expect(await inbox.countPending("message", AUGUST)).toEqual({ unhandled: 1, refused: 0, expiring: 2 });
      expect(await inbox.moveExpiredToBin("message", AUGUST, NOON)).toBe(2);
      expect(await find(inbox)).toEqual([fresh, august]);
      expect(await find(inbox, { type: "inscription" })).toEqual([otherType]);
      expect(await inbox.countHandled("message", AUGUST)).toEqual(NONE);
      expect(await inbox.moveExpiredToBin("message", AUGUST, NOON)).toBe(0);
    });
  });

  describe(`${name}, a deletion`, () => {
    it("removes the entry and its mail once, so that neither can be marked or sent", async () => {
      const inbox = await openOne();
      const [a = "", b = ""] = await submit(inbox, aSignUp(), "deux");
      await remove(inbox, a);
      expect(await inbox.moveToBin([a], aDeletion())).toEqual([]);
      expect(await inbox.get(a)).toBeNull();
      const marks = [inbox.setBirthDateVerified(a), inbox.resend(a, NOON)];
      expect(await Promise.all([...marks, inbox.setHandled([a], NOON)])).toEqual([false, false, []]);
      expect(await inbox.resendAll("inscription", NOON)).toBe(0);
      expect(await find(inbox, { type: "inscription" })).toEqual([]);
      expect(await inbox.count("inscription")).toEqual({ total: 0, unhandled: 0, refused: 0 });
      expect(await claim(inbox, afterNoon(HOUR))).toEqual([b]);
    });

    it("lets the same person sign up again, and both entries exist after a restoration", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, aSignUp());
      const key = await remove(inbox, id);
      const { entry, isNew } = await inbox.add(aSignUp(), afterNoon(MINUTE));
      expect([isNew, await inbox.restore([key])]).toEqual([true, 1]);
      const { entries } = await search(inbox, { type: "inscription" });
      expect(entries).toMatchObject([entry, { id }].map((one) => ({ id: one.id, duplicate: true })));
      const click = await inbox.add(aSignUp(), afterNoon(2 * MINUTE));
      expect([click.isNew, click.entry.id]).toEqual([false, entry.id]);
    });

    it("removes several entries at once, and restores all of them, also those with equal content", async () => {
      const inbox = await openOne();
      const [a = "", b = ""] = await submit(inbox, "un", aSignUp());
      const again = await inbox.add(message("un"), afterNoon(25 * HOUR));
      const ids = [again.entry.id, a, b];
      const keys = await inbox.moveToBin([...ids, a, "gone"], aDeletion());
      expect([new Set(keys).size, await inbox.listIds()]).toEqual([3, new Set()]);
      expect([await inbox.restore([...keys, ...keys]), await inbox.restore(keys)]).toEqual([3, 0]);
      expect(await inbox.listIds()).toEqual(new Set(ids));
      expect(await inbox.add(message("un"), afterNoon(26 * HOUR))).toMatchObject({ entry: { id: again.entry.id } });
    });
  });

  describe(`${name}, a restored entry`, () => {
    it("has its former content, place and search words, and is recognised when it is sent again", async () => {
      const open = await make();
      const [inbox, elsewhere] = [await open(), await open()];
      const entry = { ...aSignUp({ birthDate: "05.08.2010" }), birthDateToVerify: true };
      const text = message("Salut", "Zoé 🎺 a\u0000b\n« salut »");
      const [id = "", first, other = "", last] = await submit(inbox, entry, "un", text, "trois");
      await inbox.setHandled([id], afterNoon(5));
      for (const one of [id, other]) {
        const before = await inbox.get(one);
        const key = await remove(inbox, one);
        expect(await elsewhere.restore([key])).toBe(1);
        expect(await inbox.get(one)).toStrictEqual(before);
        expect(await inbox.restore([key])).toBe(0);
      }
      expect(await find(inbox)).toEqual([last, other, first]);
      expect(await find(inbox, { text: "SALUT coeur" })).toEqual([other]);
      expect(await find(inbox, { type: "inscription", text: "heritier", filter: "traite" })).toEqual([id]);
      expect(await find(inbox, { type: "inscription", filter: "mineur" })).toEqual([id]);
      expect(await inbox.countHandled("inscription", afterNoon(10))).toMatchObject({ count: 1, first: afterNoon(5) });
      expect(await inbox.add(text, afterNoon(MINUTE))).toMatchObject({ isNew: false, entry: { id: other } });
      expect(await inbox.setHandled([id], null)).toEqual([null]);
      expect(await inbox.setBirthDateVerified(id)).toBe(true);
      expect(await elsewhere.get(id)).toMatchObject({ handledAt: null, birthDateToVerify: false });
    });
  });
}
