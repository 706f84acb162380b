import { describe, expect, it } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createMailStore } from "#stores/mails.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore, type NewReminderLetter } from "#stores/rounds/touches.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMember } from "./register.contract.ts";

const AT = new Date("2027-02-01T12:00:00Z");
const LATER = new Date("2027-02-02T12:00:00Z");

export function touchesContract(make: MakeDocuments): void {
  const openOne = async () => {
    const documents = await (await make())();
    const register = createRegisterStore(documents);
    const fees = createFeeStore(documents);
    const member = await saveMember(register, aMember());
    await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, ELODIE);
    const sent = async () => (await fees.listOfMember(member)).flatMap(({ sendings }) => sendings);
    const actions = async () => (await createJournalStore(documents).listAbout(member)).map(({ action }) => action);
    return { documents, touches: createTouchStore(documents), register, member, fee: `2027-${member}`, sent, actions };
  };

  describe("the messages of rounds", () => {
    it("with a bill are sendings of the fee, once per way and day, until they are taken back", async () => {
      const { touches, member, fee, sent, actions } = await openOne();
      const bill = { kind: "bill", member, fees: [fee], way: "sms", at: AT } as const;
      expect(await Promise.all([1, 2, 3].map(() => touches.record(bill, ELODIE)))).toEqual([true, true, true]);
      await touches.record({ ...bill, kind: "reminder", at: LATER }, ELODIE);
      expect(await sent()).toMatchObject([
        { way: "sms", at: AT, by: ELODIE, reminder: false },
        { way: "sms", at: LATER, reminder: true },
      ]);
      await touches.takeBack({ ...bill, at: LATER }, ELODIE);
      await touches.takeBack({ ...bill, at: LATER }, ELODIE);
      expect((await sent()).map(({ at }) => at)).toEqual([AT]);
      expect((await actions()).filter((action) => action === "sent" || action === "unsent").toSorted()).toEqual([
        "sent",
        "sent",
        "unsent",
      ]);
      expect(await touches.record({ ...bill, member: "x" }, ELODIE)).toBe(false);
      expect(await touches.record({ ...bill, fees: ["2027-x"] }, ELODIE)).toBe(false);
    });

    it("to a member are listed by kind and time; taking a message back also takes back the bills in it", async () => {
      const { touches, member, fee, sent } = await openOne();
      const welcome = { kind: "welcome", member, fees: [fee], way: "whatsapp", at: AT } as const;
      await touches.record(welcome, ELODIE);
      await touches.record({ ...welcome, kind: "consent", fees: [], at: LATER }, ELODIE);
      const list = async (kind: "welcome" | "consent", since: Date) =>
        [...(await touches.list(kind, since))].map(([id, all]) => [id, all.map(({ at }) => at)]);
      expect(await list("welcome", AT)).toEqual([[member, [AT]]]);
      expect(await list("welcome", LATER)).toEqual([]);
      expect(await list("consent", AT)).toEqual([[member, [LATER]]]);
      expect((await touches.listOf(member)).map(({ kind }) => kind).toSorted()).toEqual(["consent", "welcome"]);
      expect(await sent()).toHaveLength(1);
      await touches.takeBack({ ...welcome, fees: [] }, ELODIE);
      expect([await list("welcome", AT), await sent()]).toEqual([[], []]);
    });

    it("about an event belong to a member, or to the person of a reply, by topic, and end after half a year", async () => {
      const { documents, touches, register, member } = await openOne();
      const [ana] = await reply(documents, "", "ana bon 079");
      const topic = { id: "e", about: "2027-06-12", reply: "" };
      const reminder = { kind: "slot-reminder", member, fees: [], topic, way: "sms", at: AT } as const;
      const toAna = { ...reminder, member: "", topic: { ...topic, reply: ana ?? "" } };
      expect(await Promise.all([reminder, reminder, toAna].map((one) => touches.record(one, ELODIE)))).toEqual([
        true,
        true,
        true,
      ]);
      expect(await touches.record({ ...reminder, topic: { ...topic, about: "" }, at: LATER }, ELODIE)).toBe(true);
      const unknown = [
        { ...reminder, member: "x" },
        { ...toAna, topic },
        { ...toAna, topic: { ...toAna.topic, id: "x" } },
      ];
      expect(await Promise.all(unknown.map((one) => touches.record(one, ELODIE)))).toEqual([false, false, false]);
      const list = async () =>
        (await touches.listOfTopic("slot-reminder", "e")).map(
          (one) => `${one.about} ${one.person} ${one.touches.length}`,
        );
      expect((await list()).toSorted()).toEqual(
        [` ${member} 1`, "2027-06-12 ana bon 079 1", `2027-06-12 ${member} 1`].toSorted(),
      );
      expect([await touches.listOfTopic("slot-change", "e"), await touches.listOfTopic("slot-reminder", "f")]).toEqual([
        [],
        [],
      ]);
      expect(await touches.listOf(member)).toHaveLength(2);
      for (let times = 0; times < 2; times++) await touches.takeBack(toAna, ELODIE);
      expect(await list()).toHaveLength(2);
      const lines = (await createJournalStore(documents).listAbout("e")).map(
        ({ action, subject }) => `${action} ${subject}`,
      );
      expect(lines.filter((line) => line.endsWith("slot-reminder")).toSorted()).toEqual([
        ...Array(3).fill("sent slot-reminder"),
        "unsent slot-reminder",
      ]);
      await touches.record({ kind: "welcome", member, fees: [], way: "sms", at: AT }, ELODIE);
      expect(await touches.purge(new Date("2027-08-02T10:00:00Z"))).toBe(1);
      expect(await touches.purge(new Date("2028-01-01T10:00:00Z"))).toBe(1);
      expect(await documents.count("touches")).toBe(1);
      expect(await register.get(member)).not.toBeNull();
    });

    it("reminders by letter are queued once, with the notices, for those who still come and have the address", async () => {
      const { documents, touches, register } = await openOne();
      const zoe = await saveMember(register, aMember({ firstName: "Ana", email: "ana@exemple.ch" }));
      const [own = ""] = await reply(documents, zoe, zoe);
      const letter = { recipient: "ANA@exemple.ch", subject: "Rappel", text: "Samedi", html: "<p>Samedi" };
      const reminder: NewReminderLetter = {
        member: zoe,
        topic: { id: "e", about: "2027-06-12" },
        replies: [own],
        letter,
      };
      const notice = { ...letter, kind: "notice", cause: "a" } as const;
      const remind = (change: Partial<NewReminderLetter> = {}) =>
        touches.remind([{ ...reminder, ...change }], [notice], ELODIE);
      const mails = createMailStore(documents);
      for (const change of [
        { member: "x" },
        { replies: ["x"] },
        { letter: { ...letter, recipient: "old@exemple.ch" } },
      ])
        expect(await remind(change)).toBe(0);
      await createReplyStore(documents).withdraw([own], "person", null);
      expect([await remind(), await mails.count()]).toEqual([0, 0]);
      await createReplyStore(documents).undoWithdrawal([own], null);
      expect((await Promise.all([1, 2, 3].map(() => remind()))).toSorted()).toEqual([0, 0, 1]);
      expect(await mails.count()).toBe(2);
      const claim = async () => (await mails.leaseDue(new Date(Date.now() + 60_000), 60_000)) ?? expect.fail();
      const [first, second] = [await claim(), await claim()];
      expect([first.kind, second.kind]).toEqual(["notice", "slot-reminder"]);
      await mails.record(second, { state: "echec", reason: "Non." });
      expect(await touches.listOfTopic("slot-reminder", "e")).toMatchObject([
        { touches: [{ way: "email", refused: "Non." }] },
      ]);
      expect(await remind()).toBe(1);
    });
  });
}

/** @returns the id of a reply to the event « e » */
async function reply(
  documents: Parameters<typeof createReplyStore>[0],
  member: string,
  person: string,
): Promise<string[]> {
  const hours = { from: { day: "2027-06-12", time: "21:00" }, until: { day: "2027-06-13", time: "00:00" } };
  const replier = { member, person, name: "Ana Bon", phone: "0791234567", isAdult: true };
  const ids = await createSlotStore(documents).add("e", [EMPTY_SLOT], null);
  const wanted = { event: "e", slots: ids, replier, agreed: () => ({ post: "Bar", ...hours }) };
  const outcome = await createReplyStore(documents).add(wanted, () => [], null);
  return outcome.is === "refused" ? [] : outcome.replies.map(({ id }) => id);
}
