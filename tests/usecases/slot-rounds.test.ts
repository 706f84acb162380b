import { describe, expect, it } from "vitest";
import { addDays, dayInZurich, yearsBefore } from "#domain/dates.ts";
import type { Mailer } from "#ports/mailer.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { purgeExpiredData } from "#usecases/recycle-bin.ts";
import { erasePerson } from "#usecases/register/person-data.ts";
import { remindByEmail } from "#usecases/rounds/remind-by-mail.ts";
import { changeTouch } from "#usecases/rounds/round.ts";
import {
  readReminderEvening,
  readSlotChangeRound,
  readSlotReminderRound,
  readSlotRequestRound,
} from "#usecases/rounds/slot-rounds.ts";
import { confirmReplies } from "#usecases/slots/reply-to-slots.ts";
import { desk } from "./desk.ts";
import { aFeast, aMailableEvening, EVENING, MAILER, PUBLIC_URL } from "./slot-rounds.ts";

const BY = { id: "a", name: "Anne" };
const SHOWN = { publicUrl: PUBLIC_URL, wanted: 1 };
const TODAY = dayInZurich(new Date());

const names = ({ rows }: { rows: readonly { name: string }[] }) => rows.map(({ name }) => name);

/** A touch of a row, as the page sends it. */
const touchOf = (kind: string, { rows }: Awaited<ReturnType<typeof readSlotChangeRound>>, at = 0) => {
  const row = rows[at];
  const { id: topic, about, reply } = row?.topic ?? { id: "", about: "", reply: "" };
  return { kind, member: row?.member ?? "", fees: "", topic, about, reply, way: "sms", at: new Date().toISOString() };
};

it("a request goes to present members who have not replied, last year's helpers first, and only for slots that suit", async () => {
  const services = desk();
  const last = yearsBefore(addDays(TODAY, 7), 1);
  const before = await aFeast(services, { month: last.slice(0, 7), firstDay: last }, "Avant");
  const feast = await aFeast(services);
  const ana = await feast.member({ firstName: "Ana", lastName: "Aymon" });
  const zoe = await feast.member({ firstName: "Zoé", lastName: "Zuber" });
  const tim = await feast.member({ firstName: "Tim", lastName: "Bon", birthDate: yearsBefore(TODAY, 16) });
  await feast.member({ firstName: "Léo", lastName: "Parti", leftOn: "2020-01-01" });
  const noe = await feast.member({ firstName: "Noé", lastName: "Coupy" });
  const old = { event: before.event.subject, slots: [await before.slot(20)], replier: personOf(zoe, "Zoé Zuber") };
  await services.replies.add({ ...old, agreed: () => agreedOn(last, "Entrée") }, () => [], null);
  const [bar, adults] = [await feast.slot(18), await feast.slot(21, { post: "Vestiaire", adultsOnly: true })];
  const [withdrawn = ""] = await feast.come("Noé Coupy", [bar], { member: noe });
  await services.replies.withdraw([withdrawn], "person", null);
  const round = (slot = "") => readSlotRequestRound(services, feast.event, slot, SHOWN);
  const all = await round();
  expect(names(all)).toEqual(["Zoé Zuber", "Ana Aymon", "Tim Bon"]);
  expect(all.rows[0]).toMatchObject({
    member: zoe,
    about: `A aidé le ${last.split("-").reverse().join(".")}\u00a0: Entrée`,
    values: {
      link: expect.stringMatching(/^https:\/\/exemple\.ch\/ma-fiche\/[\w-]+#coups-de-main$/),
      slots: { event: "Fête", posts: "Bar et Vestiaire" },
    },
  });
  expect(all.rows[2]).toMatchObject({
    member: tim,
    values: { link: expect.stringContaining(`#${bar}`), slots: { posts: "Bar" } },
  });
  expect(names(await round(adults))).toEqual(["Zoé Zuber", "Ana Aymon"]);
  // A place at another event at the same time.
  const other = await aFeast(services, { name: "Autre" }, "Autre");
  await other.come("Ana Aymon", [await other.slot(20)], { member: ana });
  expect(names(await round())).toEqual(["Zoé Zuber", "Tim Bon"]);
  expect(await changeTouch(services, touchOf("slot-request", await round()), true, BY)).toBe("set");
  expect(await round()).toMatchObject({ waiting: 1, rows: [{ touched: { way: "sms" } }, { touched: null }] });
});

const agreedOn = (day: string, post: string) => ({
  post,
  from: { day, time: "20:00" },
  until: { day, time: "23:00" },
});

const personOf = (member: string, name: string) => ({ member, person: member, name, phone: "", isAdult: true });

it("a message about a change says what happened; it is due until the confirmation, the withdrawal or the message, and again after a further change", async () => {
  const services = desk();
  const feast = await aFeast(services);
  const bar = await feast.slot(21);
  const member = await feast.member({ firstName: "Zoé", lastName: "Zuber" });
  const own = await feast.come("Zoé Zuber", [bar], { member });
  await feast.come("Ana Bon", [bar], { phone: "0791112233" });
  await feast.come("Léo Bon", [bar], { phone: "0273951234" });
  const round = async () => readSlotChangeRound(services, await feast.get(), SHOWN);
  expect(await round()).toMatchObject({ waiting: 0, rows: [] });

  const slot = await services.slots.get(bar);
  if (!slot) throw new Error("unreachable");
  await services.slots.update(bar, { ...slot, from: { days: 0, time: "22:00" } }, slot.version, BY);
  const changed = await round();
  expect(names(changed)).toEqual(["Ana Bon", "Léo Bon", "Zoé Zuber"]);
  const [ana, leo, zoe] = changed.rows;
  expect(ana?.values.slots?.change).toMatch(/^l’horaire du poste a changé.: Bar, .*22.h à 0.h, au lieu de 21.h à 0.h$/);
  expect(ana).toMatchObject({
    member: "",
    values: { firstName: "Ana", link: expect.stringContaining("/mes-places/") },
  });
  expect(ana?.phones).toMatchObject([{ number: "+41791112233" }]);
  expect(leo?.phones).toEqual([]);
  expect(zoe).toMatchObject({ member, values: { link: expect.stringContaining("/ma-fiche/") } });

  const touch = touchOf("slot-change", changed);
  expect(await Promise.all([1, 2].map(() => changeTouch(services, touch, true, BY)))).toEqual(["set", "set"]);
  expect(await round()).toMatchObject({ waiting: 2, rows: [{ touched: { way: "sms" } }, {}, {}] });
  await changeTouch(services, touch, false, BY);
  expect(await round()).toMatchObject({ waiting: 3 });
  await changeTouch(services, touch, true, BY);
  expect(await changeTouch(services, { ...touch, reply: "x" }, true, BY)).toBe("absent");
  expect(await changeTouch(services, { ...touch, about: "à" }, true, BY)).toBe("invalid");
  const slots = await services.slots.list(feast.event.subject);
  await confirmReplies(services, own, { event: await feast.get(), slots }, null);
  expect(await round()).toMatchObject({ waiting: 1 });

  const { version, ...fields } = await feast.get();
  await services.events.update("Fete", { ...fields, status: "annule" }, version, BY);
  const cancelled = await round();
  expect(cancelled.waiting).toBe(3);
  expect(cancelled.rows[0]?.values).toMatchObject({
    link: "",
    slots: { change: "l’événement Fête est annulé\u00a0: plus besoin de venir, merci" },
  });
});

it("a reminder by e-mail goes once to each member with an address, the others are in the round", async () => {
  const services = { ...desk(), mailer: MAILER };
  const feast = await aFeast(services);
  const [bar, night] = [await feast.slot(21), await feast.slot(25, { post: "Rangement" })];
  const zoe = await feast.member({ firstName: "Zoé", lastName: "Zuber", email: "zoe@exemple.ch" });
  await feast.come("Zoé Zuber", [bar, night], { member: zoe });
  await feast.come("Ana Bon", [night]);
  const read = async () => {
    const evening = await readReminderEvening(services, feast.event, "", PUBLIC_URL);
    if (!evening) throw new Error("unreachable");
    return { evening, round: await readSlotReminderRound(services, feast.event, evening, 1) };
  };
  const { evening, round } = await read();
  expect([evening.evening, names(round)]).toEqual([EVENING, ["Ana Bon"]]);
  expect(round.rows[0]?.values.slots?.posts).toMatch(/^Rangement, nuit de \S+ à .*, 1\sh à 4\sh$/);
  const remind = (members = [zoe]) =>
    remindByEmail(services, { event: feast.event, evening, members }, BY, "a@exemple.ch");
  expect(await remind(["x"])).toBe(0);
  expect((await Promise.all([remind(), remind()])).toSorted()).toEqual([0, 1]);
  expect(await remind()).toBe(0);
  expect(await services.mails.count()).toBe(1);
  expect(
    (await services.journal.listAbout(feast.event.subject)).map(({ action, subject }) => `${action} ${subject}`),
  ).toContain("sent slot-reminder");
  const sent: string[] = [];
  services.mailer = {
    ...MAILER,
    async sendLetter({ letter }) {
      sent.push(letter.text);
      const addresses = [{ address: "zoe@exemple.ch", state: "refused", reason: "Non." }] as const;
      return { outcome: "refused", reason: "Non.", addresses };
    },
  };
  await deliverMails(services);
  expect(sent).toEqual([
    expect.stringMatching(/tu viens aider \S+\s\d+(?:er)?\s\S+, merci.!\sBar, 21\sh à 0\sh\s; Rangement, nuit/),
  ]);
  // The refused address comes back to the round.
  expect(names((await read()).round)).toEqual(["Ana Bon", "Zoé Zuber"]);
  expect((await read()).round.rows[1]?.about).toContain("E-mail le");
});

it("a reminder is not queued for a member who withdrew meanwhile, and is deleted with the member", async () => {
  const services = desk();
  const { event, evening, members } = await aMailableEvening(services);
  const [member = ""] = members;
  const ids = evening.helpers.flatMap(({ places }) => places.map(({ id }) => id));
  const remind = () => remindByEmail(services, { event, evening, members }, BY, "");
  await services.replies.withdraw(ids, "person", null);
  expect(await remind()).toBe(0);
  await services.replies.undoWithdrawal(ids, null);
  expect([await remind(), await services.mails.count()]).toEqual([1, 1]);
  await erasePerson(services, member, null);
  expect([await services.mails.count(), await services.documents.count("touches")]).toEqual([0, 0]);
});

it("more than ten letters are reported to every account, and a call after a crash queues only the missing ones; touches about an event are deleted after half a year", async () => {
  const services = { ...desk(), mailer: MAILER };
  await services.auth.createAccount("anne@exemple.ch", "trois mots au hasard");
  const feast = await aFeast(services);
  const bar = await feast.slot(21, { needed: 40 });
  const members: string[] = [];
  for (let i = 0; i < 30; i++) {
    members.push(await saveMember(services.register, aMember({ firstName: `P${i}`, email: `p${i}@exemple.ch` })));
    await feast.come(`P${i}`, [bar], { member: members.at(-1) ?? "" });
  }
  const evening = await readReminderEvening(services, feast.event, "", PUBLIC_URL);
  if (!evening) throw new Error("unreachable");
  const broken = { ...services, touches: { ...services.touches, remind: failAfterFirst(services.touches.remind) } };
  const send = (at: typeof services) =>
    remindByEmail(at, { event: feast.event, evening, members }, BY, "anne@exemple.ch");
  await expect(send(broken)).rejects.toThrow("kill");
  expect(await send(services)).toBe(5);
  const kinds = (await services.documents.query("mails")).map(({ content }) => content.kind);
  expect(kinds.filter((kind) => kind === "slot-reminder")).toHaveLength(30);
  // One for each of the two calls.
  expect(kinds.filter((kind) => kind === "notice")).toHaveLength(2);
  const later = { ...services, clock: { now: () => new Date(Date.now() + 200 * 86_400_000) } };
  await purgeExpiredData(later);
  expect(await services.documents.count("touches")).toBe(0);
});

/** The first transaction succeeds, the next one never starts. */
function failAfterFirst<Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) {
  let calls = 0;
  return async (...args: Args): Promise<Value> => {
    if (calls++ > 0) throw new Error("kill");
    return call(...args);
  };
}

describe("a reminder that waits in the queue", () => {
  const waiting = async () => {
    const services = { ...desk(), mailer: MAILER };
    const { event, evening, members } = await aMailableEvening(services);
    expect(await remindByEmail(services, { event, evening, members }, BY, "")).toBe(1);
    const [{ id: reply = "", slot = "" } = {}] = await services.replies.list(event.subject);
    const deliver = async (at: Date) => {
      const sent: string[] = [];
      const sendLetter: Mailer["sendLetter"] = async ({ letter }) => {
        sent.push(letter.subject);
        return { outcome: "sent" };
      };
      await deliverMails({ ...services, mailer: { ...MAILER, sendLetter }, clock: { now: () => at } });
      return { sent: sent.length, waiting: await services.mails.count() };
    };
    const touches = () => services.touches.listOfTopic("slot-reminder", event.subject);
    return { services, event, reply, slot, deliver, touches };
  };

  it.each([0, 1, 2])("is sent until the last place has ended, on day %i", async (days) => {
    const { deliver, touches } = await waiting();
    const at = new Date(Date.now() + days * 86_400_000);
    expect(await deliver(at)).toEqual({ sent: 1, waiting: 0 });
    expect(await touches()).toHaveLength(1);
  });

  it("is dropped after the evening", async () => {
    const { deliver, touches } = await waiting();
    expect(await deliver(new Date(`${addDays(EVENING, 1)}T10:00:00Z`))).toEqual({ sent: 0, waiting: 0 });
    expect(await touches()).toEqual([]);
  });

  it.each<[string, (at: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>]>([
    ["the person has withdrawn", ({ services, reply }) => services.replies.withdraw([reply], "person", null)],
    [
      "the slot was deleted",
      ({ services, slot }) => services.slots.moveToBin([slot], { at: services.clock.now(), by: null }),
    ],
    [
      "the event was cancelled",
      async ({ services, event: { id } }) => {
        const { version = "", ...fields } = (await services.events.get(id)) ?? expect.fail();
        await services.events.update(id, { ...fields, status: "annule" }, version, null);
      },
    ],
  ])("is dropped if %s, and the person counts as not reminded", async (_, change) => {
    const at = await waiting();
    await change(at);
    expect(await at.deliver(new Date())).toEqual({ sent: 0, waiting: 0 });
    expect(await at.touches()).toEqual([]);
  });

  it("is erased with the event", async () => {
    const { services, event } = await waiting();
    await services.bin.erase(await moveCard(services.events, event.id, { at: services.clock.now(), by: null }));
    expect(await services.mails.count()).toBe(0);
  });
});
