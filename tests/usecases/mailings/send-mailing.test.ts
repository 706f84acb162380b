import { expect, it } from "vitest";
import { wayCountsInFrench } from "#domain/mailings/delivery-words.ts";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import type { LetterMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { readAudience, readMailingState } from "#usecases/mailings/recipients.ts";
import { queueMailing, readShownMailing, resumeMailing, sendMailing } from "#usecases/mailings/send-mailing.ts";
import { changeGroupShare } from "#usecases/mailings/share-mailing.ts";
import { desk } from "../desk.ts";

const SITE = "https://site.test";
const BY = { id: "1", name: "Sophie" };
const WORDS = { subject: "Sortie", text: "Rendez-vous à **8 h**.", answersTo: "Sophie", isForGroup: true };

const ADDRESS = { street: "Rue du Lac", buildingNumber: "1", postcode: "1965", place: "Savièse" };
const PEOPLE: readonly Partial<MemberData>[] = [
  { firstName: "Ana", email: "ana@exemple.ch", inGroupChat: IN_GROUP_CHAT },
  { firstName: "Bob", inGroupChat: IN_GROUP_CHAT, phone: "0791234567" },
  { firstName: "Cléa", phone: "0791234568" },
  { firstName: "Dan", ...ADDRESS },
  { firstName: "Eva" },
];

/** A desk with five members, each of whom is reached by another way, and a mailer that answers `outcome`. */
async function deskWithMembers(outcome: () => MailOutcome = () => ({ outcome: "sent" })) {
  const sent: LetterMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    send: async () => ({ outcome: "sent" }),
    sendLetter: async (mail) => {
      sent.push(mail);
      return outcome();
    },
  };
  const at = { ...desk(), mailer };
  await at.register.save(
    PEOPLE.map((one) => ({ id: null, data: { ...EMPTY_MEMBER, ...one, lastName: "Dubuis" } })),
    BY,
  );
  const { people } = await readAudience(at, { kind: "info", filter: "present", text: "" });
  const mailing = {
    ...WORDS,
    kind: "info" as const,
    event: "",
    day: "",
    corrects: "",
    recipients: people.map(({ member, reply }) => ({ member, reply })),
  };
  const id = newMailingId();
  const send = () => sendMailing(at, { id, mailing, account: "sophie@exemple.ch", publicUrl: SITE }, BY);
  const state = async () => readMailingState(at, (await at.mailings.get(id)) ?? expect.fail());
  const counts = async () => wayCountsInFrench((await state()).counts);
  return { at, id, sent, send, state, counts };
}

it("each person gets the mailing by the first way that reaches them, and a second sending of the form changes nothing", async () => {
  const { at, sent, send, state, counts } = await deskWithMembers();
  expect([await send(), await send()]).toEqual([true, false]);
  expect(await counts()).toBe("1 par e-mail, 1 dans le groupe, 1 par SMS ou WhatsApp, 1 lettre");
  expect((await state()).people.map(({ delivery }) => delivery.is)).toEqual([
    "queued",
    "due",
    "due",
    "due",
    "unreachable",
  ]);
  await deliverMails(at);
  expect(sent).toMatchObject([
    {
      recipients: ["ana@exemple.ch"],
      letter: { subject: "Sortie" },
      optOutUrl: expect.stringContaining("/ecrire/stop/"),
    },
  ]);
  expect(sent[0]?.letter.html).toContain("<strong>8 h</strong>");
  expect((await state()).people[0]?.delivery).toMatchObject({ is: "sent", by: "email" });
});

it("a refused address moves its person to the next way", async () => {
  const { at, send, counts } = await deskWithMembers(() => ({
    outcome: "refused",
    reason: "Boîte inconnue.",
    addresses: [{ address: "ana@exemple.ch", state: "refused", reason: "Boîte inconnue." }],
  }));
  await send();
  await deliverMails(at);
  expect(await counts()).toBe("2 dans le groupe, 1 par SMS ou WhatsApp, 1 lettre");
});

it("a share reaches its people once, and is taken back", async () => {
  const { at, id, send, state } = await deskWithMembers();
  await send();
  const group = (await state()).people.filter(({ delivery }) => delivery.is === "due" && delivery.way === "group");
  const ids = group.map((one) => one.id);
  await at.mailings.share(id, "group", ids, BY);
  await at.mailings.share(id, "group", ids, BY);
  const [share, ...others] = (await at.mailings.get(id))?.shares ?? [];
  expect([share?.recipients, others]).toEqual([ids, []]);
  expect((await state()).counts.group).toEqual({ all: 1, sent: 1 });
  await at.mailings.unshare(id, "group", share?.at.toISOString() ?? "", BY);
  expect((await state()).counts.group).toEqual({ all: 1, sent: 0 });
});

it("who is in the group has got the mailing there if the e-mail is refused after the share, which is not to be repeated", async () => {
  const { at, id, send, state, counts } = await deskWithMembers(() => ({
    outcome: "refused",
    reason: "Boîte inconnue.",
    addresses: [{ address: "ana@exemple.ch", state: "refused", reason: "Boîte inconnue." }],
  }));
  await send();
  await changeGroupShare(at, id, at.clock.now().toISOString(), true, BY);
  expect(await counts()).toBe("1 par e-mail, 1 dans le groupe, 1 par SMS ou WhatsApp, 1 lettre");
  await deliverMails(at);
  expect((await state()).counts).toMatchObject({ email: { all: 0 }, group: { all: 2, sent: 2 } });
});

it("the e-mails that a stop held back leave after it, also to people in the group that has got the mailing", async () => {
  const { at, id, sent, send, state } = await deskWithMembers();
  await send();
  await at.mailings.stop(id, BY);
  await changeGroupShare(at, id, at.clock.now().toISOString(), true, BY);
  expect((await state()).people[0]?.delivery).toEqual({ is: "due", way: "email" });
  await resumeMailing(at, id, SITE, BY);
  await deliverMails(at);
  expect(sent).toHaveLength(1);
  expect((await state()).counts).toMatchObject({ email: { all: 1, sent: 1 }, group: { all: 1, sent: 1 } });
});

it("readers see the no-break spaces that the author cannot type", async () => {
  const { at } = await deskWithMembers();
  const typed = {
    kind: "info",
    event: "",
    day: "",
    subject: "Samedi : corvée !",
    text: "Viens ?",
    answersTo: "« Zoé »",
  } as const;
  expect(await readShownMailing(at, typed, SITE)).toMatchObject({
    subject: "Samedi\u00a0: corvée\u00a0!",
    blocks: [{ items: [["Viens\u00a0?"]] }],
    answersTo: "«\u00a0Zoé\u00a0»",
  });
});

it("a stop deletes what waits, a resumption sends it once, and a crash loses nothing", async () => {
  const { at, id, sent, send, state } = await deskWithMembers();
  await send();
  await at.mailings.stop(id, BY);
  await deliverMails(at);
  await queueMailing(at, id, SITE);
  expect([sent.length, (await state()).people[0]?.delivery]).toEqual([0, { is: "due", way: "email" }]);
  await resumeMailing(at, id, SITE, BY);
  await resumeMailing(at, id, SITE, BY);
  await at.mailings.requeue(id);
  expect(await at.mailings.listUnqueued()).toEqual([id]);
  await queueMailing(at, id, SITE);
  await deliverMails(at);
  expect([sent.length, await at.mailings.listUnqueued()]).toEqual([1, []]);
});

it("a letter that is queued again has the same id, so that a mailbox recognises it", async () => {
  const { at, id, sent, send } = await deskWithMembers(() => ({ outcome: "retry", reason: "Occupé." }));
  await send();
  await deliverMails(at);
  await at.mailings.stop(id, BY);
  await resumeMailing(at, id, SITE, BY);
  await deliverMails(at);
  expect([sent.length, new Set(sent.map((letter) => letter.id)).size]).toEqual([2, 1]);
});
