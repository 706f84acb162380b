import { describe, expect, it } from "vitest";
import { newBinKey } from "#domain/recycle-bin.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import type { Submission } from "#domain/submission.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createEventStore } from "#stores/events.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMessage, aSignUp, SAMPLE_COMMITTEE, SAMPLE_EVENTS } from "#tests/contracts/stores/samples.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";
import { BOB, ELODIE, moveCard } from "./deletions.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

const INSCRIPTION: Submission = { ...aSignUp({ birthDate: "05.08.2008" }), birthDateToVerify: true };
const MESSAGE = aMessage({ message: "Zoé 🎺\n\n« salut »" });
const PICTURE = aPicture("a");

export function recycleBinContract(make: MakeDocuments): void {
  /** Empty stores. `open` opens them again, as another process would. */
  const openOne = async () => {
    const openDocuments = await make();
    const open = async () => {
      const documents = await openDocuments();
      return {
        documents,
        slots: createSlotStore(documents),
        replies: createReplyStore(documents),
        bin: createRecycleBinStore(documents),
        committee: createCommitteeStore(documents),
        events: createEventStore(documents),
        inbox: createInboxStore(documents),
      };
    };
    return { open, ...(await open()) };
  };

  /** One document of each kind in the bin, deleted a minute apart. */
  const withOneOfEach = async () => {
    const place = await openOne();
    const { committee, events, inbox } = place;
    await committee.create("DupontMembre", SAMPLE_COMMITTEE.example, ELODIE, PICTURE);
    await events.create("Fête0825", SAMPLE_EVENTS.example, ELODIE);
    const sent = [(await inbox.add(INSCRIPTION, NOON)).entry, (await inbox.add(MESSAGE, NOON)).entry] as const;
    const keys = {
      membre: await moveCard(committee, "DupontMembre", { at: afterNoon(1), by: BOB }),
      evenement: await moveCard(events, "Fête0825", { at: afterNoon(2), by: ELODIE, picture: null }),
      inscription: String(await inbox.moveToBin([sent[0].id], { at: afterNoon(3), by: BOB })),
      message: String(await inbox.moveToBin([sent[1].id], { at: afterNoon(4), by: null })),
    };
    return { ...place, sent, keys };
  };

  describe("the recycle bin", () => {
    it("lists to every process the deleted documents with time, person and picture, newest first", async () => {
      const { open, bin, sent, keys } = await withOneOfEach();
      const [signUp, message] = sent;
      const subjectId = expect.any(String);
      const [party, member] = [
        { key: keys.evenement, at: afterNoon(2), by: ELODIE, picture: null },
        { key: keys.membre, at: afterNoon(1), by: BOB, picture: PICTURE.key },
      ];
      const entry = (one: typeof signUp) => ({ kind: one.type, id: one.id, subjectId: one.id, entry: one });
      const expected = [
        { key: keys.message, at: afterNoon(4), by: null, picture: null, ...entry(message) },
        { key: keys.inscription, at: afterNoon(3), by: BOB, picture: null, ...entry(signUp) },
        { ...party, kind: "evenement", id: "Fête0825", subjectId, fields: SAMPLE_EVENTS.example },
        { ...member, kind: "membre", id: "DupontMembre", subjectId, fields: SAMPLE_COMMITTEE.example },
      ];
      expect(await bin.list()).toStrictEqual(expected);
      const elsewhere = await open();
      for (const entry of expected) expect(await elsewhere.bin.find(entry.key)).toStrictEqual(entry);
      for (const key of ["unknown", "' OR '1'='1", "%", "💥"])
        expect([await bin.find(key), await bin.erase(key)]).toEqual([null, null]);
    });

    it("erases with an event its slots, also deleted ones, with their revisions, and all their replies", async () => {
      const { documents, bin, events, slots, replies } = await openOne();
      for (const id of ["Fête0825", "Loto0825"]) await events.create(id, SAMPLE_EVENTS.example, ELODIE);
      const [party, other] = (await events.list()).toSorted((a, b) => a.id.localeCompare(b.id));
      if (!party || !other) expect.fail();
      const posts = ["Bar", "Entrée", "Vestiaire"].map((post) => ({ ...EMPTY_SLOT, post, note: "Confidentiel" }));
      const come = (event: string, slot: string) => {
        const replier = { name: "Zoé", phone: "0791234567", member: "", person: "zoe", isAdult: false };
        const agreed = () => ({ post: "Bar", from: { day: "", time: "" }, until: { day: "", time: "" } });
        return replies.add({ event, slots: [slot], replier, agreed }, () => [], null);
      };
      const kept = await slots.add(other.subject, posts, BOB);
      const [changed = "", deleted = "", erased = ""] = await slots.add(party.subject, posts, BOB);
      for (const id of [changed, deleted, erased]) await come(party.subject, id);
      await come(other.subject, kept[0] ?? "");
      const slot = await slots.get(changed);
      await slots.update(changed, { ...EMPTY_SLOT, post: "Grill" }, slot?.version ?? "", BOB);
      await slots.moveToBin([deleted], { at: afterNoon(1), by: BOB });
      const keys: string[] = [];
      await slots.moveToBin([erased], { at: afterNoon(2), by: BOB }, () => {
        keys.push(newBinKey());
        return keys.at(-1) ?? "";
      });
      expect(await bin.erase(keys[0] ?? "")).toEqual([]);
      expect((await replies.list(party.subject)).map((reply) => reply.slot).toSorted()).toEqual(
        [changed, deleted].toSorted(),
      );
      const key = await moveCard(events, "Fête0825", { at: afterNoon(3), by: BOB });
      expect(await bin.erase(key)).toEqual([]);
      expect([await slots.list(party.subject), await replies.list(party.subject), await bin.list()]).toEqual([
        [],
        [],
        [],
      ]);
      expect(await slots.listRevisions(changed)).toEqual([]);
      const journal = JSON.stringify((await documents.query("journal")).map(({ content }) => content));
      expect(journal).not.toContain("Confidentiel");
      expect([await slots.list(other.subject), await replies.list(other.subject)].map(({ length }) => length)).toEqual([
        3, 1,
      ]);
    });

    it("restores a document only through its own store", async () => {
      const { bin, committee, events, inbox, keys } = await withOneOfEach();
      const before = await bin.list();
      for (const key of [keys.evenement, keys.inscription, keys.message])
        expect(await committee.restore(key, "X", null)).toBe("absent");
      for (const key of [keys.membre, keys.inscription, keys.message])
        expect(await events.restore(key, "X", null)).toBe("absent");
      for (const key of [keys.membre, keys.evenement, "unknown", "' OR '1'='1"])
        expect(await inbox.restore([key])).toBe(0);
      expect([await bin.list(), await committee.list(), await events.list()]).toEqual([before, [], []]);
    });

    it("erases the given entry only, so that it cannot be restored", async () => {
      const { bin, committee, events, inbox, keys, sent } = await withOneOfEach();
      for (const [i, key] of Object.values(keys).entries()) {
        expect(await bin.erase(key)).not.toBeNull();
        expect([await bin.erase(key), await bin.find(key)]).toEqual([null, null]);
        expect(await bin.list()).toHaveLength(3 - i);
      }
      expect(await committee.restore(keys.membre, "DupontMembre", null)).toBe("absent");
      expect(await events.restore(keys.evenement, "Fête0825", null)).toBe("absent");
      expect(await inbox.restore([keys.message])).toBe(0);
      expect(await inbox.get(sent[1].id)).toBeNull();
    });

    it("lets exactly one of two concurrent restorations or erasures of an entry succeed", async () => {
      const { open, bin, committee, inbox, keys } = await withOneOfEach();
      const elsewhere = await open();
      const [restored, erased] = await Promise.all([
        committee.restore(keys.membre, "DupontMembre", null),
        elsewhere.bin.erase(keys.membre),
      ]);
      expect([restored, erased]).toEqual(erased ? ["absent", [PICTURE.key]] : ["restored", null]);
      expect((await committee.list()).length).toBe(erased ? 0 : 1);
      const both = await Promise.all([bin.erase(keys.message), elsewhere.bin.erase(keys.message)]);
      expect(both).toContainEqual([]);
      expect(both).toContain(null);
      const twice = await Promise.all([inbox.restore([keys.inscription]), elsewhere.inbox.restore([keys.inscription])]);
      expect(twice.toSorted()).toEqual([0, 1]);
    });
  });

  describe("the calendar record of a deleted event", () => {
    const traces = async ({ events }: Awaited<ReturnType<typeof openOne>>) =>
      (await events.listDeleted(new Date(0))).map(({ id, updatedAt }) => [id, updatedAt]);

    it("stays until this deletion is erased, whatever else is erased", async () => {
      const place = await openOne();
      for (const id of ["A", "B"]) await place.events.create(id, SAMPLE_EVENTS.example);
      const first = await moveCard(place.events, "A", { at: afterNoon(1) });
      await moveCard(place.events, "B", { at: afterNoon(1) });
      await place.events.create("A", { ...SAMPLE_EVENTS.other, publication: "" });
      const second = await moveCard(place.events, "A", { at: afterNoon(2) });
      await place.bin.erase(first);
      expect((await traces(place)).toSorted()).toEqual([
        ["A", afterNoon(2).toISOString()],
        ["B", afterNoon(1).toISOString()],
      ]);
      await place.bin.erase(second);
      expect(await traces(place)).toEqual([["B", afterNoon(1).toISOString()]]);
    });

    it("stays when a member with the same id is erased that was deleted at the same time", async () => {
      const place = await openOne();
      await place.events.create("A", SAMPLE_EVENTS.example);
      await place.committee.create("A", SAMPLE_COMMITTEE.example);
      await moveCard(place.events, "A", { at: NOON });
      await place.bin.erase(await moveCard(place.committee, "A", { at: NOON }));
      expect(await traces(place)).toEqual([["A", NOON.toISOString()]]);
    });
  });
}
