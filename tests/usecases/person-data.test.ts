import { expect, it, onTestFinished, vi } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { deleteInboxEntries } from "#usecases/recycle-bin.ts";
import { erasePerson, readPersonData } from "#usecases/register/person-data.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { TRANSFERRED_COLLECTIONS } from "#usecases/transfer.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2027-02-01T12:00:00Z");
const ZOE = aMember({ email: "zoe@exemple.ch", phone: "" });
const PAID = { is: "paid", way: "cash", date: "2027-02-01" } as const;

async function siteWithZoe() {
  // The accounts are kept from the year in which a payment is recorded.
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const services = desk();
  const { register, inbox, fees, attendance } = services;
  const entry = async (submission: Parameters<typeof inbox.add>[0]) => (await inbox.add(submission, NOW)).entry.id;
  const id = await saveMember(register, ZOE);
  const sister = await saveMember(register, { ...ZOE, firstName: "Léa", email: "famille@exemple.ch" });
  await entry(aSignUp());
  await deleteInboxEntries(services, [await entry(aSignUp({ phone: "0791112233" }))], ELODIE);
  await entry(aMessage({ name: "HERITIER Zoe", message: "Sans gluten" }));
  await entry(aMessage({ name: "Z.", email: "Zoe@exemple.ch", message: "Adresse connue" }));
  await entry(aMessage({ name: "Léa Héritier", email: "famille@exemple.ch", message: "De la sœur" }));
  await fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  await fees.settle([`2027-${id}`], PAID, ELODIE);
  await fees.settle([`2026-${id}`, `2026-${sister}`], { is: "waived", reason: "Chômage", date: "2027-02-01" }, ELODIE);
  await attendance.set("2027-01-15", id, true, ELODIE);
  await replyOf(services, id);
  await mailingsTo(services, id, sister);
  const { version = "" } = (await register.get(id)) ?? {};
  await saveMember(register, { ...ZOE, note: "Tuba" }, { id, version });
  return { services, id, sister };
}

/** A mailing by three ways, another one that waits for the mail server, and one to the sister only. */
async function mailingsTo({ mailings, touches, optOuts }: ReturnType<typeof desk>, id: string, sister: string) {
  const words = { subject: "Sortie au lac", recipients: [id, sister].map((member) => ({ member, reply: "" })) };
  const by = ELODIE;
  const letter = { recipient: ZOE.email, subject: "Pour Zoé", text: "Zoé", html: "Zoé" };
  for (const [mailing, more] of [
    ["m1", words],
    ["m2", { ...words, subject: "Rappel" }],
    ["m3", { subject: "Pour la sœur", recipients: [{ member: sister, reply: "" }] }],
  ] as const)
    await mailings.create(mailing, aMailing(more), [], by);
  for (const mailing of ["m1", "m2"]) await mailings.queueLetters({ id: mailing, by }, [{ member: id, letter }]);
  await mailings.share("m1", "group", [id, sister], by);
  await mailings.share("m1", "paper", [sister], by);
  const topic = { id: "m1", about: "", reply: "" };
  await touches.record({ kind: "mailing", member: id, fees: [], topic, way: "whatsapp", at: NOW }, by);
  await touches.record({ kind: "welcome", member: id, fees: [], way: "sms", at: NOW }, by);
  await optOuts.set(id, true, null);
}

async function replyOf(services: ReturnType<typeof desk>, member: string): Promise<void> {
  await services.events.create("Bal", anEvent({ name: "Bal des foins", month: "2027-06", firstDay: "2027-06-12" }));
  const event = await services.events.get("Bal");
  if (!event) throw new Error("unreachable");
  const hours = { from: { days: 0, time: "21:00" }, until: { days: 1, time: "00:00" } };
  const chosen = await services.slots.add(event.subject, [{ ...EMPTY_SLOT, post: "Bar", ...hours }], null);
  const replier = { member, name: "Zoé Héritier", phone: "0791230000", isAdult: true, birthDate: "" } as const;
  await replyToSlots(services, { event, chosen, replier: { ...replier, door: "member" } });
}

/** The content of all documents, as JSON. */
const contents = async ({ documents }: Awaited<ReturnType<typeof siteWithZoe>>["services"]) =>
  (
    await Promise.all(
      TRANSFERRED_COLLECTIONS.map(async (kind) => (await documents.query(kind)).map((one) => [kind, one.content])),
    )
  )
    .flat()
    .map((one) => JSON.stringify(one));

it("the site collects all data of a person, also from the recycle bin and old revisions, but none of relatives", async () => {
  const { services, id } = await siteWithZoe();
  const person = await readPersonData(services, id);
  const text = (title: string) => JSON.stringify(person?.sections.find((one) => one.title === title)?.items);
  expect(text("Fiche")).toContain("Tuba");
  expect(text("Versions précédentes de la fiche")).not.toContain("Tuba");
  for (const sent of ["079 123 45 67", "0791112233", "Sans gluten", "Adresse connue", '"Dans la corbeille","oui"'])
    expect(text("Inscriptions et messages").replace("0791234567", "079 123 45 67")).toContain(sent);
  expect(JSON.stringify(person)).not.toContain("De la sœur");
  expect(text("Cotisations")).toMatch(/Chômage.*Espèces/);
  expect(text("Assemblées")).toContain("15.01.2027");
  expect(text("Coups de main")).toMatch(/Bal des foins.*Bar.*12\.06\.2027.*079 123 00 00/);
  const time = "01.02.2027, 13:00";
  expect(person?.sections.find(({ title }) => title === "Messages aux membres")?.items).toEqual([
    [["Ne veut plus recevoir les informations depuis", time]],
    [
      ["Message", "Rappel"],
      ["Écrit", time],
      ["Envoi", `e-mail en attente depuis le ${time}`],
    ],
    [
      ["Message", "Sortie au lac"],
      ["Écrit", time],
      ["Envoi", `envoyé par WhatsApp, ${time}`],
      ["Envoi", `dans le groupe, ${time}`],
      ["Envoi", `e-mail en attente depuis le ${time}`],
    ],
  ]);
  expect(text("Messages envoyés")).toBe(JSON.stringify([[["Message de bienvenue", `SMS, ${time}`]]]));
  expect(text("Journal")).toContain("a ajouté une présence");
  expect(person?.kept.map(({ year, until }) => [year, until])).toEqual([
    ["2026", "31.12.2037"],
    ["2027", "31.12.2037"],
  ]);
});

it("the site erases a person everywhere; the accounts keep the payments until the legal date", async () => {
  const { services, id, sister } = await siteWithZoe();
  expect(await erasePerson(services, id, ELODIE)).toBe(true);
  expect(await erasePerson(services, id, ELODIE)).toBe(false);
  const left = (await contents(services)).filter((one) => /zo[eé]|079123|0791112233|Tuba|gluten|connue/i.test(one));
  expect(left.map((one) => one.slice(0, 8))).toEqual(['["fees",', '["fees",']);
  expect(left.join()).not.toContain("Chômage");
  expect(left.join()).not.toMatch(/zoe@/i);
  const traces = (await contents(services)).filter((one) => /^\["(?:mailings|touches|mails|opt-outs)"/.test(one));
  // The mail is that of the sister's message.
  expect(traces.map((one) => one.split('"')[1])).toEqual(["mailings", "mailings", "mailings", "mails"]);
  expect(traces.join()).not.toContain(id);
  expect(await services.attendance.listDays()).toEqual([]);
  expect(await services.bin.list()).toEqual([]);
  expect((await services.register.get(sister))?.firstName).toBe("Léa");
  expect((await services.fees.listOfMember(sister))[0]?.lines[0]?.reason).toBe("Chômage");

  await services.fees.settle([`2027-${id}`], { is: "due", reason: "", date: "2028-01-01" }, ELODIE);
  expect([await services.fees.purge("2037-12-31"), await services.fees.purge("2099-01-01")]).toEqual([0, 2]);
  expect((await services.fees.listOfMember(sister)).length).toBe(2);
});
