import { describe, expect, it } from "vitest";
import type { Submission } from "#domain/submission.ts";
import type { Inbox, InboxEntry } from "#stores/inbox-types.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Inbox>>;

const INSCRIPTION: Submission = {
  type: "inscription",
  content: {
    lastName: "Dupont",
    firstName: "Ana",
    address: "Rue de Savièse 1",
    phone: "0791234567",
    birthDate: "05.08.2008",
    charter: "Validé par la personne",
    minorCharter: "Validé par la personne",
  },
};

const message = (text: string): Submission => ({
  type: "message",
  content: { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: text },
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);

const ids = (entries: readonly InboxEntry[]) => entries.map(({ id }) => id);

/** What every inbox promises. */
export function inboxContract(nom: string, make: Make): void {
  /** Adds one message per text, a second apart. */
  const submit = async (inbox: Inbox, ...texts: string[]): Promise<string[]> => {
    const received: string[] = [];
    for (const [i, text] of texts.entries())
      received.push((await inbox.add(message(text), afterNoon(i * SECOND))).entry.id);
    return received;
  };

  describe(`${nom}, what visitors sent`, () => {
    it.each([INSCRIPTION, message("Bonjour")])(
      "is kept word for word, with its mail waiting ($type)",
      async (submission) => {
        const inbox = await (await make())();
        const { entry, isNew } = await inbox.add(submission, NOON);
        expect(isNew).toBe(true);
        expect(entry).toStrictEqual({
          ...submission,
          id: expect.any(String),
          receivedAt: NOON,
          mail: { state: "en-attente", attempts: 0, nextAttempt: NOON, reason: null },
          handledAt: null,
          consentFormReceivedAt: null,
          birthDateToVerify: false,
        });
        expect(await inbox.get(entry.id)).toStrictEqual(entry);
      },
    );

    it("has an unguessable name that is safe in a URL and in a file name", async () => {
      const inbox = await (await make())();
      const names = await submit(inbox, ...Array.from({ length: 50 }, (_, i) => `Message ${i}`));
      expect(new Set(names).size).toBe(50);
      for (const id of names) expect(id).toMatch(/^[\w-]{20,}$/);
    });

    it("is null for a name that was never given", async () => {
      const inbox = await (await make())();
      await inbox.add(INSCRIPTION, NOON);
      for (const id of ["unknown", "' OR '1'='1", "%", "💥"]) expect(await inbox.get(id)).toBeNull();
    });

    it.each([
      "Robert'); DROP TABLE inbox; --",
      '"},"type":"inscription',
      "<script>alert(1)</script>\r\nBcc: x@exemple.ch",
      "a\u0000b\u202e",
      "Zoé 🎺\n\n« salut »",
      "x".repeat(10_000),
    ])("keeps hostile text as it is (%#)", async (text) => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(message(text), NOON);
      expect((await inbox.get(entry.id))?.content).toStrictEqual(message(text).content);
    });
  });

  describe(`${nom}, the same content sent again`, () => {
    it("is the entry that exists: a double click makes one", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      expect(await inbox.add(structuredClone(INSCRIPTION), afterNoon(SECOND))).toStrictEqual({
        entry,
        isNew: false,
      });
    });

    it("is recognised whatever the order of its fields", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(message("Bonjour"), NOON);
      const reversed = Object.fromEntries(Object.entries(message("Bonjour").content).reverse());
      const rest = await inbox.add({ type: "message", content: reversed } as Submission, NOON);
      expect(rest).toMatchObject({ entry: { id: entry.id }, isNew: false });
    });

    it("is new when a single letter differs, or when words moved to another field", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(message("Bonjour"), NOON);
      expect((await inbox.add(message("bonjour"), NOON)).entry.id).not.toBe(entry.id);
      const moved: Submission = {
        type: "message",
        content: { name: "Léo", email: "leo@exemple.ch", subject: "Bonjour", message: "Salut" },
      };
      expect((await inbox.add(moved, NOON)).isNew).toBe(true);
    });

    it("is the entry that exists up to 24 hours later, and a new one from then on", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      expect((await inbox.add(INSCRIPTION, afterNoon(24 * HOUR - 1))).isNew).toBe(false);
      const nextDay = await inbox.add(INSCRIPTION, afterNoon(24 * HOUR));
      expect(nextDay.isNew).toBe(true);
      expect(nextDay.entry.id).not.toBe(entry.id);
      const again = await inbox.add(INSCRIPTION, afterNoon(25 * HOUR));
      expect(again).toMatchObject({ entry: { id: nextDay.entry.id }, isNew: false });
    });

    it("is recognised too when its mail is out already, and causes no second mail", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      await inbox.claimDue(NOON, MINUTE, 10);
      await inbox.markSent(entry.id, NOON);
      const rest = await inbox.add(INSCRIPTION, afterNoon(HOUR));
      expect(rest).toMatchObject({ isNew: false, entry: { mail: { state: "envoye" } } });
      expect(await inbox.claimDue(afterNoon(HOUR), MINUTE, 10)).toEqual([]);
    });

    it("makes one entry when it arrives many times at the same moment", async () => {
      const openOne = await make();
      const inboxes = await Promise.all([openOne(), openOne(), openOne()]);
      const issues = await Promise.all([...inboxes, ...inboxes].map((inbox) => inbox.add(INSCRIPTION, NOON)));
      expect(issues.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(issues.map(({ entry }) => entry.id)).size).toBe(1);
      expect(await inboxes[0]?.claimDue(NOON, MINUTE, 10)).toHaveLength(1);
    });
  });

  describe(`${nom}, the outbox`, () => {
    it("has nothing to deliver at first", async () => {
      const inbox = await (await make())();
      expect(await inbox.claimDue(NOON, MINUTE, 10)).toEqual([]);
      expect(await inbox.nextDue()).toBeNull();
    });

    it("hands out what waits, oldest first, as many as were asked for", async () => {
      const inbox = await (await make())();
      await inbox.add(message("deuxième"), afterNoon(SECOND));
      await inbox.add(message("troisième"), afterNoon(2 * SECOND));
      await inbox.add(message("première"), NOON);
      const texts = (entries: readonly InboxEntry[]) =>
        entries.map(({ content }) => "message" in content && content.message);
      expect(texts(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 2))).toEqual(["première", "deuxième"]);
      expect(texts(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 2))).toEqual(["troisième"]);
    });

    it("hands out whole entries", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      expect(await inbox.claimDue(NOON, MINUTE, 10)).toStrictEqual([entry]);
    });

    it("does not hand out what is not due yet", async () => {
      const inbox = await (await make())();
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      expect(await inbox.claimDue(afterNoon(-1), MINUTE, 10)).toEqual([]);
      expect(ids(await inbox.claimDue(NOON, MINUTE, 10))).toEqual([entry.id]);
    });

    it("keeps a claimed entry from everybody else until the claim ends", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      const [id] = await submit(one, "Bonjour");
      expect(ids(await one.claimDue(NOON, MINUTE, 10))).toEqual([id]);
      expect(await second.claimDue(afterNoon(MINUTE - 1), MINUTE, 10)).toEqual([]);
      expect(await one.claimDue(afterNoon(MINUTE - 1), MINUTE, 10)).toEqual([]);
      expect(ids(await second.claimDue(afterNoon(MINUTE), MINUTE, 10))).toEqual([id]);
    });

    it("never gives one entry to two workers", async () => {
      const openOne = await make();
      const workers = await Promise.all([openOne(), openOne(), openOne()]);
      const submitted = await submit(workers[0] as Inbox, ...Array.from({ length: 20 }, (_, i) => `Message ${i}`));
      const claimed = await Promise.all(
        [...workers, ...workers].map((worker) => worker.claimDue(afterNoon(HOUR), MINUTE, 5)),
      );
      expect(ids(claimed.flat()).sort()).toEqual(submitted.sort());
    });

    it("knows when it has to look again", async () => {
      const inbox = await (await make())();
      const [first = "", second = ""] = await submit(inbox, "un", "deux");
      expect(await inbox.nextDue()).toEqual(NOON);
      await inbox.claimDue(NOON, MINUTE, 1);
      expect(await inbox.nextDue()).toEqual(afterNoon(SECOND));
      await inbox.claimDue(afterNoon(SECOND), HOUR, 1);
      expect(await inbox.nextDue()).toEqual(afterNoon(MINUTE));
      await inbox.markRetry(first, "Pas de réponse", afterNoon(10 * MINUTE));
      expect(await inbox.nextDue()).toEqual(afterNoon(10 * MINUTE));
      await inbox.markSent(first, afterNoon(MINUTE));
      expect(await inbox.nextDue()).toEqual(afterNoon(HOUR + SECOND));
      await inbox.markFailed(second, "Adresse refusée");
      expect(await inbox.nextDue()).toBeNull();
    });

    it("never hands out again what was sent", async () => {
      const inbox = await (await make())();
      const [id = ""] = await submit(inbox, "Bonjour");
      await inbox.claimDue(NOON, MINUTE, 10);
      await inbox.markSent(id, afterNoon(SECOND));
      expect((await inbox.get(id))?.mail).toStrictEqual({ state: "envoye", at: afterNoon(SECOND) });
      expect(await inbox.claimDue(afterNoon(365 * 24 * HOUR), MINUTE, 10)).toEqual([]);
    });

    it("tells what was kept here from what was sent, and does not hand it out again", async () => {
      const inbox = await (await make())();
      const [kept = "", sent = ""] = await submit(inbox, "un", "deux");
      await inbox.claimDue(NOON, MINUTE, 10);
      await inbox.markSaved(kept, afterNoon(SECOND));
      expect((await inbox.get(kept))?.mail).toStrictEqual({ state: "garde", at: afterNoon(SECOND) });
      await inbox.markRetry(kept, "Trop lent", NOON);
      await inbox.markFailed(kept, "Trop lent");
      expect((await inbox.get(kept))?.mail).toStrictEqual({ state: "garde", at: afterNoon(SECOND) });
      await inbox.markSent(sent, afterNoon(SECOND));
      await inbox.markSaved(sent, afterNoon(MINUTE));
      expect((await inbox.get(sent))?.mail).toStrictEqual({ state: "envoye", at: afterNoon(SECOND) });
      expect(await inbox.claimDue(afterNoon(365 * 24 * HOUR), MINUTE, 10)).toEqual([]);
    });

    it("waits as long as it was told after a failed attempt, and counts the attempts", async () => {
      const inbox = await (await make())();
      const [id = ""] = await submit(inbox, "Bonjour");
      await inbox.claimDue(NOON, HOUR, 10);
      await inbox.markRetry(id, "Le serveur de courrier ne répond pas", afterNoon(5 * MINUTE));
      expect((await inbox.get(id))?.mail).toStrictEqual({
        state: "en-attente",
        attempts: 1,
        nextAttempt: afterNoon(5 * MINUTE),
        reason: "Le serveur de courrier ne répond pas",
      });
      expect(await inbox.claimDue(afterNoon(5 * MINUTE - 1), HOUR, 10)).toEqual([]);
      const [imported] = await inbox.claimDue(afterNoon(5 * MINUTE), HOUR, 10);
      expect(imported).toMatchObject({ id, mail: { attempts: 1 } });
      await inbox.markRetry(id, "Toujours rien", afterNoon(15 * MINUTE));
      expect((await inbox.get(id))?.mail).toMatchObject({ attempts: 2, reason: "Toujours rien" });
    });

    it("tells what a setting stops from what is tried again by itself", async () => {
      const inbox = await (await make())();
      const [one = "", other = ""] = await submit(inbox, "un", "deux");
      await inbox.markRetry(one, "Trop lent", afterNoon(MINUTE));
      expect(await inbox.heldReason()).toBeNull();
      await inbox.markRetry(other, "La clé manque", afterNoon(HOUR), true);
      const held = {
        state: "en-attente",
        attempts: 0,
        nextAttempt: afterNoon(HOUR),
        reason: "La clé manque",
        held: true,
      };
      expect((await inbox.get(other))?.mail).toStrictEqual(held);
      expect(await inbox.heldReason()).toBe("La clé manque");
      expect(await inbox.countWaiting()).toBe(2);
      await inbox.markRetry(other, "Trop lent", afterNoon(HOUR));
      expect(await inbox.heldReason()).toBeNull();
      expect((await inbox.get(other))?.mail).toStrictEqual({
        ...{ state: "en-attente", attempts: 1, nextAttempt: afterNoon(HOUR), reason: "Trop lent" },
      });
    });

    it.each(["markSent", "markSaved", "markFailed", "resend", "moveToBin"] as const)(
      "holds nothing any more after %s",
      async (method) => {
        const inbox = await (await make())();
        const [id = ""] = await submit(inbox, "un");
        await inbox.markRetry(id, "La clé manque", afterNoon(HOUR), true);
        if (method === "markFailed" || method === "resend") await inbox.markFailed(id, "Refusé");
        if (method === "resend") await inbox.resend(id, NOON);
        if (method === "markSent" || method === "markSaved") await inbox[method](id, NOON);
        if (method === "moveToBin") await inbox.moveToBin(id, aDeletion());
        expect(await inbox.heldReason()).toBeNull();
        await inbox.releaseHeld(NOON);
        expect((await inbox.get(id))?.mail ?? {}).not.toHaveProperty("held");
      },
    );

    it("has held mail due at once when it is told, of one type or both, and leaves alone what waits for other reasons", async () => {
      const inbox = await (await make())();
      const [held = "", waits = "", claimed = ""] = await submit(inbox, "un", "deux", "trois");
      const { entry } = await inbox.add(INSCRIPTION, NOON);
      for (const id of [held, claimed, entry.id]) await inbox.markRetry(id, "La clé manque", afterNoon(HOUR), true);
      await inbox.markRetry(waits, "Trop lent", afterNoon(HOUR));
      await inbox.releaseHeld(afterNoon(MINUTE), "inscription");
      expect(ids(await inbox.claimDue(afterNoon(MINUTE), MINUTE, 10))).toEqual([entry.id]);
      await inbox.releaseHeld(afterNoon(MINUTE), "message");
      expect(ids(await inbox.claimDue(afterNoon(MINUTE), 10 * MINUTE, 1))).toEqual([held]);
      // The first one is being tried: nobody else gets it.
      await inbox.releaseHeld(afterNoon(2 * MINUTE - SECOND));
      expect(ids(await inbox.claimDue(afterNoon(2 * MINUTE - SECOND), MINUTE, 10))).toEqual([claimed]);
      expect((await inbox.get(held))?.mail).toMatchObject({ held: true, reason: "La clé manque" });
    });

    it("gives up for good what was refused, and says why", async () => {
      const inbox = await (await make())();
      const [id = ""] = await submit(inbox, "Bonjour");
      await inbox.claimDue(NOON, MINUTE, 10);
      await inbox.markFailed(id, "Adresse refusée");
      expect((await inbox.get(id))?.mail).toStrictEqual({ state: "echec", reason: "Adresse refusée" });
      expect(await inbox.claimDue(afterNoon(365 * 24 * HOUR), MINUTE, 10)).toEqual([]);
    });

    it("believes a success more than the late report of a worker whose claim had ended", async () => {
      const openOne = await make();
      const [slow, fast] = [await openOne(), await openOne()];
      const [id = ""] = await submit(slow, "Bonjour");
      await slow.claimDue(NOON, MINUTE, 10);
      await fast.claimDue(afterNoon(MINUTE), MINUTE, 10);
      await fast.markSent(id, afterNoon(MINUTE + SECOND));
      await slow.markRetry(id, "Trop lent", afterNoon(2 * MINUTE));
      await slow.markFailed(id, "Trop lent");
      await slow.markSent(id, afterNoon(3 * MINUTE));
      expect((await slow.get(id))?.mail).toEqual({ state: "envoye", at: afterNoon(MINUTE + SECOND) });
      expect(await slow.claimDue(afterNoon(24 * HOUR), MINUTE, 10)).toEqual([]);
    });

    it("believes a late success more than a refusal", async () => {
      const inbox = await (await make())();
      const [id = ""] = await submit(inbox, "Bonjour");
      await inbox.markFailed(id, "Adresse refusée");
      await inbox.markSent(id, afterNoon(MINUTE));
      expect((await inbox.get(id))?.mail).toEqual({ state: "envoye", at: afterNoon(MINUTE) });
    });

    it("does not take up again, nor say anything else of, what was refused for good", async () => {
      const inbox = await (await make())();
      const [id = ""] = await submit(inbox, "Bonjour");
      await inbox.markFailed(id, "Adresse refusée");
      await inbox.markRetry(id, "Trop lent", NOON);
      expect((await inbox.get(id))?.mail).toEqual({ state: "echec", reason: "Adresse refusée" });
      expect(await inbox.nextDue()).toBeNull();
    });

    it("changes the entry that was named and no other", async () => {
      const inbox = await (await make())();
      const [one = "", second = "", third = "", fourth = ""] = await submit(inbox, "1", "2", "3", "4");
      await inbox.markSent(one, NOON);
      await inbox.markRetry(second, "Plus tard", afterNoon(HOUR));
      await inbox.markFailed(third, "Refusé");
      const states = await Promise.all([one, second, third, fourth].map(async (id) => (await inbox.get(id))?.mail));
      expect(states).toMatchObject([
        { state: "envoye" },
        { state: "en-attente", attempts: 1 },
        { state: "echec" },
        { state: "en-attente", attempts: 0 },
      ]);
    });
  });
}
