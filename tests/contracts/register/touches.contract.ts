import { describe, expect, it } from "vitest";
import { createFeeBook } from "#stores/fees/fees.ts";
import { createJournal } from "#stores/journal.ts";
import { createRegister } from "#stores/register/register.ts";
import { createTouches } from "#stores/rounds/touches.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMember } from "./register.contract.ts";

const AT = new Date("2027-02-01T12:00:00Z");
const LATER = new Date("2027-02-02T12:00:00Z");

export function touchesContract(make: MakeDocuments): void {
  const openOne = async () => {
    const documents = await (await make())();
    const register = createRegister(documents);
    const fees = createFeeBook(documents);
    const member = await saveMember(register, aMember());
    await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, ELODIE);
    const sent = async () => (await fees.listOfMember(member)).flatMap(({ sendings }) => sendings);
    const actions = async () => (await createJournal(documents).listAbout(member)).map(({ action }) => action);
    return { touches: createTouches(documents), member, fee: `2027-${member}`, sent, actions };
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

    it("to a member are listed by kind and time, contain their bills, and are taken back with them", async () => {
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
  });
}
