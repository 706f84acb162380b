import { describe, expect, it, vi } from "vitest";
import { feeReference } from "#domain/fees/reference.ts";
import type { MemberData } from "#domain/register/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { REGISTER_COLLECTION } from "#stores/register/member-document.ts";
import { aMember, saveMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { printOwedBills, readOpenFees, sendBills } from "#usecases/fees/send-bills.ts";
import { qrBillOfSignUp } from "#usecases/fees/sign-up-bill.ts";
import { erasePerson, readPersonData } from "#usecases/register/person-data.ts";
import { desk } from "./desk.ts";

const URL = "https://exemple.ch";
const ACCOUNT = { ...INITIAL_SETTINGS, iban: "CH5604835012345678009" };
const MARIE = aMember({ firstName: "Marie", lastName: "Luyet" });
const SENT = async () => ({ outcome: "sent" }) as const;
const sends = { mailer: { delivery: "server" as const, send: SENT, sendLetter: SENT } };

async function owing(...people: Partial<MemberData>[]) {
  const services = desk();
  const members = await saveMembers(services.register, ...people.map((one) => ({ ...MARIE, ...one })));
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  return { services, members, ids: members.map((id) => `2027-${id}`) };
}

const round = { year: "2027", days: null } as const;

describe("sending bills", () => {
  it("records a bill once a day for each way, and each bill after the first as a reminder", async () => {
    const { services, ids } = await owing({});
    for (const way of ["sms", "sms", "whatsapp"] as const) {
      const sent = { ...round, way, ids: [...ids, ...ids, "2027-x"] };
      await Promise.all([1, 2].map(() => sendBills(services, sent, URL, null)));
    }
    const [fee] = await services.fees.listYear("2027");
    expect(fee?.sendings.map(({ way, reminder }) => [way, reminder])).toEqual([
      ["sms", false],
      ["whatsapp", true],
    ]);
  });

  it("mails the personal link once to members who have an address and wait for a bill", async () => {
    const mails = [{ email: "a@b.ch" }, { email: "c@d.ch", firstName: "Ana" }, { firstName: "Léo" }];
    const { services, ids } = await owing(...mails);
    const send = (by: Partial<typeof sends> = {}) =>
      sendBills({ ...services, ...by }, { ...round, way: "email", ids }, URL, null);
    await sendBills(services, { ...round, way: "sms", ids: ids.slice(0, 1) }, URL, null);
    expect([await send(), await send(sends), await send(sends)]).toEqual([0, 1, 0]);
    const mail = await services.mails.leaseDue(new Date(Date.now() + 1000), 60_000);
    expect(mail?.addresses).toMatchObject([{ address: "c@d.ch" }]);
    expect(mail?.letter?.text).toContain(`${URL}/ma-fiche/`);
    expect(await services.mails.leaseDue(new Date(Date.now() + 1000), 60_000)).toBeNull();
  });

  it("mails nothing to an address that was refused for good", async () => {
    const { services, members, ids } = await owing({ email: "a@b.ch" }, { firstName: "Ana", email: "c@d.ch" });
    const mark = { refusedEmail: { address: "A@b.ch", at: "2027-01-05T12:00:00.000Z" } };
    await services.documents.transaction(async (transaction) => {
      await transaction.get(REGISTER_COLLECTION, members[0] ?? "");
      transaction.update(REGISTER_COLLECTION, members[0] ?? "", mark);
    });
    expect(await sendBills({ ...services, ...sends }, { ...round, way: "email", ids }, URL, null)).toBe(1);
    const mail = await services.mails.leaseDue(new Date(Date.now() + 1000), 60_000);
    expect(mail).toMatchObject({ member: members[1], addresses: [{ address: "c@d.ch" }] });
  });

  it("mails a thousand bills at once, each once", async () => {
    const { services, ids } = await owing(
      ...Array.from({ length: 1000 }, (_, i) => ({ firstName: `Ana ${i}`, email: `a${i}@b.ch` })),
    );
    const send = () => sendBills({ ...services, ...sends }, { ...round, way: "email", ids }, URL, null);
    expect([await send(), await send()]).toEqual([1000, 0]);
    expect(await services.mails.count()).toBe(1000);
  });

  it("by e-mail leaves nothing behind once the person is erased: neither the mail in the queue nor the record of it", async () => {
    const { services, members, ids } = await owing({ email: "a@b.ch" });
    const [id = ""] = members;
    await sendBills({ ...services, ...sends }, { ...round, way: "email", ids }, URL, null);
    await services.fees.settle(ids, { is: "paid", way: "cash", date: "2027-03-01" }, null);
    expect(JSON.stringify(await readPersonData(services, id))).toContain("Facture par e-mail");
    await erasePerson(services, id, null);
    expect((await services.fees.listYear("2027")).map(({ sendings }) => sendings)).toEqual([[]]);
    expect(await services.mails.nextDue()).toBeNull();
  });
});

it("only members with an open fee get a bill, and members who left get it without a link", async () => {
  const { services, ids } = await owing({}, { firstName: "Ana" }, { firstName: "Léo" });
  await services.fees.settle(ids.slice(0, 1), { is: "paid", way: "cash", date: "2027-03-01" }, null);
  const [ana, leo] = (await services.register.list())
    .filter(({ firstName }) => firstName !== "Marie")
    .toSorted((a, b) => (a.firstName < b.firstName ? -1 : 1));
  if (!ana || !leo) throw new Error("no member");
  await services.register.save([{ id: ana.id, version: ana.version, data: { ...ana, leftOn: "2027-02-01" } }], null);
  const readOne = vi.spyOn(services.documents, "get");
  const owed = await readOpenFees(services, await services.fees.listOpen("2027"), null, URL);
  // On Firestore, a read per fee takes seconds.
  expect(readOne).not.toHaveBeenCalled();
  expect(owed.map(({ member, link, phones }) => [member.firstName, link !== null, phones.length])).toEqual([
    ["Ana", false, 0],
    ["Léo", true, 1],
  ]);
  expect(await printOwedBills(services, owed, { account: { ...ACCOUNT, iban: "" }, words: "" }, null)).toBeNull();
  expect(await printOwedBills(services, [], { account: ACCOUNT, words: "" }, null)).toBeNull();
});

describe("the bill of a sign-up", () => {
  it("has the sign-up's reference and the person as debtor, until the sign-up is refused, paid or 30 days old", async () => {
    const services = desk();
    const at = new Date("2027-11-20T12:00:00Z");
    const { entry } = await services.inbox.add(aSignUp(), at);
    const read = (days: number, id = entry.id) => {
      const clock = { now: () => new Date(at.getTime() + days * 86_400_000) };
      return qrBillOfSignUp({ ...services, clock }, ACCOUNT, id);
    };
    expect(await read(29)).toMatchObject({
      amount: 5000,
      reference: feeReference("2028", entry.id),
      message: "Cotisation 2028, Zoé Héritier",
      title: "Première cotisation",
      debtor: { name: "Zoé Héritier", street: "Chemin des Treize-Étoiles", buildingNumber: "4", postcode: "1965" },
    });
    expect([await read(31), await read(0, "0".repeat(32))]).toEqual([null, null]);
    await services.fees.open({ year: "2028", amount: 6000, joinedBy: "2028-10-01" }, null);
    expect((await read(1))?.amount).toBe(6000);
    const data = { ...MARIE, since: "2027-11-20" };
    const member = await saveMember(services.register, data, { signUp: entry.id });
    await services.fees.settle(
      [`2028-${member}`],
      { is: "partly", before: 0, paid: 2000, way: "cash", date: "2027-12-01" },
      null,
    );
    expect((await read(12))?.amount).toBe(4000);
    await services.fees.settle([`2028-${member}`], { is: "paid", way: "cash", date: "2027-12-01" }, null);
    expect(await read(12)).toBeNull();
    const { entry: other } = await services.inbox.add(aSignUp({ firstName: "Ana" }), at);
    await services.inbox.refuse(other.id, "", { by: null, at });
    expect(await read(0, other.id)).toBeNull();
  });
});
