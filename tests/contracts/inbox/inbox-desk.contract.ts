import { describe, expect, it } from "vitest";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";
import type { Inbox, Portion } from "#stores/inbox-types.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Inbox>>;

const MINUTE = 60_000;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);
/** The day on which ages are counted. */
const DAY = "2026-08-05";

const inscription = (fields: Partial<SignUp> = {}): Extract<Submission, { type: "inscription" }> => ({
  type: "inscription",
  content: {
    lastName: "Héritier",
    firstName: "Zoé",
    address: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    phone: "0791234567",
    birthDate: "05.08.2000",
    charter: "Validé par la personne",
    minorCharter: "Majeur",
    ...fields,
  },
});

const message = (sujet: string, text = "Bonjour"): Submission => ({
  type: "message",
  content: { name: "Léo Cœur", email: "leo.coeur@exemple.ch", subject: sujet, message: text },
});

/** Adds entries, a second apart. @returns their ids, in the same order */
async function submit(inbox: Inbox, ...submissions: Submission[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, submission] of submissions.entries())
    ids.push((await inbox.add(submission, afterNoon(i * 1000))).entry.id);
  return ids;
}

type Options = { type?: SubmissionType; text?: string; filter?: Filter; portion?: Portion };
const search = (inbox: Inbox, { type = "inscription", text = "", filter = "tout", portion }: Options = {}) =>
  inbox.search({ type, text, filter, day: DAY }, portion);
/** Ids of what is found, in order. */
const find = async (inbox: Inbox, options: Options = {}) => (await search(inbox, options)).entries.map(({ id }) => id);

/** What every inbox promises the committee. */
export function inboxDeskContract(nom: string, make: Make): void {
  const openOne = async () => (await make())();

  describe(`${nom}, a list`, () => {
    it("is empty at first", async () => {
      const inbox = await openOne();
      expect(await search(inbox)).toEqual({ entries: [], total: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 0, unhandled: 0, refused: 0 });
    });

    it("shows the newest first, sign-ups and messages apart", async () => {
      const inbox = await openOne();
      const [a, b, c] = await submit(inbox, inscription(), message("Bal"), inscription({ firstName: "Ana" }));
      expect(await find(inbox)).toEqual([c, a]);
      expect(await find(inbox, { type: "message" })).toEqual([b]);
    });

    it("shows entries of the same instant in the order in which they came, last first", async () => {
      const inbox = await openOne();
      const one = await inbox.add(message("un"), NOON);
      const second = await inbox.add(message("deux"), NOON);
      expect(await find(inbox, { type: "message" })).toEqual([second.entry.id, one.entry.id]);
    });

    it("shows whole entries", async () => {
      const inbox = await openOne();
      const { entry } = await inbox.add(inscription(), NOON);
      expect((await search(inbox)).entries).toStrictEqual([{ ...entry, duplicate: false }]);
    });

    it("has the ids of both types, but of what is deleted", async () => {
      const inbox = await openOne();
      expect(await inbox.listIds()).toEqual(new Set());
      const [a = "", b] = await submit(inbox, inscription(), message("Bal"));
      expect(await inbox.listIds()).toEqual(new Set([a, b]));
      const deletion = aDeletion();
      await inbox.moveToBin(a, deletion);
      expect(await inbox.listIds()).toEqual(new Set([b]));
      await inbox.restore(deletion.key);
      expect(await inbox.listIds()).toEqual(new Set([a, b]));
    });

    it("comes in portions, with the number of all", async () => {
      const inbox = await openOne();
      const ids = await submit(inbox, ...Array.from({ length: 7 }, (_, i) => message(`Sujet ${i}`)));
      const page = (start: number) => search(inbox, { type: "message", portion: { start, count: 3 } });
      const pages = await Promise.all([page(0), page(3), page(6), page(9)]);
      expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
      expect(pages.map(({ entries }) => entries.map(({ id }) => id))).toEqual([
        [ids[6], ids[5], ids[4]],
        [ids[3], ids[2], ids[1]],
        [ids[0]],
        [],
      ]);
      expect(await find(inbox, { type: "message" })).toEqual(ids.toReversed());
    });
  });

  describe(`${nom}, a search`, () => {
    it.each([
      "heritier",
      "HÉRITIER",
      "zoe heritier",
      "héritier zoé",
      "treize étoiles",
      "Treize-Etoiles 4",
      "1965 saviese",
      "0791234567",
      "079 123 45 67",
      "+41 79 123 45 67",
      "123 45",
      "05.08.2000",
      "érit",
      "  zoé   ",
    ])("for '%s' finds the sign-up, whatever the accents, the case and the order", async (text) => {
      const inbox = await openOne();
      const [id] = await submit(
        inbox,
        inscription(),
        inscription({ lastName: "Luyet", firstName: "Max", ...ELSEWHERE }),
      );
      expect(await find(inbox, { text })).toEqual([id]);
    });

    it.each(["coeur", "CŒUR", "leo.coeur@exemple.ch", "brisolee", "chataignes", "l’idée d'Agathe"])(
      "for '%s' finds the message in its name, address, subject or text",
      async (text) => {
        const inbox = await openOne();
        const [id] = await submit(inbox, message("Brisolée", "Des châtaignes :\nl'idée d’Agathe"), {
          type: "message",
          content: { name: "Ana", email: "ana@exemple.ch", subject: "Bal", message: "Rien" },
        });
        expect(await find(inbox, { type: "message", text })).toEqual([id]);
      },
    );

    it("asks for every word", async () => {
      const inbox = await openOne();
      await submit(inbox, inscription());
      expect(await find(inbox, { text: "zoé dupont" })).toEqual([]);
      expect(await search(inbox, { text: "zoé dupont" })).toMatchObject({ total: 0 });
    });

    it.each(["%", "_", "100%", "' OR '1'='1", "\\", "*", "\u0000", "🎺🎺"])(
      "takes '%s' for text and nothing else",
      async (text) => {
        const inbox = await openOne();
        const [id] = await submit(inbox, message(`Voici ${text} dans un sujet`));
        await submit(inbox, message("Autre"));
        expect(await find(inbox, { type: "message", text: `voici ${text}` })).toEqual([id]);
      },
    );

    it("goes together with a filter and a portion", async () => {
      const inbox = await openOne();
      const ids = await submit(inbox, ...["bal 1", "bal 2", "loto", "bal 3"].map((sujet) => message(sujet)));
      await inbox.setHandled(ids[1] ?? "", NOON);
      const outcome = await search(inbox, {
        type: "message",
        text: "bal",
        filter: "nouveau",
        portion: { start: 1, count: 5 },
      });
      expect(outcome).toMatchObject({ total: 2, entries: [{ id: ids[0] }] });
    });
  });

  describe(`${nom}, filters`, () => {
    it("tell new from treated", async () => {
      const inbox = await openOne();
      const [a = "", b] = await submit(inbox, inscription(), inscription({ firstName: "Ana" }));
      await inbox.setHandled(a, NOON);
      expect(await find(inbox, { filter: "nouveau" })).toEqual([b]);
      expect(await find(inbox, { filter: "traite" })).toEqual([a]);
      expect(await inbox.count("inscription")).toEqual({ total: 2, unhandled: 1, refused: 0 });
      expect(await inbox.count("message")).toEqual({ total: 0, unhandled: 0, refused: 0 });
    });

    it("find those who are not 18 on the day, by their birth date; the birthday counts as reached", async () => {
      const inbox = await openOne();
      const [, tomorrow] = await submit(
        inbox,
        inscription({ firstName: "A", birthDate: "05.08.2008" }),
        inscription({ firstName: "B", birthDate: "06.08.2008" }),
        inscription({ firstName: "C", birthDate: "31.12.1999" }),
      );
      await submit(inbox, message("Bal"));
      expect(await find(inbox, { filter: "mineur" })).toEqual([tomorrow]);
      expect(await find(inbox, { type: "message", filter: "mineur" })).toEqual([]);
    });

    it("find mail that was refused for good", async () => {
      const inbox = await openOne();
      const [a = "", b = ""] = await submit(inbox, message("un"), message("deux"), message("trois"));
      await inbox.markFailed(a, "Adresse refusée");
      await inbox.markRetry(b, "Pas de réponse", afterNoon(MINUTE));
      expect(await find(inbox, { type: "message", filter: "echec" })).toEqual([a]);
    });
  });

  describe(`${nom}, somebody who signed up twice`, () => {
    const duplicates = async (inbox: Inbox) =>
      Object.fromEntries((await search(inbox)).entries.map(({ id, duplicate }) => [id, duplicate]));

    it("is recognised by name and birth date, whatever the case, accents and address", async () => {
      const inbox = await openOne();
      const [a = "", b = "", c = "", d = ""] = await submit(
        inbox,
        inscription(),
        inscription({ lastName: "HERITIER", firstName: "zoe", address: "Ailleurs 1", phone: "0270000000" }),
        inscription({ birthDate: "06.08.2000" }),
        inscription({ firstName: "Ana" }),
      );
      expect(await duplicates(inbox)).toEqual({ [a]: true, [b]: true, [c]: false, [d]: false });
    });

    it("is no longer marked while one of the two is deleted", async () => {
      const inbox = await openOne();
      const [a = "", b = ""] = await submit(inbox, inscription(), inscription({ address: "Ailleurs 1" }));
      await inbox.setHandled(b, NOON);
      expect(await duplicates(inbox)).toEqual({ [a]: true, [b]: true });
      const deletion = aDeletion();
      await inbox.moveToBin(b, deletion);
      expect(await duplicates(inbox)).toEqual({ [a]: false });
      await inbox.restore(deletion.key);
      expect(await duplicates(inbox)).toEqual({ [a]: true, [b]: true });
    });
  });

  describe(`${nom}, what the committee marks`, () => {
    it("keeps when an entry was treated, the first time, until it is new again", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, inscription());
      expect(await inbox.setHandled(id, NOON)).toBe(true);
      expect(await inbox.setHandled(id, afterNoon(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.handledAt).toEqual(NOON);
      expect(await inbox.setHandled(id, null)).toBe(true);
      expect(await inbox.setHandled(id, null)).toBe(true);
      expect((await inbox.get(id))?.handledAt).toBeNull();
      expect(await inbox.setHandled(id, afterNoon(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.handledAt).toEqual(afterNoon(MINUTE));
    });

    it("keeps when the signed paper came back, the first time, until it is taken back", async () => {
      const inbox = await openOne();
      const [id = "", other = ""] = await submit(inbox, inscription(), inscription({ firstName: "Ana" }));
      expect(await inbox.setConsentReceived(id, NOON)).toBe(true);
      expect(await inbox.setConsentReceived(id, afterNoon(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.consentFormReceivedAt).toEqual(NOON);
      expect((await inbox.get(other))?.consentFormReceivedAt).toBeNull();
      expect(await inbox.setConsentReceived(id, null)).toBe(true);
      expect((await inbox.get(id))?.consentFormReceivedAt).toBeNull();
    });

    it("knows of no signed paper for a message", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("Bal"));
      expect(await inbox.setConsentReceived(id, NOON)).toBe(false);
      expect((await inbox.get(id))?.consentFormReceivedAt).toBeNull();
    });

    it("marks a birth date that the form proposed until the committee has verified it", async () => {
      const inbox = await openOne();
      const [proposed = "", typed = "", written = ""] = await submit(
        inbox,
        { ...inscription(), birthDateToVerify: true },
        inscription({ firstName: "Ana" }),
        message("Bal"),
      );
      const { entries } = await inbox.search({ type: "inscription", text: "", filter: "tout", day: DAY });
      expect(entries.map(({ id, birthDateToVerify }) => [id, birthDateToVerify])).toEqual([
        [typed, false],
        [proposed, true],
      ]);
      expect((await inbox.get(written))?.birthDateToVerify).toBe(false);
      for (let i = 0; i < 2; i++) {
        expect(await inbox.setBirthDateVerified(proposed)).toBe(true);
        expect((await inbox.get(proposed))?.birthDateToVerify).toBe(false);
      }
      expect(await inbox.setBirthDateVerified(written)).toBe(false);
    });

    it("tells when the entry is gone", async () => {
      const inbox = await openOne();
      await submit(inbox, inscription());
      expect(await inbox.setHandled("unknown", NOON)).toBe(false);
      expect(await inbox.setHandled("unknown", null)).toBe(false);
      expect(await inbox.setConsentReceived("unknown", NOON)).toBe(false);
      expect(await inbox.setBirthDateVerified("unknown")).toBe(false);
      expect(await inbox.resend("unknown", NOON)).toBe(false);
    });

    it("changes nothing of the mail", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, { ...inscription(), birthDateToVerify: true });
      await inbox.setHandled(id, NOON);
      await inbox.setConsentReceived(id, NOON);
      expect(await inbox.claimDue(NOON, MINUTE, 10)).toMatchObject([
        { id, handledAt: NOON, consentFormReceivedAt: NOON, birthDateToVerify: true },
      ]);
    });

    it("is seen by everybody at once", async () => {
      const openAgain = await make();
      const [one, second] = [await openAgain(), await openAgain()];
      const [id = ""] = await submit(one, inscription());
      await second.setHandled(id, NOON);
      expect(await find(one, { filter: "traite" })).toEqual([id]);
    });
  });

  describe(`${nom}, a mail sent again`, () => {
    it("waits at once after it was refused for good, as if it were new", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("Bal"));
      await inbox.claimDue(NOON, MINUTE, 10);
      await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.resend(id, afterNoon(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.mail).toEqual({
        state: "en-attente",
        attempts: 0,
        nextAttempt: afterNoon(MINUTE),
        reason: null,
      });
      expect(await inbox.nextDue()).toEqual(afterNoon(MINUTE));
      expect(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10)).toMatchObject([{ id }]);
    });

    it("waits at once after it was kept here, and then counts as sent once it is", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("Bal"));
      await inbox.markSaved(id, NOON);
      expect(await inbox.resend(id, afterNoon(MINUTE))).toBe(true);
      expect((await inbox.get(id))?.mail).toMatchObject({ state: "en-attente", attempts: 0, reason: null });
      expect(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10)).toMatchObject([{ id }]);
      await inbox.markSent(id, afterNoon(2 * MINUTE));
      expect((await inbox.get(id))?.mail).toEqual({ state: "envoye", at: afterNoon(2 * MINUTE) });
    });

    it("is not sent twice when it is out, waits or is being sent", async () => {
      const inbox = await openOne();
      const [out = "", waits = "", taken = ""] = await submit(inbox, message("1"), message("2"), message("3"));
      await inbox.markSent(out, NOON);
      await inbox.markRetry(waits, "Pas de réponse", afterNoon(60 * MINUTE));
      await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10);
      for (const id of [out, waits, taken]) expect(await inbox.resend(id, afterNoon(MINUTE))).toBe(true);
      expect(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10)).toEqual([]);
      expect((await inbox.get(waits))?.mail).toMatchObject({ attempts: 1, reason: "Pas de réponse" });
    });
  });

  describe(`${nom}, all refused mail sent again`, () => {
    it("waits at once, of its own type, and is counted no more", async () => {
      const inbox = await openOne();
      const [a = "", b = "", fine = "", signUp = ""] = await submit(
        inbox,
        message("1"),
        message("2"),
        message("3"),
        inscription(),
      );
      await inbox.markSent(fine, NOON);
      for (const id of [a, b, signUp]) await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.count("message")).toEqual({ total: 3, unhandled: 3, refused: 2 });
      expect(await inbox.resendAll("message", afterNoon(MINUTE))).toBe(2);
      expect(await inbox.resendAll("message", afterNoon(MINUTE))).toBe(0);
      expect(await inbox.count("message")).toEqual({ total: 3, unhandled: 3, refused: 0 });
      expect(await inbox.count("inscription")).toEqual({ total: 1, unhandled: 1, refused: 1 });
      for (const id of [a, b])
        expect((await inbox.get(id))?.mail).toEqual({
          state: "en-attente",
          attempts: 0,
          nextAttempt: afterNoon(MINUTE),
          reason: null,
        });
      expect((await inbox.get(fine))?.mail.state).toBe("envoye");
      const due = await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10);
      expect(due.map(({ id }) => id)).toEqual([a, b]);
    });

    it("is all of it, however much there is", async () => {
      const inbox = await openOne();
      const ids = await submit(inbox, ...Array.from({ length: 25 }, (_, i) => message(`Sujet ${i}`)));
      for (const id of ids) await inbox.markFailed(id, "Adresse refusée");
      expect(await inbox.resendAll("message", NOON)).toBe(25);
      expect((await inbox.count("message")).refused).toBe(0);
    });
  });

  describe(`${nom}, what is over`, () => {
    const JUNE = new Date("2025-06-01T10:00:00Z");
    const JULY = new Date("2025-07-01T10:00:00Z");
    const AUGUST = new Date("2025-08-01T10:00:00Z");

    it("goes when it was treated before the limit; what is new or treated later stays", async () => {
      const inbox = await openOne();
      const [june = "", july = "", august = "", fresh = ""] = await submit(
        inbox,
        ...["juin", "juillet", "août", "neuf"].map((sujet) => message(sujet)),
      );
      const [otherType = ""] = await submit(inbox, inscription());
      await inbox.setHandled(june, JUNE);
      await inbox.setHandled(july, JULY);
      await inbox.setHandled(august, AUGUST);
      await inbox.setHandled(otherType, JUNE);
      expect(await inbox.countHandled("message", AUGUST)).toEqual({ count: 2, first: JUNE, last: JULY });
      expect(await inbox.purge("message", AUGUST)).toBe(2);
      expect(await find(inbox, { type: "message" })).toEqual([fresh, august]);
      expect(await find(inbox)).toEqual([otherType]);
      expect(await inbox.countHandled("message", AUGUST)).toEqual({ count: 0, first: null, last: null });
      expect(await inbox.purge("message", AUGUST)).toBe(0);
    });

    it("is neither counted nor touched where it was deleted before", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("Bal"));
      await inbox.setHandled(id, JUNE);
      const deletion = aDeletion();
      await inbox.moveToBin(id, deletion);
      expect(await inbox.countHandled("message", AUGUST)).toEqual({ count: 0, first: null, last: null });
      expect(await inbox.purge("message", AUGUST)).toBe(0);
      expect(await inbox.restore(deletion.key)).toBe(true);
      expect(await inbox.purge("message", AUGUST)).toBe(1);
      expect(await inbox.restore(deletion.key)).toBe(false);
    });

    it("counts from the last time it was treated", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("Bal"));
      await inbox.setHandled(id, JUNE);
      await inbox.setHandled(id, null);
      expect(await inbox.purge("message", AUGUST)).toBe(0);
      await inbox.setHandled(id, JULY);
      expect(await inbox.countHandled("message", AUGUST)).toMatchObject({ count: 1, first: JULY });
    });
  });
}

const ELSEWHERE = { address: "Rue du Bisse 9, 1950 Sion", phone: "0780000000", birthDate: "31.12.1990" };
