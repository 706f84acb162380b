import { expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import type { ProposalState } from "#stores/register/proposals.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { readOwnPage } from "#usecases/register/own-page.ts";
import { exportPerson } from "#usecases/register/person-data.ts";
import { decideProposal, listProposals, sendProposal } from "#usecases/register/proposals.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2027-02-01T12:00:00Z");
const ZOE = aMember({ note: "Tuba", phone: "" });

async function opened() {
  const services = { ...desk(), clock: { now: () => NOW } };
  const { entry } = await services.inbox.add(aSignUp(), NOW);
  const id = await saveMember(services.register, ZOE, { signUp: entry.id });
  for (const year of ["2026", "2027"])
    await services.fees.open({ year, amount: 5000, joinedBy: `${year}-10-01` }, null);
  const member = async () => (await services.register.get(id)) ?? expect.fail();
  const send = async (typed: Record<string, string>) => sendProposal(services, await member(), typed);
  const correct = (fields: Record<string, string>) => send({ intention: "correction", ...fields });
  const shown = () => services.proposals.list();
  const first = async () => (await listProposals(services, 1)).lines[0] ?? expect.fail();
  type Shown = Awaited<ReturnType<typeof first>>;
  const bring = async (one: Shown, state: ProposalState) => {
    const { outcome } = await decideProposal(services, { id: one.id, seen: one.seen, state }, ELODIE);
    return outcome;
  };
  return { services, id, member, send, correct, shown, first, bring };
}

it("a proposal stores only the changed fields of a correction, once, or returns errors by field", async () => {
  const { correct, shown, services } = await opened();
  const refused: [Record<string, string>, string][] = [
    [{}, "firstName"],
    [{ firstName: "Zoé", note: "Rien", since: "2001-01-01", leftOn: "2020-01-01" }, "firstName"],
    [{ lastName: "" }, "lastName"],
    [{ email: "zoe@" }, "email"],
    [{ street: "x".repeat(100_000) }, "street"],
  ];
  for (const [fields, field] of refused) expect(Object.keys((await correct(fields)) ?? {}), field).toContain(field);
  expect(await correct({ birthDate: "2012-01-01" })).toEqual({
    birthDate: "Vous n’avez pas encore 16 ans. Vérifiez l’année.",
  });
  expect(await services.proposals.count()).toBe(0);
  expect(await correct({ firstName: "Zoé", phone: "079 123 45 67" })).toBeNull();
  const [once] = await shown();
  await correct({ phone: "0791234567" });
  expect(await shown()).toEqual([{ ...once, kind: "correction", fields: { phone: "0791234567" } }]);
  await correct({ email: "zoe@exemple.ch" });
  expect(await shown()).toMatchObject([{ fields: { email: "zoe@exemple.ch" } }]);
});

it("a correction is applied only if the proposal and the record are still as shown", async () => {
  const { services, id, correct, member, first, shown, bring } = await opened();
  await correct({ phone: "0791234567" });
  const old = await first();
  await correct({ phone: "0797654321" });
  expect(await bring(old, "accepted")).toBe("gone");
  expect(await bring(old, "refused")).toBe("gone");
  const stale = await first();
  await saveMember(services.register, { ...ZOE, place: "Sion" }, { id, version: (await member()).version });
  expect(await bring(stale, "accepted")).toBe("gone");
  const now = await first();
  expect(await bring(now, "accepted")).toBe("done");
  expect(await member()).toMatchObject({ phone: "0797654321", place: "Sion", note: "Tuba" });
  expect([await shown(), await bring(now, "accepted")]).toEqual([[], "done"]);
  await saveMember(services.register, { ...ZOE, firstName: "Léa" });
  await correct({ firstName: "lea" });
  expect(await bring(await first(), "accepted")).toBe("taken");
  expect(await bring(await first(), "refused")).toBe("done");
  expect((await services.journal.listAbout(id)).at(-1)).toMatchObject({ action: "refused", subject: "proposal" });
});

it("accepting a proposal records a TWINT payment once, for an open fee only, and never accepts an erasure from the list", async () => {
  const { services, id, send, first, shown, bring } = await opened();
  await send({ intention: "twint", year: "2031" });
  await send({ intention: "twint", year: "2027" });
  await send({ intention: "twint", year: "2027" });
  const sent = await first();
  expect(await shown()).toMatchObject([{ kind: "twint", year: "2027" }]);
  expect(await Promise.all([1, 2].map(() => bring(sent, "accepted")))).toContain("done");
  const fees = await services.fees.listOfMember(id);
  expect(fees.map((fee) => feeBalance(fee).state)).toEqual(["due", "paid"]);
  const payment = { kind: "payment", amount: 5000, way: "twint", date: dayInZurich(new Date()) };
  expect(fees[1]?.lines).toMatchObject([payment]);
  await send({ intention: "twint", year: "2027" });
  expect(await shown()).toEqual([]);
  await send({ intention: "erase" });
  expect(await bring(await first(), "accepted")).toBe("gone");
});

it("the site shows members their own data, without messages and without names of the committee", async () => {
  const { services, id, member, send } = await opened();
  await services.inbox.add(aMessage({ name: "Zoé Héritier", message: "D’une homonyme" }), NOW);
  await services.attendance.set("2027-01-15", id, true, ELODIE);
  await services.fees.settle([`2026-${id}`], { is: "paid", way: "cash", date: "2027-01-01" }, ELODIE);
  await send({ intention: "twint", year: "2027" });
  const own = await readOwnPage(services, await member());
  const titles = own.sections.map(({ title }) => title);
  expect(titles).toEqual(["Fiche", "Inscriptions", "Cotisations", "Assemblées", "Journal"]);
  expect(own.fees).toMatchObject([{ year: "2027", open: 5000, isProposed: true }]);
  expect(own.proposals).toEqual(["Cotisation 2027 payée par TWINT"]);
  const file = String(await exportPerson(services, id, "donnees.json", "member"));
  for (const kept of ["Tuba", "15.01.2027", "Espèces", "Le comité a ajouté", "payée par TWINT"])
    expect(file).toContain(kept);
  for (const others of ["homonyme", ELODIE.name]) expect(file + JSON.stringify(own)).not.toContain(others);
  expect((await services.journal.listAbout(id)).map(({ action }) => action)).not.toContain("exported");
});

it("the own page asks for an e-mail address while the member has none that works, and no proposal has one", async () => {
  const { services, id, member, send } = await opened();
  const asks = async () => (await readOwnPage(services, await member())).lacksEmail;
  expect(await asks()).toBe(true);
  await send({ intention: "email", email: "zoe@exemple.ch" });
  expect(await asks()).toBe(false);
  const refusedEmail = { address: "Zoe@exemple.ch", at: NOW.toISOString() };
  await services.documents.transaction(async (transaction) => {
    await transaction.get("register", id);
    transaction.update("register", id, { refusedEmail });
  });
  expect(await asks()).toBe(true);
  await send({ intention: "email", email: "autre@exemple.ch" });
  expect([await asks(), (await member()).email]).toEqual([false, "zoe@exemple.ch"]);
});
