import { expect, it } from "vitest";
import type { MemberData } from "#domain/register/member.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { erasePerson, readPersonData } from "#usecases/register/person-data.ts";
import { changeTouch, countPeopleDue, readMemberRound, saveRoundTexts } from "#usecases/rounds/round.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2027-03-31T12:00:00Z");
const URL = "https://exemple.ch";
const BY = { id: "a", name: "Anne" };

const opened = () => ({ ...desk(), clock: { now: () => NOW } });

async function accepted(services: ReturnType<typeof opened>, fields: Partial<MemberData> = {}): Promise<string> {
  const { entry } = await services.inbox.add(aSignUp({ firstName: fields.firstName ?? "Zoé" }), NOW);
  return saveMember(services.register, aMember({ since: "2027-03-30", ...fields }), { signUp: entry.id });
}

it("a welcome contains the first bill, is recorded with it once, and taken back with it", async () => {
  const services = opened();
  const id = await accepted(services);
  await saveMember(services.register, aMember({ firstName: "Ana" }));
  const round = () => readMemberRound(services, "welcome", URL, 1);
  expect((await round()).rows.map(({ fees, values }) => [fees, values.amount])).toEqual([[[], 0]]);
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  const [row] = (await round()).rows;
  expect(row).toMatchObject({
    member: id,
    fees: [`2027-${id}`],
    values: { amount: 5000, year: "2027" },
    touched: null,
  });
  const typed = { kind: "welcome", member: id, fees: `2027-${id}`, way: "whatsapp", at: "2027-03-31T11:00:00.000Z" };
  await Promise.all([changeTouch(services, typed, true, BY), changeTouch(services, typed, true, BY)]);
  const sendings = async () => (await services.fees.listOfMember(id)).flatMap((fee) => fee.sendings);
  expect(await sendings()).toMatchObject([{ way: "whatsapp", at: new Date(typed.at), by: BY, reminder: false }]);
  expect((await round()).rows).toMatchObject([
    { member: id, fees: [`2027-${id}`], touched: { way: "whatsapp", by: BY } },
  ]);
  expect(await countPeopleDue(services, "welcome", await services.register.list())).toBe(0);
  for (let times = 0; times < 2; times++) await changeTouch(services, { ...typed, fees: "" }, false, BY);
  expect([await sendings(), (await round()).rows[0]?.touched]).toEqual([[], null]);
  const lines = (await services.journal.listAbout(id)).map(({ action, subject }) => `${action} ${subject}`);
  expect(lines.filter((line) => line.includes("sent")).toSorted()).toEqual(
    ["sent welcome", "sent fee", "unsent welcome", "unsent fee"].toSorted(),
  );
});

it("a bill that was sent before is not in the welcome", async () => {
  const services = opened();
  const id = await accepted(services);
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  const bill = { kind: "bill", member: id, fees: `2027-${id}`, way: "sms", at: NOW.toISOString() };
  expect(await changeTouch(services, bill, true, BY)).toBe("set");
  expect((await readMemberRound(services, "welcome", URL, 1)).rows[0]?.values.amount).toBe(0);
  const welcome = { ...bill, kind: "welcome", fees: "" };
  await changeTouch(services, welcome, true, BY);
  await changeTouch(services, welcome, false, BY);
  expect((await services.fees.listOfMember(id)).flatMap((fee) => fee.sendings)).toHaveLength(1);
});

it("the parents of a minor are asked for the authorisation first, and welcomed after the member", async () => {
  const services = opened();
  const minor = { birthDate: "2010-05-01", guardianName: "Anne Luyet", guardianPhone: "0791112233" };
  await accepted(services, minor);
  const first = async (kind: "welcome" | "consent") =>
    (await readMemberRound(services, kind, URL, 1)).rows.map(({ phones, toGuardian }) => [
      phones.map(({ ofGuardian }) => ofGuardian),
      toGuardian,
    ]);
  expect(await first("consent")).toEqual([[[true, false], true]]);
  expect(await first("welcome")).toEqual([[[false, true], false]]);
});

it("a round refuses values that no page sends, and a fee of another member", async () => {
  const services = opened();
  const [id, other] = [await accepted(services), await accepted(services, { firstName: "Ana" })];
  await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
  const touch = { kind: "bill", member: id, fees: `2027-${id}`, way: "sms", at: "" };
  const set = (typed: object) => changeTouch(services, { ...touch, ...typed }, true, BY);
  const refused = [{ kind: "x" }, { way: "email" }, { fees: "" }, { member: "x" }, { fees: `2027-${other}` }];
  expect(await Promise.all(refused.map(set))).toEqual(["invalid", "invalid", "invalid", "absent", "absent"]);
});

it("the messages to a person are part of the person's data, and erased with it", async () => {
  const services = opened();
  const id = await accepted(services);
  await changeTouch(services, { kind: "welcome", member: id, way: "shared", at: NOW.toISOString() }, true, BY);
  expect(JSON.stringify(await readPersonData(services, id, true))).toContain("Message de bienvenue");
  await erasePerson(services, id, null);
  expect(await services.documents.count("touches")).toBe(0);
});

it("the texts of a round are saved; wrong placeholders and a form of an outdated page are refused", async () => {
  const services = opened();
  const save = async (typed: Record<string, string>, version?: string) =>
    saveRoundTexts(
      services,
      "bill",
      { typed, version: version ?? (await services.roundTexts.get("bill")).version },
      BY,
    );
  const { version } = await services.roundTexts.get("bill");
  expect(await save({ tu: "Salut {nom}" })).toMatchObject({
    ok: false,
    reason: { errors: { tu: expect.any(String) } },
  });
  expect(await save({ tu: "Salut {prénom}, {montant} : {lien}" })).toMatchObject({ ok: true });
  expect(await save({ tu: "Salut {prénom}, {montant} : {lien}" }, version)).toMatchObject({ ok: true });
  expect(await save({ tu: "Hep, {montant} : {lien}" }, version)).toMatchObject({
    ok: false,
    reason: { conflict: { current: ["Salut {prénom}, {montant} : {lien}"], by: "Anne" } },
  });
  expect(await save({ guardian: "Bonjour, {montant} : {lien}" })).toMatchObject({ ok: true });
  expect(await services.roundTexts.get("bill")).toMatchObject({
    tu: "Salut {prénom}, {montant} : {lien}",
    guardian: "Bonjour, {montant} : {lien}",
  });
  await save({ tu: "" });
  expect((await services.roundTexts.get("bill")).tu).toBe("");
});
