import { describe, expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { acceptSignUps, planAcceptances, undoAcceptances } from "#usecases/register/accept-sign-ups.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { desk } from "./desk.ts";

const BY = { id: "b", name: "Brigitte" };
const YEAR = { year: "2026", amount: 5000, joinedBy: "2999-12-31" };

async function signedUp(count: number, fields: (i: number) => Partial<SignUp> = () => ({})) {
  const services = desk();
  await services.fees.open(YEAR, BY);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const submission = aSignUp({ firstName: `P${i}`, ...fields(i) });
    ids.push((await services.inbox.add(submission, new Date())).entry.id);
  }
  return { services, ids };
}

describe("accepting several sign-ups", () => {
  it("accepts those that need no correction, once, and names the others with the reason", async () => {
    const { services, ids } = await signedUp(45, (i) => (i === 0 ? { address: "Rue du Stade" } : {}));
    const { register, fees, inbox } = services;
    await register.save([{ id: null, data: { ...EMPTY_MEMBER, firstName: "p1", lastName: "HERITIER" } }], BY);
    await inbox.refuse(ids[2] ?? "", "", { by: BY, at: new Date() });
    const { ready, doubtful } = await planAcceptances(services, [...ids, "gone"]);
    expect(ready).toHaveLength(42);
    expect(new Map(doubtful.map(({ name, doubts }) => [name, doubts]))).toEqual(
      new Map([
        ["P0 Héritier", ["address"]],
        ["P1 Héritier", ["namesake"]],
      ]),
    );
    const [first, second] = await Promise.all([acceptSignUps(services, ids, BY), acceptSignUps(services, ids, BY)]);
    expect([first.length, second.length]).toEqual([42, 42]);
    expect([(await register.list()).length, (await fees.listYear("2026")).length]).toEqual([43, 43]);
    expect(await inbox.count("inscription")).toMatchObject({ unhandled: 2 });
  });

  it("accepts each sign-up completely or not at all if the store fails, and accepts the others when it is repeated", async () => {
    const { services, ids } = await signedUp(45);
    let calls = 0;
    const register = {
      ...services.register,
      save: (...sent: Parameters<typeof services.register.save>) => {
        if (++calls === 2) throw new Error("killed");
        return services.register.save(...sent);
      },
    };
    await expect(acceptSignUps({ ...services, register }, ids, BY)).rejects.toThrow("killed");
    expect((await services.register.list()).length).toBe((await services.fees.listYear("2026")).length);
    await acceptSignUps(services, ids, BY);
    expect([(await services.register.list()).length, (await services.fees.listYear("2026")).length]).toEqual([45, 45]);
  });

  it("is undone as a whole, except for members for whom something was paid, sent or changed meanwhile", async () => {
    const { services, ids } = await signedUp(8);
    const { register, fees, inbox, attendance, touches, bin } = services;
    const [, paid = "", billed = "", changed = "", present = "", gone = "", welcomed = ""] = ids;
    await acceptSignUps(services, ids, BY);
    const memberOf = async (id: string) => {
      const entry = await inbox.get(id);
      const decision = entry?.type === "inscription" ? entry.decision : undefined;
      return decision?.is === "accepted" ? decision.member : "";
    };
    await fees.settle([`2026-${await memberOf(paid)}`], { is: "paid", way: "cash", date: "2026-01-01" }, BY);
    await fees.recordSent(new Map([[`2026-${await memberOf(billed)}`, null]]), "sms", BY);
    const member = await register.get(await memberOf(changed));
    if (!member) throw new Error("No member");
    await register.save([{ id: member.id, version: member.version, data: { ...member, note: "Tambour" } }], BY);
    await attendance.set("2026-01-01", await memberOf(present), true, BY);
    const welcome = {
      kind: "welcome",
      member: await memberOf(welcomed),
      fees: [],
      way: "sms",
      at: new Date(),
    } as const;
    await touches.record(welcome, BY);
    const left = await register.get(await memberOf(gone));
    await register.moveToBin(left?.id ?? "", left?.version ?? "", { key: "k", at: new Date(), by: BY });

    const { undone, staying } = await undoAcceptances(services, [...ids, "none"], BY);
    expect(undone).toBe(3);
    expect(new Map(staying.map(({ name, reason }) => [name, reason]))).toEqual(
      new Map([
        ["P1 Héritier", "booked"],
        ["P2 Héritier", "billed"],
        ["P3 Héritier", "changed"],
        ["P4 Héritier", "used"],
        ["P6 Héritier", "written"],
      ]),
    );
    expect([(await register.list()).length, (await fees.listYear("2026")).length]).toEqual([5, 5]);
    expect((await bin.list()).filter(({ kind }) => kind === "register")).toHaveLength(3);
    expect(await inbox.count("inscription")).toMatchObject({ total: 8, unhandled: 3 });
    expect((await undoAcceptances(services, ids, BY)).undone).toBe(0);
    await acceptSignUps(services, ids, BY);
    expect((await register.list()).length).toBe(8);
  });

  it("is not undone for a member who replied to a slot since", async () => {
    const { services, ids } = await signedUp(1);
    await acceptSignUps(services, ids, BY);
    const [member = { id: "" }] = await services.register.list();
    await services.events.create("Bal", anEvent({ name: "Bal", month: "2099-06", firstDay: "2099-06-12" }));
    const event = await services.events.get("Bal");
    if (!event) throw new Error("unreachable");
    const hours = { from: { days: 0, time: "21:00" }, until: { days: 1, time: "00:00" } };
    const chosen = await services.slots.add(event.subject, [{ ...EMPTY_SLOT, post: "Bar", ...hours }], BY);
    const replier = {
      member: member.id,
      name: "P0",
      phone: "",
      isAdult: false,
      birthDate: "",
      door: "member",
    } as const;
    await replyToSlots(services, { event, chosen, replier });
    expect((await undoAcceptances(services, ids, BY)).staying).toMatchObject([{ reason: "used" }]);
  });

  it("is not undone for a member whom a mailing reached since, and is undone for one who was only written down for it", async () => {
    const { services, ids } = await signedUp(2);
    await acceptSignUps(services, ids, BY);
    const [one = { id: "" }, other = { id: "" }] = (await services.register.list()).toSorted((a, b) =>
      a.firstName.localeCompare(b.firstName),
    );
    const recipients = [one, other].map(({ id }) => ({ member: id, reply: "" }));
    await services.mailings.create("m", aMailing({ recipients }), [], BY);
    await services.mailings.share("m", "paper", [one.id], BY);
    const { undone, staying } = await undoAcceptances(services, ids, BY);
    expect([undone, staying]).toMatchObject([1, [{ name: "P0 Héritier", reason: "written" }]]);
  });

  it("gives the parents' authorisation back to the sign-up, and keeps a renewed record", async () => {
    const { services, ids } = await signedUp(2);
    const { register, inbox } = services;
    const [minor = "", renewed = ""] = ids;
    await register.setConsent({ signUp: minor }, "2026-02-01", BY);
    await acceptSignUps(services, [minor], BY);
    const [saved] = await register.list();
    if (!saved) throw new Error("No member");
    const change = { id: saved.id, version: saved.version, data: saved, signUp: renewed };
    await register.save([change], BY);
    expect((await undoAcceptances(services, [renewed], BY)).staying).toMatchObject([{ reason: "renewed" }]);
    await register.moveToBin(saved.id, (await register.get(saved.id))?.version ?? "", {
      key: "k",
      at: new Date(),
      by: BY,
    });
    await undoAcceptances(services, [minor], BY);
    expect(await inbox.get(minor)).toMatchObject({ consentOn: "2026-02-01", handledAt: null });
  });
});
