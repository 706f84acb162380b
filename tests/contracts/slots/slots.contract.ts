import { describe, expect, it } from "vitest";
import type { AgreedTerms } from "#domain/slots/reply.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createPlaceLinkStore } from "#stores/slots/place-links.ts";
import { createReplyStore, LAST_CHANGED_REPLY_QUERY, REPLIES_COLLECTION } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { BOB, ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";

const START = new Date("2027-05-01T12:00:00Z");
const EVENT = "subject-of-the-event";

const slotAt = (hour: number, fields: Partial<SlotFields> = {}): SlotFields => ({
  ...EMPTY_SLOT,
  post: "Bar",
  from: { days: 0, time: `${hour}:00` },
  until: { days: 0, time: `${hour + 2}:00` },
  ...fields,
});

const AGREED: AgreedTerms = {
  post: "Bar",
  from: { day: "2027-06-12", time: "18:00" },
  until: { day: "2027-06-12", time: "20:00" },
};

export function slotsContract(make: MakeDocuments): void {
  const openOne = async () => {
    const open = await make();
    const documents = await open();
    let minutes = 0;
    const now = () => new Date(START.getTime() + minutes++ * 60_000);
    const [slots, replies] = [createSlotStore(documents, now), createReplyStore(documents, now)];
    const links = createPlaceLinkStore(documents, async () => "un-secret-de-test");
    /** Sends a reply that is not refused. */
    const reply = async (person: string, chosen: readonly string[], more = {}, event = EVENT) => {
      const replier = { person, member: "", name: person, phone: "0791234567", isAdult: true, ...more };
      const wanted = { event, slots: chosen, replier, agreed: () => AGREED };
      const outcome = await replies.add(wanted, () => [], null);
      return outcome.is === "refused" ? expect.unreachable() : outcome;
    };
    return { open, documents, slots, replies, links, reply, now };
  };

  describe("the slots of an event", () => {
    it("never exceed the maximum number, also if two members of the committee add some at once", async () => {
      const { slots } = await openOne();
      const night = (post: string) => Array.from({ length: 150 }, (_, i) => slotAt(i % 24, { post: `${post} ${i}` }));
      const [bar, grill] = await Promise.all([
        slots.add(EVENT, night("Bar"), BOB),
        slots.add(EVENT, night("Grill"), BOB),
      ]);
      expect([bar.length, grill.length].toSorted()).toEqual([0, 150]);
      expect(await slots.list(EVENT)).toHaveLength(150);
      // Slots that are there count once.
      expect(await slots.add(EVENT, night(bar.length > 0 ? "Bar" : "Grill"), BOB)).toHaveLength(150);
    });

    it("are listed in the order of their hours, with one journal entry about the event", async () => {
      const { documents, slots } = await openOne();
      const ids = await slots.add(
        EVENT,
        [slotAt(21), slotAt(18, { post: "Entrée", note: "Une veste" }), slotAt(18)],
        BOB,
      );
      await slots.add("another", [slotAt(10)], BOB);
      const [late, gate, bar] = ids;
      expect((await slots.list(EVENT)).map(({ id }) => id)).toEqual([bar, gate, late]);
      expect(await slots.get(gate ?? "")).toMatchObject({
        ...slotAt(18),
        post: "Entrée",
        note: "Une veste",
        event: EVENT,
      });
      expect(await slots.listAll()).toHaveLength(4);
      const lines = await createJournalStore(documents).listAbout(EVENT);
      expect(lines.map(({ action }) => action)).toEqual(["slots-added"]);
    });

    it("come back from the recycle bin with the replies that they had", async () => {
      const { documents, slots, replies, reply, now } = await openOne();
      const [id = ""] = await slots.add(EVENT, [slotAt(18)], BOB);
      await reply("zoe", [id]);
      expect(await slots.moveToBin([id, "unknown"], { at: now(), by: ELODIE })).toEqual([id]);
      expect([await slots.list(EVENT), (await replies.list(EVENT)).length]).toEqual([[], 1]);
      const [entry] = (await createRecycleBinStore(documents).list()).filter(({ kind }) => kind === "slot");
      expect(await slots.restore(entry?.key ?? "", ELODIE)).toBe("restored");
      expect(await slots.list(EVENT)).toMatchObject([{ id, post: "Bar" }]);
    });
  });

  describe("an event has one slot for a post and hours", () => {
    it("even if two slots are changed at once", async () => {
      const { slots } = await openOne();
      const ids = await slots.add(EVENT, [slotAt(18), slotAt(20)], BOB);
      const versions = new Map((await slots.list(EVENT)).map(({ id, version }) => [id, version]));
      const outcomes = await Promise.all(ids.map((id) => slots.update(id, slotAt(22), versions.get(id) ?? "", BOB)));
      expect(outcomes.toSorted()).toEqual(["taken", "updated"]);
    });

    it("even if a deleted one is restored after it was added again", async () => {
      const { documents, slots, now } = await openOne();
      const [id = ""] = await slots.add(EVENT, [slotAt(18)], BOB);
      await slots.moveToBin([id], { at: now(), by: BOB });
      await slots.add(EVENT, [slotAt(18)], BOB);
      const [entry] = (await createRecycleBinStore(documents).list()).filter(({ kind }) => kind === "slot");
      expect(await slots.restore(entry?.key ?? "", BOB)).toBe("taken");
      expect(await slots.list(EVENT)).toHaveLength(1);
    });
  });

  describe("the replies to slots", () => {
    it("are added for all slots or none, as one submission; those that exist stay as they are", async () => {
      const { slots, replies, reply, documents } = await openOne();
      const [a = "", b = "", c = ""] = await slots.add(EVENT, [slotAt(10), slotAt(12), slotAt(14)], BOB);
      const first = await reply("zoe", [a, b]);
      expect(first).toMatchObject({ is: "added", replies: [{ slot: a, agreed: AGREED, isAdult: true }, { slot: b }] });
      expect(new Set(first.replies.map(({ submission }) => submission)).size).toBe(1);
      expect(await reply("zoe", [b, a])).toMatchObject({ is: "already", replies: [{ slot: b }, { slot: a }] });
      expect((await reply("zoe", [a, c])).replies.map(({ slot }) => slot)).toEqual([a, c]);
      const wanted = {
        event: EVENT,
        slots: [a],
        replier: { person: "ana", member: "", name: "Ana", phone: "", isAdult: false },
        agreed: () => AGREED,
      };
      expect(await replies.add(wanted, () => [{ slot: a, is: "full" }], null)).toEqual({
        is: "refused",
        refused: [{ slot: a, is: "full" }],
      });
      expect(await replies.listOfPerson(EVENT, "zoe")).toHaveLength(3);
      expect(await replies.list("another")).toEqual([]);
      // Visitors write no journal; the committee does.
      const lines = async () =>
        (await createJournalStore(documents).listAbout(first.replies[0]?.id ?? "")).map(({ action }) => action);
      expect(await lines()).toEqual([]);
      await replies.withdraw([first.replies[0]?.id ?? ""], "committee", BOB);
      expect(await lines()).toEqual(["withdrawn"]);
    });

    it("are decided in the transaction, from the slots and replies of this event only", async () => {
      const { slots, replies, reply } = await openOne();
      const [a = "", b = ""] = await slots.add(EVENT, [slotAt(10, { needed: 2 }), slotAt(12)], BOB);
      const [foreign = ""] = await slots.add("another", [slotAt(10)], BOB);
      await reply("zoe", [b]);
      await reply("ana", [a]);
      const [ana] = await replies.listOfPerson(EVENT, "ana");
      await replies.withdraw([ana?.id ?? ""], "person", null);
      await reply("eva", [a]);
      await reply("zoe", [foreign], {}, "another");
      const replier = { person: "zoe", member: "", name: "Zoé", phone: "", isAdult: false };
      const seen: unknown[] = [];
      await replies.add(
        { event: EVENT, slots: [a, foreign], replier, agreed: () => AGREED },
        (question) => {
          seen.push(question);
          return [{ slot: a, is: "full" }];
        },
        null,
      );
      expect(seen).toEqual([
        {
          chosen: [a, foreign],
          slots: [expect.objectContaining({ id: a }), expect.objectContaining({ id: b })],
          replies: expect.arrayContaining([
            expect.objectContaining({ person: "eva" }),
            expect.objectContaining({ person: "zoe", slot: b }),
          ]),
        },
      ]);
      expect((seen[0] as { replies: unknown[] }).replies).toHaveLength(2);
    });

    it("of several instances at once fill a slot exactly", async () => {
      const { open, slots, replies } = await openOne();
      const [slot = ""] = await slots.add(EVENT, [slotAt(10, { needed: 3 })], BOB);
      const instances = [replies, createReplyStore(await open())];
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) => {
          const replier = { person: `p${i}`, member: "", name: `P ${i}`, phone: "", isAdult: false };
          const refuse = ({ replies: read }: { replies: readonly unknown[] }) =>
            read.length >= 3 ? [{ slot, is: "full" as const }] : [];
          return instances[i % 2]?.add({ event: EVENT, slots: [slot], replier, agreed: () => AGREED }, refuse, null);
        }),
      );
      expect(outcomes.filter((outcome) => outcome?.is === "added")).toHaveLength(3);
      expect((await replies.countComing([slot, "unknown"])).get(slot)).toBe(3);
    });

    it("are stored after a withdrawal but no longer counted; a person who comes again gets a new reply", async () => {
      const { slots, replies, reply } = await openOne();
      const [slot = "", other = ""] = await slots.add(EVENT, [slotAt(10), slotAt(12)], BOB);
      const [first] = (await reply("zoe", [slot])).replies;
      const count = async () => Object.fromEntries(await replies.countComing([slot, other]));
      expect(await count()).toEqual({ [slot]: 1, [other]: 0 });
      const id = first?.id ?? "";
      await replies.withdraw([id, "unknown"], "person", null);
      const [withdrawn] = await replies.withdraw([id], "committee", BOB);
      // The first withdrawal counts.
      expect(await replies.get(id)).toMatchObject({ withdrawnBy: "person", submission: withdrawn?.submission });
      expect(await count()).toEqual({ [slot]: 0, [other]: 0 });
      const again = await reply("zoe", [slot]);
      expect(again).toMatchObject({ is: "added", replies: [{ withdrawnAt: null }] });
      expect(again.replies[0]?.id).not.toBe(id);
      await replies.undoWithdrawal([id], BOB);
      expect(await count()).toEqual({ [slot]: 1, [other]: 0 });
    });

    it("report every change to a watch of the reply that was changed last", async () => {
      const { documents, slots, replies, reply } = await openOne();
      const [slot = ""] = await slots.add(EVENT, [slotAt(10)], BOB);
      const [one] = (await reply("zoe", [slot])).replies;
      const [id = ""] = [one?.id];
      let calls = 0;
      const stop = documents.watch(REPLIES_COLLECTION, LAST_CHANGED_REPLY_QUERY, {
        onDocuments: () => calls++,
        onDown: () => {},
      });
      const expectCall = async (change: () => Promise<unknown>) => {
        const before = calls;
        await change();
        await expect.poll(() => calls).toBeGreaterThan(before);
      };
      await expect.poll(() => calls).toBe(1);
      await expectCall(() => replies.confirm([id], () => AGREED, null));
      await expectCall(() => reply("ana", [slot]));
      await expectCall(() => replies.withdraw([id], "person", null));
      await expectCall(() => replies.undoWithdrawal([id], BOB));
      await expectCall(() => replies.setPresent([id], true, BOB));
      stop();
    });
  });

  describe("the links to places", () => {
    it("open the submission, or all places of the person at the event, and nothing with another token", async () => {
      const { slots, links, reply } = await openOne();
      const [a = "", b = ""] = await slots.add(EVENT, [slotAt(10), slotAt(12)], BOB);
      const [first] = (await reply("zoe", [a])).replies;
      await reply("zoe", [b]);
      await reply("ana", [b]);
      if (!first) return expect.unreachable();
      const opened = async (token: string) => (await links.find(token))?.map(({ slot }) => slot) ?? null;
      const token = await links.tokenOf("submission", first);
      expect(await opened(token)).toEqual([a]);
      expect(await opened(await links.tokenOf("person", first))).toEqual([a, b]);
      expect(await opened(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBeNull();
      expect([await opened(""), await opened("x"), await opened(`${token}x`)]).toEqual([null, null, null]);
    });
  });

  it("members are found by their number, and by that of their guardian", async () => {
    const { documents } = await openOne();
    const register = createRegisterStore(documents);
    const [zoe, left, child] = await saveMembers(
      register,
      aMember({ phone: "+33612345678", guardianPhone: "+33612345678" }),
      aMember({ firstName: "Léa", phone: "+33612345678", leftOn: "2026-12-31" }),
      aMember({ firstName: "Eva", guardianPhone: "+33612345678" }),
      aMember({ firstName: "Ana" }),
    );
    const found = (await register.listByPhone("+33612345678")).map(({ id }) => id);
    expect(found.toSorted()).toEqual([zoe, left, child].toSorted());
    expect(await register.listByPhone("0790000000")).toEqual([]);
  });
}
