import { describe, expect, it } from "vitest";
import type { Submission } from "#domain/submission.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<Inbox>>;

const MINUTE = 60_000;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const DAY = "2026-08-05";

const INSCRIPTION: Submission = {
  type: "inscription",
  content: {
    lastName: "Héritier",
    firstName: "Zoé",
    address: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    phone: "0791234567",
    birthDate: "05.08.2010",
    charter: "Validé par la personne",
    minorCharter: "Validé par la personne",
  },
  birthDateToVerify: true,
};

const message = (sujet: string, text = "Bonjour"): Submission => ({
  type: "message",
  content: { name: "Léo Cœur", email: "leo.coeur@exemple.ch", subject: sujet, message: text },
});

/** What every inbox promises of entries that are deleted and come back. */
export function inboxBinContract(nom: string, make: Make): void {
  const openOne = async () => (await make())();
  /** Adds entries, a minute apart. @returns their ids, in the same order */
  const submit = async (inbox: Inbox, ...submissions: Submission[]) => {
    const ids: string[] = [];
    for (const [i, submission] of submissions.entries()) ids.push((await inbox.add(submission, afterNoon(i))).entry.id);
    return ids;
  };
  /** @returns the key of the entry in the bin */
  const remove = async (inbox: Inbox, id: string) => {
    const deletion = aDeletion();
    expect(await inbox.moveToBin(id, deletion)).toBe(true);
    return deletion.key;
  };
  const messages = async (inbox: Inbox, text = "") =>
    (await inbox.search({ type: "message", text, filter: "tout", day: DAY })).entries.map(({ id }) => id);

  describe(`${nom}, deletion`, () => {
    it("takes the entry and its waiting mail, and no other", async () => {
      const inbox = await openOne();
      const [a = "", b = ""] = await submit(inbox, message("un"), message("deux"));
      await remove(inbox, a);
      expect(await inbox.moveToBin(a, aDeletion())).toBe(false);
      expect(await inbox.moveToBin("unknown", aDeletion())).toBe(false);
      expect(await inbox.get(a)).toBeNull();
      expect(await messages(inbox)).toEqual([b]);
      expect(await inbox.count("message")).toEqual({ total: 1, unhandled: 1, refused: 0 });
      expect(await inbox.nextDue()).toEqual(afterNoon(1));
      expect(await inbox.claimDue(afterNoon(5), MINUTE, 10)).toMatchObject([{ id: b }]);
    });

    it("lets the same person sign up again, and both are there when the first one comes back", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, INSCRIPTION);
      const key = await remove(inbox, id);
      const again = await inbox.add(INSCRIPTION, afterNoon(1));
      expect(again).toMatchObject({ isNew: true });
      expect(await inbox.restore(key)).toBe(true);
      const { entries } = await inbox.search({ type: "inscription", text: "", filter: "tout", day: DAY });
      expect(entries.map(({ id, duplicate }) => [id, duplicate])).toEqual([
        [again.entry.id, true],
        [id, true],
      ]);
      expect(await inbox.add(INSCRIPTION, afterNoon(2))).toMatchObject({ isNew: false, entry: { id: again.entry.id } });
    });

    it("does not trouble a worker that was sending the mail just then", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("un"));
      await inbox.claimDue(NOON, MINUTE, 10);
      await remove(inbox, id);
      await inbox.markSent(id, NOON);
      expect(await inbox.get(id)).toBeNull();
    });

    it("leaves nothing that could be marked or sent again", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, INSCRIPTION);
      await inbox.markFailed(id, "Adresse refusée");
      await remove(inbox, id);
      expect(await inbox.setHandled(id, NOON)).toBe(false);
      expect(await inbox.setConsentReceived(id, NOON)).toBe(false);
      expect(await inbox.setBirthDateVerified(id)).toBe(false);
      expect(await inbox.resend(id, NOON)).toBe(false);
      expect(await inbox.resendAll("inscription", NOON)).toBe(0);
    });

    it("happens once when several people ask for it at the same moment", async () => {
      const openAgain = await make();
      const inboxes = await Promise.all([openAgain(), openAgain(), openAgain()]);
      const [id = ""] = await submit(inboxes[0] as Inbox, message("un"));
      const deletions = inboxes.map(() => aDeletion());
      const outcomes = await Promise.all(inboxes.map((inbox, i) => inbox.moveToBin(id, deletions[i] ?? aDeletion())));
      expect(outcomes.toSorted()).toEqual([false, false, true]);
      const restored = await Promise.all(deletions.map(({ key }) => (inboxes[0] as Inbox).restore(key)));
      expect(restored).toEqual(outcomes);
    });
  });

  describe(`${nom}, an entry that comes back`, () => {
    it("is all that it was: content, dates, and what the committee had marked", async () => {
      const inbox = await openOne();
      const [id = "", other = ""] = await submit(inbox, INSCRIPTION, message("Salut", "Zoé 🎺 a\u0000b\n« salut »"));
      await inbox.setHandled(id, afterNoon(5));
      await inbox.setConsentReceived(id, afterNoon(6));
      for (const one of [id, other]) {
        const before = await inbox.get(one);
        const key = await remove(inbox, one);
        expect(await inbox.restore(key)).toBe(true);
        expect(await inbox.get(one)).toStrictEqual(before);
        expect(await inbox.restore(key)).toBe(false);
      }
      const { entries } = await inbox.search({ type: "inscription", text: "heritier", filter: "traite", day: DAY });
      expect(entries).toMatchObject([{ id, birthDateToVerify: true, handledAt: afterNoon(5) }]);
      expect((await inbox.search({ type: "inscription", text: "", filter: "mineur", day: DAY })).total).toBe(1);
      expect(await inbox.countHandled("inscription", afterNoon(10))).toMatchObject({ count: 1, first: afterNoon(5) });
    });

    it("has its place in the list again, and is found by its words", async () => {
      const inbox = await openOne();
      const ids = await submit(inbox, message("un"), message("deux"), message("trois"));
      await inbox.restore(await remove(inbox, ids[1] ?? ""));
      expect(await messages(inbox)).toEqual(ids.toReversed());
      expect(await messages(inbox, "DEUX coeur")).toEqual([ids[1]]);
    });

    it("is the entry that exists when the same content is sent again", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("un"));
      await inbox.restore(await remove(inbox, id));
      expect(await inbox.add(message("un"), afterNoon(1))).toMatchObject({ isNew: false, entry: { id } });
    });

    it("has its mail wait again where it waited, as long as it had to", async () => {
      const inbox = await openOne();
      const [fresh = "", tried = ""] = await submit(inbox, message("un"), message("deux"));
      await inbox.claimDue(afterNoon(1), 600 * MINUTE, 10);
      await inbox.markRetry(tried, "Pas de réponse", afterNoon(30));
      const keys = [await remove(inbox, fresh), await remove(inbox, tried)];
      expect(await inbox.nextDue()).toBeNull();
      for (const key of keys) await inbox.restore(key);
      expect((await inbox.get(tried))?.mail).toEqual({
        ...{ state: "en-attente", attempts: 1 },
        ...{ nextAttempt: afterNoon(30), reason: "Pas de réponse" },
      });
      expect(await inbox.claimDue(afterNoon(2), MINUTE, 10)).toMatchObject([{ id: fresh }]);
      expect(await inbox.claimDue(afterNoon(30), MINUTE, 10)).toMatchObject([{ id: fresh }, { id: tried }]);
    });

    it("has its mail held again where a setting stopped it", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("un"));
      await inbox.markRetry(id, "La clé manque", afterNoon(30), true);
      const key = await remove(inbox, id);
      expect(await inbox.heldReason()).toBeNull();
      await inbox.restore(key);
      expect(await inbox.heldReason()).toBe("La clé manque");
      await inbox.releaseHeld(afterNoon(2));
      expect(await inbox.claimDue(afterNoon(2), MINUTE, 10)).toMatchObject([{ id, mail: { held: true } }]);
    });

    it("has no mail sent a second time that was out, kept here or refused for good", async () => {
      const inbox = await openOne();
      const [out = "", kept = "", refused = ""] = await submit(inbox, message("1"), message("2"), message("3"));
      await inbox.markSent(out, afterNoon(5));
      await inbox.markSaved(kept, afterNoon(6));
      await inbox.markFailed(refused, "Adresse refusée");
      for (const id of [out, kept, refused]) await inbox.restore(await remove(inbox, id));
      expect((await inbox.get(out))?.mail).toStrictEqual({ state: "envoye", at: afterNoon(5) });
      expect((await inbox.get(kept))?.mail).toStrictEqual({ state: "garde", at: afterNoon(6) });
      expect((await inbox.get(refused))?.mail).toStrictEqual({ state: "echec", reason: "Adresse refusée" });
      expect(await inbox.nextDue()).toBeNull();
      expect(await inbox.claimDue(afterNoon(60), MINUTE, 10)).toEqual([]);
      expect(await inbox.resend(kept, afterNoon(60))).toBe(true);
      expect(await inbox.claimDue(afterNoon(60), MINUTE, 10)).toMatchObject([{ id: kept }]);
      expect((await inbox.count("message")).refused).toBe(1);
    });

    it("can be marked as before, and is seen by everybody", async () => {
      const openAgain = await make();
      const [one, second] = [await openAgain(), await openAgain()];
      const [id = ""] = await submit(one, INSCRIPTION);
      await second.restore(await remove(one, id));
      expect(await one.setHandled(id, NOON)).toBe(true);
      expect(await one.setHandled(id, null)).toBe(true);
      expect(await one.setConsentReceived(id, NOON)).toBe(true);
      expect(await one.setBirthDateVerified(id)).toBe(true);
      expect(await second.get(id)).toMatchObject({ consentFormReceivedAt: NOON, birthDateToVerify: false });
    });

    it("is none where the bin has nothing of that key", async () => {
      const inbox = await openOne();
      const [id = ""] = await submit(inbox, message("un"));
      for (const key of [id, "unknown", "' OR '1'='1", "%", "💥"]) expect(await inbox.restore(key)).toBe(false);
      expect(await messages(inbox)).toEqual([id]);
    });
  });
}
