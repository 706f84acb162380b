import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import type { Reply } from "#domain/slots/reply.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { CHOSEN_SLOTS_FIELD } from "#domain/slots/slot-form.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { errorsIn, hasJava, textsOf } from "#tests/html/html-checker.ts";
import { setUpSite } from "#tests/http/site.ts";
import { faultsIn } from "#tests/typography.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const BOB = { id: "bob", name: "Bob" };
const NOW = new Date("2027-06-01T10:00:00Z");
const site = setUpSite({ each: true, demo: true, now: NOW });

const at = (days: number, from: string, until: string, lastDays = days) => ({
  from: { days, time: from },
  until: { days: lastDays, time: until },
});
const SLOTS: readonly Partial<SlotFields>[] = [
  { post: "Bar", needed: 3, note: "Entrée par la halle.", ...at(1, "00:00", "03:00") },
  { post: "Vestiaire", needed: 2, ...at(0, "22:00", "00:00", 1) },
  { post: "Sécurité", needed: 1, adultsOnly: true, ...at(0, "19:00", "22:00") },
  { post: "Caisse", needed: 1, membersOnly: true, ...at(0, "19:00", "22:00") },
];

let [bar, cloakroom, security, till] = ["", "", "", ""];
let subject = "";
beforeEach(async () => {
  const { events, slots } = site.services;
  await events.create("Bal", anEvent({ name: "Bal des foins", month: "2027-06", firstDay: "2027-06-12" }), null);
  subject = (await events.get("Bal"))?.subject ?? "";
  [bar = "", cloakroom = "", security = "", till = ""] = await slots.add(
    subject,
    SLOTS.map((slot) => ({ ...EMPTY_SLOT, ...slot })),
    BOB,
  );
});

async function sign(name: string, chosen: readonly string[], more = {}) {
  const event = await site.services.events.get("Bal");
  if (!event) throw new Error("unreachable");
  const replier = { member: "", name, phone: "0791234567", isAdult: false, birthDate: "", door: "public" } as const;
  const outcome = await replyToSlots(site.services, { event, chosen, replier: { ...replier, ...more } });
  if (outcome.is === "refused") throw new Error(outcome.refused[0]?.is);
  return outcome.replies[0] as Reply;
}

const linkOf = async (reply: Reply, scope: "submission" | "person" = "submission") =>
  `/mes-places/${await site.services.placeLinks.tokenOf(scope, reply)}`;

const visit = (path: string) => site.read(path, "");
const send = (path: string, intention: string, { id }: Pick<Reply, "id">) => site.send(path, { intention, reply: id });
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

async function changeEvent(change: object) {
  const { events } = site.services;
  const event = await events.get("Bal");
  if (!event) throw new Error("unreachable");
  const { id, version, updatedAt: _, updatedBy: __, picture: ___, subject: ____, sequence: _____, ...fields } = event;
  expect(await events.update(id, { ...fields, ...change }, version)).toBe("updated");
}

const NAMES = ["cache-control", "referrer-policy", "x-robots-tag"];
const CONFIDENTIAL = ["private, no-store", "no-referrer", "noindex, nofollow"];
const SENTENCE = "Ce lien ne marche pas, ou ne marche plus.";

describe("the page of one's places", () => {
  it("shows the places of one submission, with the first names of the others in the same slot, and no more of them", async () => {
    const zoe = await sign("Zoé Héritier", [bar]);
    await sign("Léa Dubuis", [bar], { phone: "0792223344" });
    await sign("Marc Luyet", [cloakroom], { phone: "0793334455" });
    await sign("Zoé Héritier", [cloakroom]);
    const link = await linkOf(zoe);
    const { headers, status } = await site.request(link);
    expect([status, ...NAMES.map((name) => headers.get(name))]).toEqual([200, ...CONFIDENTIAL]);
    expect(headers.getSetCookie()).toEqual([]);
    const { html } = await visit(link);
    expect(html).not.toContain("__reactRouterContext");
    const main = mainOf(html);
    for (const text of [
      "Zoé Héritier",
      "nuit de samedi à dimanche\u00a013\u00a0juin, 0\u00a0h à 3\u00a0h",
      "Entrée par la halle.",
      "Avec vous\u00a0: Léa<",
      "Je ne viens plus",
      "/planning/Bal",
    ])
      expect(main).toContain(text);
    for (const text of ["Dubuis", "Marc", "079", "Vestiaire"]) expect(main).not.toContain(text);
    const all = mainOf((await visit(await linkOf(zoe, "person"))).html);
    for (const text of ["Vestiaire", "Marc"]) expect(all).toContain(text);
    expect(all.indexOf("Vestiaire")).toBeLessThan(all.indexOf("Bar"));
  });

  it("gives wrong, truncated and foreign tokens the same answer, for page, file and form", async () => {
    const zoe = await sign("Zoé Héritier", [bar]);
    const lea = await sign("Léa Dubuis", [bar], { phone: "0792223344" });
    const link = await linkOf(zoe);
    const mac = (await linkOf(lea)).slice(-22);
    const guesses = [
      link.slice(0, -1),
      `${link}a`,
      `/mes-places/${zoe.id}`,
      `/mes-places/${zoe.id}${mac}`,
      "/mes-places/x",
      `/mes-places/${"é".repeat(500)}`,
      `/mes-places/${await site.services.memberLinks.tokenOf({ id: zoe.id, returnedOn: "" })}`,
    ];
    const answers = await Promise.all(guesses.map(visit));
    const texts = answers.map(({ status, html }) => `${status} ${mainOf(html)}`);
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(new RegExp(`^404 .*${SENTENCE}.*href="/contact"`, "s"));
    for (const guess of guesses) {
      expect((await visit(`${guess}/coups-de-main.ics`)).html).toContain(SENTENCE);
      expect((await send(guess, "withdraw", zoe)).status).toBe(404);
    }
    expect((await visit(`${link}/autre.ics`)).status).toBe(404);
    expect((await site.services.replies.get(zoe.id))?.withdrawnAt).toBeNull();
    expect(JSON.stringify(site.log)).not.toContain("mes-places");
  });

  it("withdraws once, hides the others’ names, and lets the person come again while there is room", async () => {
    const zoe = await sign("Zoé Héritier", [security], { isAdult: true });
    const link = await linkOf(zoe);
    for (let i = 0; i < 2; i++) {
      const sent = await send(link, "withdraw", zoe);
      expect([sent.status, sent.headers.get("location")]).toEqual([302, `${link}#${security}`]);
    }
    const first = await site.services.replies.get(zoe.id);
    expect(first?.withdrawnBy).toBe("person");
    expect((await visit(link)).html).toContain("Je viens quand même");
    const lea = await sign("Léa Dubuis", [security], { isAdult: true });
    const { html } = await visit(link);
    expect(html).toContain("C’est noté\u00a0: vous ne venez plus.");
    for (const text of ["Léa", "Je viens quand même"]) expect(html).not.toContain(text);
    const refused = await send(link, "return", zoe);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("C’est complet")]);
    await site.services.replies.withdraw([lea.id], "person", null);
    for (let i = 0; i < 2; i++) expect((await send(link, "return", zoe)).status).toBe(302);
    const replies = (await site.services.replies.list(subject)).filter(({ name }) => name === "Zoé Héritier");
    expect(replies.map(({ withdrawnBy }) => withdrawnBy).toSorted()).toEqual([null, "person"]);
    expect((await visit(link)).html).toContain("Je ne viens plus");
  });

  it("withdraws until a day before the slot; afterwards it says whom to call", async () => {
    const zoe = await sign("Zoé Héritier", [cloakroom]);
    const link = await linkOf(zoe);
    site.services.clock.now = () => new Date("2027-06-11T20:00:01Z");
    const { html } = await visit(link);
    expect(html).not.toContain("Je ne viens plus");
    expect(html).toContain('href="/contact"');
    await changeEvent({ contact: "Léa Dubuis, 079 222 33 44" });
    expect((await visit(link)).html).toMatch(/Appelez .*tel:\+41792223344/s);
    const late = await send(link, "withdraw", zoe);
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("Le créneau est trop proche")]);
    site.services.clock.now = () => new Date("2027-06-11T20:00:00Z");
    expect((await send(link, "withdraw", zoe)).status).toBe(302);
    expect((await site.services.replies.get(zoe.id))?.withdrawnAt).not.toBeNull();
  });

  it("asks to confirm the hours of a moved event, once", async () => {
    const zoe = await sign("Zoé Héritier", [bar]);
    const link = await linkOf(zoe);
    await changeEvent({ firstDay: "2027-06-19" });
    expect((await visit(link)).html).toContain(
      "L’horaire a changé\u00a0: nuit de samedi à dimanche\u00a020\u00a0juin, 0\u00a0h à 3\u00a0h au lieu de nuit de samedi à dimanche\u00a013\u00a0juin, 0\u00a0h à 3\u00a0h.",
    );
    expect((await send(link, "confirm", zoe)).status).toBe(302);
    const { confirmedAt } = (await site.services.replies.get(zoe.id)) ?? {};
    expect((await send(link, "confirm", zoe)).status).toBe(302);
    expect(await site.services.replies.get(zoe.id)).toMatchObject({
      confirmedAt,
      agreed: { from: { day: "2027-06-20" } },
    });
    expect((await visit(link)).html).not.toContain("À confirmer");
  });

  it.each([
    [{ status: "annule" }, "L’événement est annulé."],
    [{ status: "reporte", previousDates: "2027-06-12" }, "L’événement n’a pas encore de nouvelle date."],
  ])("says what became of an event that is %o", async (change, sentence) => {
    const link = await linkOf(await sign("Zoé Héritier", [bar]));
    await changeEvent(change);
    expect((await visit(link)).html).toContain(sentence);
  });

  it("shows what was agreed of a deleted slot, and thanks after the slot", async () => {
    const zoe = await sign("Zoé Héritier", [bar, cloakroom]);
    const link = await linkOf(zoe);
    await site.services.slots.moveToBin([bar], { at: NOW, by: BOB });
    site.services.clock.now = () => new Date("2027-06-12T22:00:00Z");
    const { html } = await visit(link);
    for (const text of ["Ce poste n’existe plus.", "0\u00a0h à 3\u00a0h", "C’est passé. Merci\u00a0!"])
      expect(html).toContain(text);
    expect((await send(link, "return", zoe)).status).toBe(302);
  });
});

describe("the calendar of one's places", () => {
  const entries = async (path: string) => {
    const ics = (await visit(path)).html;
    const [calendar] = [new ICAL.Component(ICAL.parse(ics) as unknown[])];
    return calendar.getAllSubcomponents("vevent").map((event) => ({
      uid: String(event.getFirstPropertyValue("uid")),
      sequence: Number(event.getFirstPropertyValue("sequence")),
      status: String(event.getFirstPropertyValue("status")),
      start: String(event.getFirstPropertyValue("dtstart")),
      words: `${event.getFirstPropertyValue("summary")} ${event.getFirstPropertyValue("description")}`,
      alarms: event.getAllSubcomponents("valarm").length,
    }));
  };

  it("has the night's true dates, an alarm and no names; a move keeps the identifier and is newer", async () => {
    const zoe = await sign("Zoé Héritier", [bar]);
    await sign("Léa Dubuis", [bar], { phone: "0792223344" });
    const file = `${await linkOf(zoe)}/coups-de-main.ics`;
    const { headers } = await site.request(file);
    expect(NAMES.map((name) => headers.get(name))).toEqual(CONFIDENTIAL);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const [before] = await entries(file);
    expect(before).toMatchObject({ status: "CONFIRMED", start: "2027-06-13T00:00:00", alarms: 1 });
    expect(before?.words).toContain("Bar, Bal des foins Poste\u00a0: Bar");
    expect(before?.words).not.toMatch(/Zoé|Léa/);
    await changeEvent({ firstDay: "2027-06-19" });
    const [moved] = await entries(file);
    expect(moved).toMatchObject({ uid: before?.uid, status: "TENTATIVE", start: "2027-06-20T00:00:00" });
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    await send(await linkOf(zoe), "withdraw", zoe);
    expect((await entries(file))[0]).toMatchObject({ uid: before?.uid, status: "CANCELLED", alarms: 0 });
  });
});

describe("the personal page", () => {
  const add = (firstName: string, birthDate = "") =>
    saveMember(site.services.register, {
      ...EMPTY_MEMBER,
      firstName,
      lastName: "Héritier",
      phone: "0791234567",
      birthDate,
      since: "2020-01-01",
    });

  it("offers the slots that lack people; one tap takes one, twice is once, and one tap gives it back", async () => {
    const id = await add("Zoé", "2000-01-01");
    const link = await readMemberLink(site.services, { id, returnedOn: "" });
    await sign("Léa Dubuis", [bar], { phone: "0792223344" });
    const { html } = await visit(link);
    for (const text of [
      'id="coups-de-main"',
      `id="${till}"`,
      "samedi\u00a012\u00a0juin",
      "on cherche encore 2 personnes",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("Léa");
    for (let i = 0; i < 2; i++) {
      const sent = await site.send(link, { intention: "come", slot: bar });
      expect([sent.status, sent.headers.get("location")]).toEqual([302, `${link}#${bar}`]);
    }
    const own = await site.services.replies.listOfMember(id);
    expect(own).toMatchObject([{ slot: bar, name: "Zoé Héritier", phone: "0791234567" }]);
    expect((await visit(link)).html).toContain("Avec toi\u00a0: Léa");
    expect((await visit(`${link}/coups-de-main.ics`)).html).toContain("SUMMARY:Bar\\, Bal des foins");
    expect((await send(link, "withdraw", own[0] as Reply)).headers.get("location")).toBe(`${link}#${bar}`);
    expect((await site.services.replies.listOfMember(id))[0]?.withdrawnAt).not.toBeNull();
    const after = (await visit(link)).html;
    expect(after.split(`id="${bar}"`)).toHaveLength(2);
    expect(after).toContain("Je viens quand même");
  });

  it("lets an adult come again to a slot for adults, but nobody whom the committee removed, through any door", async () => {
    const id = await add("Zoé", "2000-01-01");
    const link = await readMemberLink(site.services, { id, returnedOn: "" });
    let minute = 0;
    site.services.clock.now = () => new Date(NOW.getTime() + minute++ * 60_000);
    const lastReply = async () => (await site.services.replies.listOfMember(id)).at(-1) as Reply;
    const comeThere = () => site.send(link, { intention: "come", slot: security });
    await comeThere();
    await send(link, "withdraw", await lastReply());
    expect((await send(link, "return", await lastReply())).status).toBe(302);
    const byLink = await linkOf(await lastReply(), "person");
    await send(byLink, "withdraw", await lastReply());
    expect((await send(byLink, "return", await lastReply())).status).toBe(302);
    const again = await lastReply();
    expect(again.withdrawnAt).toBeNull();
    await site.services.replies.withdraw([again.id], "committee", BOB);
    const form = { nom: "Héritier Zoé", telephone: "079 123 45 67", majeur: "on", [CHOSEN_SLOTS_FIELD]: [security] };
    for (const answer of [
      await comeThere(),
      await send(link, "return", again),
      await send(await linkOf(again), "return", again),
      await site.send("/planning/Bal/coups-de-main", form),
    ])
      expect(await answer.text()).toContain("Le comité a retiré cette place\u00a0: appelez-le.");
  });

  it("takes the age from the register, also for a minor who ticked the box on the event's page", async () => {
    const id = await add("Zoé", "2015-01-01");
    const link = await readMemberLink(site.services, { id, returnedOn: "" });
    const form = { nom: "Zoé Héritier", telephone: "079 123 45 67", majeur: "on", [CHOSEN_SLOTS_FIELD]: [security] };
    expect((await site.send("/planning/Bal/coups-de-main", form)).status).toBe(302);
    const reply = (await site.services.replies.listOfMember(id))[0] as Reply;
    await send(link, "withdraw", reply);
    const refused = await send(link, "return", reply);
    expect(await refused.text()).toContain("réservé aux adultes\u00a0: 18\u00a0ans ce jour-là.");
    // The link of the thank-you tells nothing about the register.
    expect((await send(await linkOf(reply), "return", reply)).status).toBe(302);
  });

  it("sends a person who gave no age to the page of the event to reply again, if the slot is now for adults", async () => {
    const zoe = await sign("Zoé Héritier", [bar]);
    await site.services.replies.withdraw([zoe.id], "person", null);
    const slot = (await site.services.slots.get(bar)) ?? expect.unreachable();
    await site.services.slots.update(bar, { ...EMPTY_SLOT, ...SLOTS[0], adultsOnly: true }, slot.version, BOB);
    const refused = await send(await linkOf(zoe), "return", zoe);
    expect(await refused.text()).toContain("annoncez-vous sur la page de l’événement");
  });

  it("shows a reply that was sent from the event's page; the response there does not tell who is a member", async () => {
    const link = await readMemberLink(site.services, { id: await add("Zoé", "2000-01-01"), returnedOn: "" });
    const form = (nom: string, telephone: string) =>
      site.send("/planning/Bal/coups-de-main", { nom, telephone, [CHOSEN_SLOTS_FIELD]: [bar] });
    const [member, stranger] = [await form("héritier zoé", "079 123 45 67"), await form("Léa", "079 222 33 44")];
    for (const { status, headers } of [member, stranger])
      expect([status, headers.get("location")]).toEqual([302, expect.stringMatching(/^\/mes-places\/[\w-]+#merci$/)]);
    const pageOf = async ({ headers }: Response) => mainOf((await visit(headers.get("location") ?? "")).html);
    for (const answer of [member, stranger]) expect(await pageOf(answer)).toContain("<b>Merci\u00a0!</b>");
    expect(mainOf((await visit(link)).html)).toMatch(/Coups de main<\/h2>.*Avec toi\u00a0: Léa/s);
  });

  it("says beside the slot why a member does not come", async () => {
    const link = await readMemberLink(site.services, { id: await add("Zoé", "2000-01-01"), returnedOn: "" });
    await sign("Léa Dubuis", [security], { isAdult: true });
    const full = await site.send(link, { intention: "come", slot: security });
    const text = await full.text();
    expect([full.status, text]).toEqual([
      409,
      expect.stringContaining("Il reste une place aux mêmes heures\u00a0: Caisse."),
    ]);
    await site.send(link, { intention: "come", slot: till });
    const minor = await readMemberLink(site.services, { id: await add("Tom", "2010-01-01"), returnedOn: "" });
    expect((await visit(minor)).html).not.toContain("Sécurité");
    const young = await site.send(minor, { intention: "come", slot: security });
    expect([young.status, await young.text()]).toEqual([409, expect.stringContaining("C’est complet")]);
    for (const slot of ["x", "", "é/../", bar.repeat(90)])
      expect(await (await site.send(link, { intention: "come", slot })).text()).toContain("Ce poste n’existe plus.");
    const unknown = await readMemberLink(site.services, { id: await add("Anne"), returnedOn: "" });
    expect((await visit(unknown)).html).not.toContain('name="isAdult"');
  });

  it("is valid HTML with French typography, as the page behind a link, in every state", async () => {
    const id = await add("Anne");
    const own = await readMemberLink(site.services, { id, returnedOn: "" });
    const states: { name: string; html: string }[] = [];
    const keep = async (name: string) => states.push({ name, html: (await visit(name)).html });
    await keep(own);
    expect(states[0]?.html).toContain('name="isAdult"');
    const refused = await site.send(own, { intention: "come", slot: "x", isAdult: "on" });
    expect(await refused.text()).toMatch(/<input type="checkbox" name="isAdult" checked/);
    await site.send(own, { intention: "come", slot: security, isAdult: "on" });
    await site.send(own, { intention: "come", slot: cloakroom });
    const zoe = await sign("Zoé Héritier", [bar, cloakroom]);
    const link = await linkOf(zoe);
    await send(link, "withdraw", zoe);
    await changeEvent({ firstDay: "2027-06-19" });
    await keep(own);
    await keep(link);
    states.push({ name: "refused", html: await (await send(link, "confirm", { id: "x" })).text() });
    states.push({ name: "refused slot", html: await (await site.send(own, { intention: "come", slot: "x" })).text() });
    if (hasJava()) expect(await errorsIn(states)).toEqual([]);
    for (const { name, html } of states) expect([name, textsOf(html).flatMap(faultsIn)]).toEqual([name, []]);
  });

  it("shows nobody else's replies, and changes none", async () => {
    const lea = await sign("Léa Dubuis", [bar], { phone: "0792223344" });
    const link = await readMemberLink(site.services, { id: await add("Zoé", "2000-01-01"), returnedOn: "" });
    expect((await send(link, "withdraw", lea)).status).toBe(409);
    expect((await site.services.replies.get(lea.id))?.withdrawnAt).toBeNull();
  });
});
