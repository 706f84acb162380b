import { describe, expect, it, vi } from "vitest";
import type { MemberData } from "#domain/register/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import type { MailOutcome } from "#ports/mailer.ts";
import { createLostLinkStore } from "#stores/register/lost-links.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { purgeExpiredData } from "#usecases/recycle-bin.ts";
import { recordMemberLeaving } from "#usecases/register/change-register.ts";
import { answerLinkQuestions, askForMemberLink, countLostLinks } from "#usecases/register/lost-link.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { erasePerson, readPersonData } from "#usecases/register/person-data.ts";
import { changeTouch, readMemberRound } from "#usecases/rounds/round.ts";
import { desk } from "./desk.ts";

const START = new Date("2027-03-31T09:00:00Z");
const URL = "https://exemple.ch";
const BY = { id: "a", name: "Anne" };
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** A site that mails letters, with a clock that the test advances. */
function site(reply: (recipients: readonly string[]) => MailOutcome = () => ({ outcome: "sent" })) {
  let now = START;
  const texts: string[] = [];
  const stores = desk();
  const services = {
    ...stores,
    register: createRegisterStore(stores.documents, () => now),
    lostLinks: createLostLinkStore(
      stores.documents,
      async () => "un-secret-de-test",
      () => now,
    ),
    mailer: {
      delivery: "server" as const,
      send: async () => ({ outcome: "sent" }) as const,
      sendLetter: async ({ recipients, letter }: { recipients: readonly string[]; letter: { text: string } }) => {
        texts.push(`${recipients.join()} ${letter.text}`);
        return reply(recipients);
      },
    },
    clock: { now: () => now },
  };
  let people = 0;
  return {
    services,
    texts,
    add: (fields: Partial<MemberData> = {}) =>
      saveMember(services.register, aMember({ firstName: `Zoé ${people++}`, ...fields })),
    ask: async (contact: string, by: Partial<typeof services> = {}) => {
      expect(await askForMemberLink(services, { contact })).toEqual({ ok: true, value: null });
      await answerLinkQuestions({ ...services, ...by }, URL);
    },
    deliver: () => deliverMails(services),
    rows: async () => (await readMemberRound(services, "lost-link", URL, 1)).rows,
    advance(minutes: number) {
      now = new Date(now.getTime() + minutes * MINUTE_MS);
    },
  };
}

describe("the question of a person who lost the link", () => {
  it.each([
    ["079 123 45 67", { phone: "0791234567" }],
    ["+41 (0)79/123.45.67", { phone: "0791234567" }],
    ["0033 6 12 34 56 78", { phone: "+33612345678" }],
    ["ZOE@Exemple.CH", { phone: "", email: "Zoe@exemple.ch" }],
    [" mailto:zoe@exemple.ch", { phone: "", email: "ZOE@exemple.ch" }],
    ["079 222 33 44", { birthDate: "2010-01-15", guardianPhone: "0792223344" }],
  ])("by the text %s finds a member with %o", async (typed, fields) => {
    const { services, add, ask } = site();
    const member = await add(fields);
    await ask(typed);
    expect([...(await services.lostLinks.list()).keys()]).toEqual([member]);
  });

  it.each([
    ["a stranger", "079 999 99 99", {}],
    ["a former member", "079 123 45 67", { leftOn: "2026-12-31" }],
    ["the parent of an adult", "079 222 33 44", { guardianPhone: "0792223344" }],
  ])("finds nobody for %s, and the typed text is stored nowhere", async (_, typed, fields) => {
    const { services, add, ask } = site();
    await add(fields);
    await askForMemberLink(services, { contact: typed });
    const [waiting] = await services.documents.query("link-questions");
    expect(Object.keys(waiting?.content ?? {}).toSorted()).toEqual(["at", "hash"]);
    expect(JSON.stringify(waiting)).not.toMatch(/\d{7}/.exec(typed.replaceAll(" ", ""))?.[0] ?? "never");
    await ask(typed);
    const kept = ["link-questions", "link-requests", "mails"].map((one) => services.documents.count(one));
    expect(await Promise.all(kept)).toEqual([0, 0, 0]);
  });

  it("is refused with one sentence if its text is neither a number nor an address", async () => {
    const { services } = site();
    for (const contact of ["", "  ", "Zoé", "079 12", "zoe@", "@exemple.ch", "1".repeat(5000)]) {
      const { ok } = await askForMemberLink(services, { contact });
      expect(ok, contact).toBe(false);
    }
    expect(await askForMemberLink(services, { contact: "zoe@exemple" })).toEqual({
      ok: false,
      reason: { contact: "Il faut un numéro de mobile, ou une adresse e-mail complète." },
    });
    expect(await services.documents.count("link-questions")).toBe(0);
  });
});

describe("the link", () => {
  it.each([
    ["tu", "Si ce n’est pas toi qui l’as demandé, rien à faire."],
    ["vous", "Si ce n’est pas vous qui l’avez demandé, rien à faire."],
  ] as const)(
    "is mailed at once to the only member who is found, in the form of address %s",
    async (memberAddress, sentence) => {
      const { services, texts, add, ask, deliver, rows } = site();
      const { version } = await services.settings.get();
      await services.settings.save({ ...INITIAL_SETTINGS, memberAddress }, version, { by: BY, at: START });
      const member = await add({ email: "zoe@exemple.ch" });
      await ask("0791234567");
      const [letter] = await services.documents.query("mails");
      expect(letter?.content).toMatchObject({ dueFirst: START.toISOString(), dueAt: null });
      await deliver();
      const link = URL + (await readMemberLink(services, { id: member, returnedOn: "" }));
      expect(texts).toHaveLength(1);
      for (const text of ["zoe@exemple.ch", link, sentence]) expect(texts[0]).toContain(text);
      expect([await rows(), await countLostLinks(services)]).toEqual([[], 0]);
    },
  );

  it("waits for the committee if several members have the number, or no letter can reach the member", async () => {
    const shared = site();
    await shared.add({ email: "a@exemple.ch" });
    await shared.add({ email: "b@exemple.ch" });
    await shared.ask("0791234567");
    expect([(await shared.rows()).length, await shared.services.mails.count()]).toEqual([2, 0]);
    const alone = site();
    await alone.add();
    await alone.add({ phone: "", email: "c@exemple.ch" });
    await alone.ask("0791234567");
    await alone.ask("c@exemple.ch", { mailer: desk().mailer as never });
    expect([await countLostLinks(alone.services), await alone.services.mails.count()]).toEqual([2, 0]);
    expect((await alone.rows()).map(({ phones }) => phones.length)).toEqual([1, 0]);
  });

  it("comes back to the committee if the mail server refuses the letter, and is not mailed there again", async () => {
    const { services, add, ask, deliver, rows, advance } = site((recipients) => ({
      outcome: "refused",
      reason: "Inconnu.",
      addresses: recipients.map((address) => ({ address, state: "refused", reason: "Inconnu." })),
    }));
    const id = await add({ email: "zoe@exemple.ch" });
    await ask("0791234567");
    await deliver();
    expect((await rows()).map(({ about }) => about)).toEqual([
      expect.stringMatching(/^Demandé le .*refusé\u00a0: Inconnu$/),
    ]);
    advance(20);
    await ask("0791234567");
    expect([(await rows()).length, await services.mails.count()]).toEqual([1, 0]);
    const { version } = (await services.register.get(id)) ?? {};
    advance(20);
    const corrected = aMember({ email: "zoe2@exemple.ch" });
    await services.register.save([{ id, version: version ?? "", data: corrected }], BY);
    advance(20);
    await ask("zoe2@exemple.ch");
    expect(await services.mails.count()).toBe(1);
  });

  it("counts requests within ten minutes as one, and is mailed three times a day; the next request goes to the committee", async () => {
    const { services, texts, add, ask, deliver, rows, advance } = site();
    await add({ email: "zoe@exemple.ch" });
    for (let times = 0; times < 5; times++) {
      await ask("0791234567");
      await ask("zoe@exemple.ch");
      await deliver();
      advance(11);
    }
    expect([texts.length, (await rows()).length]).toEqual([3, 1]);
    advance(DAY_MINUTES);
    await ask("0791234567");
    await deliver();
    expect([texts.length, (await rows()).length, await countLostLinks(services)]).toEqual([4, 0, 0]);
  });

  it("goes to the stored number of a minor, then to the parent’s, in the round", async () => {
    const { add, ask, rows } = site();
    await add({ birthDate: "2010-01-15", guardianName: "Anne", guardianPhone: "0792223344", phone: "0793334455" });
    await add({ birthDate: "2010-01-15", guardianName: "Anne", guardianPhone: "0792223344", phone: "" });
    await ask("0792223344");
    const numbers = (await rows()).map(({ phones }) => phones.map(({ number }) => number));
    expect(numbers).toEqual([["+41793334455", "+41792223344"], ["+41792223344"]]);
    expect((await rows()).map(({ toGuardian }) => toGuardian)).toEqual([false, true]);
  });
});

describe("many questions at once", () => {
  it("are answered with one read of the register and few writes; a letter answers both of one member", async () => {
    const { services, add } = site();
    await add({ email: "zoe@exemple.ch" });
    for (let i = 0; i < 98; i++) await askForMemberLink(services, { contact: `078 000 00 ${10 + (i % 90)}` });
    for (const contact of ["0791234567", "zoe@exemple.ch"]) await askForMemberLink(services, { contact });
    const [reads, writes] = [vi.spyOn(services.register, "list"), vi.spyOn(services.documents, "transaction")];
    await answerLinkQuestions(services, URL);
    expect([reads.mock.calls.length, writes.mock.calls.length]).toEqual([1, 2]);
    expect([await services.lostLinks.listQuestions(), await services.mails.count()]).toEqual([[], 1]);
  });

  it("cause only one read of the register per call: questions that arrive during a call wait for the next one", async () => {
    const { services, add } = site();
    await add();
    await askForMemberLink(services, { contact: "078 000 00 00" });
    const answer = services.lostLinks.answer;
    const reads = vi.spyOn(services.register, "list");
    const answering = vi.spyOn(services.lostLinks, "answer").mockImplementation(async (answers) => {
      await askForMemberLink(services, { contact: "0791234567" });
      await answer(answers);
    });
    await answerLinkQuestions(services, URL);
    expect([reads.mock.calls.length, (await services.lostLinks.listQuestions()).length]).toEqual([1, 1]);
    answering.mockRestore();
    await answerLinkQuestions(services, URL);
    expect([await services.lostLinks.listQuestions(), await countLostLinks(services)]).toEqual([[], 1]);
  });
});

describe("a member’s request for the lost link", () => {
  it("is answered when the committee sends the message, and waits again when the sending is taken back", async () => {
    const { services, add, ask, rows, advance } = site();
    const member = await add();
    await ask("0791234567");
    advance(60);
    const touch = { kind: "lost-link", member, fees: "", way: "sms", at: services.clock.now().toISOString() };
    for (let times = 0; times < 2; times++) expect(await changeTouch(services, touch, true, BY)).toBe("set");
    await ask("0791234567");
    const state = async () => [(await rows()).map(({ touched }) => touched?.way), await countLostLinks(services)];
    expect(await state()).toEqual([["sms"], 0]);
    await changeTouch(services, touch, false, BY);
    expect(await state()).toEqual([[undefined], 1]);
    await changeTouch(services, touch, true, BY);
    advance(DAY_MINUTES);
    expect(await state()).toEqual([[], 0]);
    await ask("0791234567");
    expect(await state()).toEqual([[undefined], 1]);
    const lines = (await services.journal.listAbout(member)).map(({ action, subject }) => `${action} ${subject}`);
    expect(lines.filter((line) => line.endsWith("lost-link")).toSorted()).toEqual([
      "sent lost-link",
      "sent lost-link",
      "unsent lost-link",
    ]);
  });

  it("waits again when the member asks again later on the day of the committee’s message", async () => {
    const { services, add, ask, rows, advance } = site();
    const member = await add();
    const touch = async () => {
      const at = services.clock.now().toISOString();
      return changeTouch(services, { kind: "lost-link", member, fees: "", way: "sms", at }, true, BY);
    };
    await ask("0791234567");
    await touch();
    expect(await countLostLinks(services)).toBe(0);
    advance(120);
    await ask("0791234567");
    expect([(await rows()).map(({ touched }) => touched), await countLostLinks(services)]).toEqual([[null], 1]);
    await touch();
    expect(await countLostLinks(services)).toBe(0);
  });

  it("with a date in the future, from a wrong clock, is answered by a message of today", async () => {
    const { services, add, ask, rows, advance } = site();
    const member = await add();
    advance(400 * DAY_MINUTES);
    await ask("0791234567");
    advance(-400 * DAY_MINUTES);
    expect(await countLostLinks(services)).toBe(1);
    const touch = { kind: "lost-link", member, fees: "", way: "sms", at: services.clock.now().toISOString() };
    await changeTouch(services, touch, true, BY);
    expect([(await rows()).map(({ touched }) => touched?.way), await countLostLinks(services)]).toEqual([["sms"], 0]);
  });

  it("ends after ten days", async () => {
    const { services, add, ask, advance } = site();
    await add();
    await ask("0791234567");
    advance(10 * DAY_MINUTES - 1);
    await purgeExpiredData(services);
    expect(await countLostLinks(services)).toBe(1);
    advance(2);
    await purgeExpiredData(services);
    expect(await services.documents.count("link-requests")).toBe(0);
  });

  it("is part of the member’s data, and is erased with the member and its letter", async () => {
    const { services, add, ask } = site();
    const member = await add({ email: "zoe@exemple.ch" });
    await ask("0791234567");
    for (const isOwn of [true, false])
      expect(JSON.stringify(await readPersonData(services, member, isOwn))).toContain("Lien demandé sur le site");
    await erasePerson(services, member, null);
    expect([await services.documents.count("link-requests"), await services.mails.count()]).toEqual([0, 0]);
  });

  it("ends when the member leaves", async () => {
    const { services, add, ask } = site();
    const member = await add();
    await ask("0791234567");
    const version = (await services.register.get(member))?.version ?? "";
    await recordMemberLeaving(services, { id: member, version, typed: { leftOn: "2027-03-30", leftReason: "" } }, BY);
    expect([(await services.register.get(member))?.leftOn, await countLostLinks(services)]).toEqual(["2027-03-30", 0]);
  });
});
