import { describe, expect, it } from "vitest";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { newBinKey } from "#domain/recycle-bin.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import type { Documents } from "#ports/documents.ts";
import { createEventStore } from "#stores/events.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore } from "#stores/mails.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore } from "#stores/rounds/touches.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { aDeletion, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { SAMPLE_EVENTS } from "#tests/contracts/stores/samples.ts";

const AT = new Date("2027-02-01T12:00:00Z");
const secret = async () => "un-secret-de-test";

export const aMailing = (change: Partial<NewMailing> = {}): NewMailing => ({
  kind: "info",
  event: "",
  day: "",
  subject: "Sortie",
  text: "Rendez-vous à 8 h.",
  answersTo: "",
  isForGroup: true,
  recipients: [],
  corrects: "",
  ...change,
});

const to = (...members: readonly string[]) => members.map((member) => ({ member, reply: "" }));
const LETTER = { recipient: "zoe@exemple.ch", subject: "Sortie", text: "Rendez-vous", html: "<p>Rendez-vous" };

/** Stores whose clock is at `AT`, with two members who have an e-mail address. */
async function openOne(make: MakeDocuments) {
  const documents = await (await make())();
  const now = () => AT;
  const at = {
    documents,
    mailings: createMailingStore(documents, secret, now),
    optOuts: createOptOutStore(documents, secret, now),
    touches: createTouchStore(documents, now),
    register: createRegisterStore(documents),
    replies: createReplyStore(documents, now),
    slots: createSlotStore(documents),
    events: createEventStore(documents),
    mails: createMailStore(documents),
    bin: createRecycleBinStore(documents),
  };
  const zoe = await saveMember(at.register, aMember({ email: LETTER.recipient }));
  const second = await saveMember(at.register, aMember({ firstName: "Luc", email: "luc@exemple.ch" }));
  const create = async (change: Partial<NewMailing> = {}) => {
    const id = newMailingId();
    await at.mailings.create(id, aMailing({ recipients: to(zoe, second), ...change }), [], ELODIE);
    return id;
  };
  const queue = (id: string, member = zoe, recipient = LETTER.recipient) =>
    at.mailings.queueLetters({ id, by: ELODIE }, [{ member, letter: { ...LETTER, recipient } }]);
  const text = (id: string, member: string, reply = "") =>
    at.touches.record(
      { kind: "mailing", member, fees: [], topic: { id, about: "", reply }, way: "sms", at: AT },
      ELODIE,
    );
  return { ...at, zoe, second, create, queue, text };
}

/** @returns the ids of replies of Ana, who is no member, to two slots of the event, and the slots */
async function repliesOfAna(
  { slots, replies }: Awaited<ReturnType<typeof openOne>>,
  event: string,
  person = "ana 079",
) {
  const chosen = await slots.add(event, [EMPTY_SLOT, EMPTY_SLOT], null);
  const replier = { member: "", person, name: "Ana Bon", phone: "0791234567", isAdult: true };
  const none = { day: "", time: "" } as const;
  const agreed = () => ({ post: "Bar", from: none, until: none });
  const outcome = await replies.add({ event, slots: chosen, replier, agreed }, () => [], null);
  if (outcome.is === "refused") throw new Error("unreachable");
  return { chosen, all: outcome.replies.map((reply) => ({ id: reply.id, person: reply.person })) };
}

const linesAbout = async (documents: Documents, id: string) =>
  (await createJournalStore(documents).listAbout(id)).map(({ action, by }) => `${action} ${by?.name}`).toSorted();

const countAll = (documents: Documents) =>
  Promise.all(["mailings", "touches", "mails"].map((collection) => documents.count(collection)));

export function mailingsContract(make: MakeDocuments): void {
  describe("a mailing", () => {
    it("is created once, with its notices and one line of the journal, also by forms that are sent together", async () => {
      const { documents, mailings, zoe, mails } = await openOne(make);
      const id = newMailingId();
      const notice = { ...LETTER, kind: "notice", cause: "a" } as const;
      const mailing = aMailing({ recipients: [...to(zoe), { member: "", reply: "r" }] });
      const created = await Promise.all([1, 2, 3].map(() => mailings.create(id, mailing, [notice], ELODIE)));
      expect(created.toSorted()).toEqual([false, false, true]);
      const stored = {
        ...mailing,
        id,
        by: ELODIE,
        at: AT,
        erased: 0,
        shares: [],
        stoppedAt: null,
        isQueued: false,
        toQueue: expect.any(String),
      };
      expect(await mailings.get(id)).toEqual(stored);
      expect([await mailings.list(AT), await mailings.listUnqueued()]).toEqual([[stored], [id]]);
      expect(await mailings.list(new Date(AT.getTime() + 1))).toEqual([]);
      expect([await mails.count(), await linesAbout(documents, id)]).toEqual([1, [`sent ${ELODIE.name}`]]);
      expect(await mailings.get("x")).toBeNull();
    });

    it("is found by its day, by its recipients, and by the token of its page only", async () => {
      const { mailings, zoe, second, create } = await openOne(make);
      const day = "2027-03-05" as const;
      const [info, convocation] = [await create({ recipients: to(zoe) }), await create({ kind: "convocation", day })];
      expect((await mailings.listOfDay(day)).map(({ id }) => id)).toEqual([convocation]);
      const idsTo = async (...ids: string[]) =>
        (await mailings.listTo(new Set(ids), AT)).map(({ id }) => id).toSorted();
      expect([await idsTo(zoe), await idsTo(second), await idsTo("x")]).toEqual([
        [info, convocation].toSorted(),
        [convocation],
        [],
      ]);
      await mailings.share(convocation, "paper", [zoe, second], ELODIE);
      expect(await mailings.listTo(new Set([second]), AT)).toMatchObject([
        { id: convocation, recipients: to(second), shares: [{ recipients: [second] }] },
      ]);
      expect(await mailings.listTo(new Set([second]), new Date(AT.getTime() + 1))).toEqual([]);
      const token = await mailings.pageTokenOf(info);
      expect((await mailings.findByPageToken(token))?.id).toBe(info);
      for (const wrong of ["", info, token.replace(info, convocation), `${token}a`])
        expect(await mailings.findByPageToken(wrong)).toBeNull();
    });

    it("is shared and taken back once, however often it is tapped, with a line of the journal each", async () => {
      const { documents, mailings, zoe, second, create } = await openOne(make);
      const id = await create();
      await Promise.all([1, 2].map(() => mailings.share(id, "paper", [zoe, zoe], ELODIE)));
      await mailings.share(id, "paper", [zoe, second], ELODIE);
      await mailings.share(id, "group", [zoe], ELODIE);
      const shares = async () =>
        ((await mailings.get(id))?.shares ?? []).map(({ way, recipients }) => [way, recipients]);
      expect(await shares()).toEqual([
        ["paper", [zoe]],
        ["paper", [second]],
        ["group", [zoe]],
      ]);
      for (let times = 0; times < 2; times++) await mailings.unshare(id, "group", AT.toISOString(), ELODIE);
      expect((await shares()).map(([way]) => way)).toEqual(["paper", "paper"]);
      expect(await mailings.share("x", "paper", [zoe], ELODIE)).toBe(false);
      const deeds = ["printed", "printed", "sent", "sent", "unsent"];
      expect((await linesAbout(documents, id)).toSorted()).toEqual(deeds.map((deed) => `${deed} ${ELODIE.name}`));
    });

    it("queues a letter once, to the present address of a recipient; a stop deletes it, a resumption allows it again", async () => {
      const { documents, mailings, touches, mails, zoe, create, queue } = await openOne(make);
      const id = await create();
      expect(await queue(id, zoe, "old@exemple.ch")).toBe(0);
      expect((await Promise.all([1, 2, 3].map(() => queue(id)))).toSorted()).toEqual([0, 0, 1]);
      expect(await touches.listOfTopic("mailing", id)).toMatchObject([{ person: zoe, touches: [{ way: "email" }] }]);
      for (let times = 0; times < 2; times++) await mailings.stop(id, ELODIE);
      expect([await mails.count(), await documents.count("touches"), await queue(id)]).toEqual([0, 0, 0]);
      for (let times = 0; times < 2; times++) await mailings.resume(id, ELODIE);
      expect(await mailings.listUnqueued()).toEqual([id]);
      expect(await queue(id)).toBe(1);
      const name = ELODIE.name;
      expect(await linesAbout(documents, id)).toEqual([`resumed ${name}`, `sent ${name}`, `stopped ${name}`]);
    });

    it("records messages by phone only to its recipients", async () => {
      const at = await openOne(make);
      const id = await at.create({ recipients: [...to(at.zoe), { member: "", reply: "x" }] });
      const { all } = await repliesOfAna(at, "e");
      const sent = [
        await at.text(id, at.zoe),
        await at.text(id, at.second),
        await at.text("unknown", at.zoe),
        await at.text(id, "", all[0]?.id),
        await at.text(id, "", "x"),
      ];
      expect(sent).toEqual([true, false, false, false, false]);
      expect((await at.touches.listOf(at.zoe)).map(({ kind, topic }) => [kind, topic])).toEqual([["mailing", id]]);
    });

    it.each([
      ["event", "2027-08-01T10:00:00Z", "2027-08-01T14:00:00Z"],
      ["info", "2028-02-01T10:00:00Z", "2028-02-01T14:00:00Z"],
      ["convocation", "2032-02-01T10:00:00Z", "2032-02-01T14:00:00Z"],
    ] as const)(
      "of the kind %s is erased after %s, with its touches and waiting letters",
      async (kind, last, after) => {
        const { documents, mailings, touches, second, create, queue, text } = await openOne(make);
        const id = await create({ kind });
        await queue(id);
        await text(id, second);
        expect([await mailings.purge(new Date(last)), await touches.purge(new Date(last))]).toEqual([0, 0]);
        expect(await countAll(documents)).toEqual([1, 2, 1]);
        expect(await mailings.purge(new Date(after))).toBe(1);
        expect(await countAll(documents)).toEqual([0, 0, 0]);
      },
    );

    it("loses a member who is erased, with shares, touches, waiting letter and opt-out; the others stay", async () => {
      const { documents, mailings, optOuts, register, bin, zoe, second, create, queue, text } = await openOne(make);
      const id = await create();
      await queue(id);
      await text(id, second);
      await mailings.share(id, "group", [zoe, second], ELODIE);
      for (const member of [zoe, second]) await optOuts.set(member, true, null);
      const { version = "" } = (await register.get(zoe)) ?? {};
      const key = newBinKey();
      await register.moveToBin(zoe, version, { ...aDeletion(), key });
      expect((await mailings.get(id))?.recipients).toHaveLength(2);
      expect(await bin.erase(key)).toEqual([]);
      expect(await mailings.get(id)).toMatchObject({ recipients: to(second), shares: [{ recipients: [second] }] });
      expect([await countAll(documents), [...(await optOuts.list())]]).toEqual([[1, 1, 0], [second]]);
      const left = await Promise.all(["mailings", "touches", "mails", "opt-outs"].map((one) => documents.query(one)));
      expect(JSON.stringify(left)).not.toContain(zoe);
    });

    it("loses people who are not members when their reply, or its slot, is erased", async () => {
      const at = await openOne(make);
      const { mailings, documents, slots, bin, zoe } = at;
      const [ana, bob] = [await repliesOfAna(at, "e"), await repliesOfAna(at, "e", "bob 078")];
      const recipients = [ana, bob].map(({ all }) => ({ member: "", reply: all[0]?.id ?? "" }));
      const id = await at.create({ kind: "event", event: "e", recipients: [...to(zoe), ...recipients] });
      const other = await at.create({ kind: "event", event: "f" });
      for (const { reply } of recipients) expect(await at.text(id, "", reply)).toBe(true);
      for (const mailing of [id, other]) await at.text(mailing, zoe);
      for (let times = 0; times < 2; times++) await mailings.forgetReplies(ana.all);
      await mailings.forgetReplies([]);
      expect((await mailings.get(id))?.recipients).toEqual([...to(zoe), recipients[1]]);
      const key = newBinKey();
      await slots.moveToBin([bob.chosen[0] ?? ""], { at: AT, by: null }, () => key);
      await bin.erase(key);
      expect(await mailings.get(id)).toMatchObject({ recipients: to(zoe), erased: 2 });
      const touches = (await documents.query("touches")).map(({ content }) => content.person);
      expect(touches).toEqual([zoe, zoe]);
    });

    it("about an event is erased with the event, with its touches and waiting letters; mailings about others stay", async () => {
      const { documents, mailings, events, bin, second, create, queue, text } = await openOne(make);
      for (const id of ["Fête0825", "Loto0825"]) await events.create(id, SAMPLE_EVENTS.example, ELODIE);
      const subjectOf = async (id: string) => (await events.get(id))?.subject ?? "";
      const party = await create({ kind: "event", event: await subjectOf("Fête0825") });
      const others = [await create({ kind: "event", event: await subjectOf("Loto0825") }), await create()];
      for (const id of [party, ...others]) {
        await queue(id);
        await text(id, second);
      }
      expect(await countAll(documents)).toEqual([3, 6, 3]);
      const key = await moveCard(events, "Fête0825");
      expect(await mailings.get(party)).not.toBeNull();
      await bin.erase(key);
      expect((await mailings.list(new Date(0))).map(({ id }) => id).toSorted()).toEqual(others.toSorted());
      expect(await countAll(documents)).toEqual([2, 4, 2]);
    });

    it("that is resumed while it is being stopped keeps the letters that wait", async () => {
      const { documents, mailings, mails, touches, zoe, create, queue } = await openOne(make);
      const id = await create();
      await queue(id);
      const resuming: Documents = {
        ...documents,
        query: async (collection, query) => {
          const found = await documents.query(collection, query);
          if (collection === "mails") await mailings.resume(id, ELODIE);
          return found;
        },
      };
      await createMailingStore(resuming, secret, () => AT).stop(id, ELODIE);
      expect([(await mailings.get(id))?.stoppedAt, await mails.count()]).toEqual([null, 1]);
      expect((await touches.listOf(zoe)).map(({ topic }) => topic)).toEqual([id]);
    });

    it("keeps unknown fields when it is shared, stopped, resumed and loses a recipient", async () => {
      const { documents, mailings, zoe, create } = await openOne(make);
      const id = await create();
      const unknown = { Telephone: "079 123 45 67", friends: [{ name: "Zoé" }] };
      await documents.transaction(async (transaction) => {
        await transaction.get("mailings", id);
        transaction.update("mailings", id, unknown);
      });
      await mailings.share(id, "group", [zoe], ELODIE);
      await mailings.stop(id, ELODIE);
      await mailings.resume(id, ELODIE);
      await mailings.forgetReplies([{ id: zoe, person: zoe }]);
      expect((await documents.get("mailings", id))?.content).toMatchObject({
        ...unknown,
        shares: [{ recipients: [] }],
      });
    });
  });

  describe("the opt-out of a member", () => {
    it("is a target state with a line of the journal for each change, and opens with its token only", async () => {
      const { documents, mailings, optOuts, zoe, second, create } = await openOne(make);
      const before = (await linesAbout(documents, zoe)).length;
      await Promise.all([1, 2].map(() => optOuts.set(zoe, true, null)));
      expect([await optOuts.get(zoe), await optOuts.get(second), [...(await optOuts.list())]]).toEqual([
        AT,
        null,
        [zoe],
      ]);
      for (let times = 0; times < 2; times++) await optOuts.set(zoe, false, ELODIE);
      expect([...(await optOuts.list())]).toEqual([]);
      expect(await optOuts.set("x", true, null)).toBe(false);
      expect((await linesAbout(documents, zoe)).length).toBe(before + 2);
      const token = await optOuts.tokenOf(zoe);
      expect(await optOuts.memberOf(token)).toBe(zoe);
      const ofAPage = await mailings.pageTokenOf(await create());
      for (const wrong of ["", zoe, token.replace(zoe, second), ofAPage])
        expect(await optOuts.memberOf(wrong)).toBeNull();
    });
  });
}
