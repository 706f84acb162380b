/** The calendar of « À faire », and the reminders of the accounts' page. */
import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { errorsIn, hasJava, textsOf } from "#tests/html/html-checker.ts";
import { ADMIN, setUpSite } from "#tests/http/site.ts";
import { faultsIn } from "#tests/typography.ts";

const BOB = { id: "bob", name: "Bob" };
const site = setUpSite({ each: true, committee: true });

const act = (intention: string, more = {}) => site.send("/comptes", { intention, ...more }, site.cookie);
/** @returns the path of the link on the page; null if it shows none */
const linkOn = (html: string) => /<code>http:\/\/localhost:3000(\/a-faire\/[^<]+\.ics)<\/code>/.exec(html)?.[1] ?? null;
const readLink = async () => linkOn(await site.html("/comptes"));
const visit = (path: string) => site.read(path, "");
const idOf = async (email: string) =>
  (await site.services.auth.listAccounts()).find((one) => one.email === email)?.id ?? "";

let subject = "";
beforeEach(async () => {
  const { events } = site.services;
  await events.create("Bal", anEvent({ name: "Bal des foins", month: "2027-06", firstDay: "2027-06-12" }), null);
  subject = (await events.get("Bal"))?.subject ?? "";
});

async function makeLink(): Promise<string> {
  expect((await act("make-calendar")).headers.get("location")).toBe("/comptes#rappels");
  return (await readLink()) ?? expect.unreachable();
}

const add = async (event: string, text: string, due: { days: number } | { day: string } | null, who = "") =>
  (await site.services.tasks.add(event, [{ text, due, who }], BOB))[0] ?? "";

async function changeEvent(change: object) {
  const { events } = site.services;
  const event = (await events.get("Bal")) ?? expect.unreachable();
  const { id, version, updatedAt: _, updatedBy: __, picture: ___, subject: ____, sequence: _____, ...fields } = event;
  expect(await events.update(id, { ...fields, ...change }, version)).toBe("updated");
}

async function entries(path: string) {
  const { status, html } = await visit(path);
  expect(status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(html) as unknown[]);
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Jeunesse\u00a0: à faire");
  return calendar.getAllSubcomponents("vevent").map((event) => {
    const text = (name: string) => String(event.getFirstPropertyValue(name) ?? "");
    const { startDate, endDate } = new ICAL.Event(event);
    return {
      uid: text("uid"),
      sequence: Number(text("sequence")),
      summary: text("summary"),
      description: text("description"),
      days: [startDate.isDate, String(startDate), String(endDate)],
      rest: ["transp", "status", "url"].map(text),
      alarms: event.getAllSubcomponents("valarm").length,
    };
  });
}

describe("the calendar of « À faire »", () => {
  it("shows the open tasks on their days, all-day, without an alarm or a name, and leaves out what has no date or is done", async () => {
    const link = await makeLink();
    expect(await entries(link)).toEqual([]);
    const hall = await add(subject, "Réserver la salle", { days: -90 }, "Léa");
    const bank = await add(ASSOCIATION, "Signatures à la banque", { day: "2020-02-29" });
    await add(subject, "Sans date", null);
    const done = await add(subject, "Affiche", { days: -60 });
    await site.services.tasks.setDone(done, true, { by: BOB, at: new Date() });
    const host = "localhost:3000";
    const rest = ["TRANSPARENT", "CONFIRMED", `http://${host}/a-faire`];
    const sequence = expect.any(Number);
    const found = await entries(link);
    expect(found.toSorted((a, b) => (a.summary < b.summary ? -1 : 1))).toEqual([
      {
        uid: `tache-${hall}@${host}`,
        sequence,
        summary: "Réserver la salle (Bal des foins)",
        description: "",
        days: [true, "2027-03-14", "2027-03-15"],
        rest,
        alarms: 0,
      },
      {
        uid: `tache-${bank}@${host}`,
        sequence,
        summary: "Signatures à la banque (Association)",
        description: "",
        days: [true, "2020-02-29", "2020-03-01"],
        rest,
        alarms: 0,
      },
    ]);
  });

  it("keeps the identifier of a task that moves, is newer, and says « vers le » while only the month is known", async () => {
    const link = await makeLink();
    const id = await add(subject, "DJ ou groupe", { days: -60 });
    const [before] = await entries(link);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 1100));
    await wait();
    await changeEvent({ firstDay: "", month: "2027-07" });
    const [vague] = await entries(link);
    expect(vague).toMatchObject({
      uid: before?.uid,
      days: [true, "2027-05-02", "2027-05-03"],
      description: "Vers le 2\u00a0mai\u00a02027\u00a0: le jour de l’événement reste à préciser.",
    });
    expect(vague?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    await wait();
    const task = (await site.services.tasks.get(id)) ?? expect.unreachable();
    const fields = { text: "DJ", due: { day: "2027-05-05" }, who: "" };
    expect(await site.services.tasks.update(id, fields, task.version, BOB)).toBe("updated");
    const [changed] = await entries(link);
    expect(changed).toMatchObject({
      uid: before?.uid,
      summary: "DJ (Bal des foins)",
      days: [true, "2027-05-05", "2027-05-06"],
    });
    expect(changed?.sequence).toBeGreaterThan(vague?.sequence ?? Number.POSITIVE_INFINITY);
    const text = (await visit(link)).html;
    expect((await visit(link)).html).toBe(text);
    await changeEvent({ status: "annule" });
    expect(await entries(link)).toEqual([]);
  });

  it("is confidential, and gives wrong, truncated, foreign and ended links the same answer", async () => {
    const link = await makeLink();
    const { headers } = await site.request(link);
    const names = ["content-type", "cache-control", "referrer-policy", "x-robots-tag"];
    const confidential = ["private, no-store", "no-referrer", "noindex, nofollow"];
    expect(names.map((name) => headers.get(name))).toEqual(["text/calendar; charset=utf-8", ...confidential]);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await site.request(link, { method: "HEAD" })).status).toBe(200);
    const { auth, memberLinks } = site.services;
    const me = await idOf(ADMIN.email);
    const paul = (await auth.createAccount("paul@exemple.ch", "trois mots au hasard"))?.id ?? "";
    await auth.makeCalendarLink(paul, BOB);
    const { calendarToken: ofPaul = "" } = await auth.readReminders(paul);
    expect((await visit(`/a-faire/${ofPaul}.ics`)).status).toBe(200);
    const token = link.slice("/a-faire/".length, -".ics".length);
    await act("renew-calendar");
    const guesses = [
      token,
      token.slice(0, -1),
      `${token}a`,
      me,
      me + ofPaul?.slice(-22),
      "x",
      "é".repeat(500),
      await memberLinks.tokenOf({ id: me, returnedOn: "" }),
    ];
    const answers = await Promise.all(guesses.map((guess) => visit(`/a-faire/${guess}.ics`)));
    expect(new Set(answers.map(({ status, html }) => `${status} ${html}`))).toEqual(
      new Set([
        "404 Ce lien ne marche pas, ou ne marche plus. Le lien actuel est sous «\u00a0Comptes\u00a0»\u00a0: http://localhost:3000/comptes#rappels",
      ]),
    );
    expect((await site.send(`/a-faire/${ofPaul}.ics`, {})).status).toBe(405);
    expect(JSON.stringify([site.log, site.security])).not.toContain("a-faire");
  });

  it("ends with a reset and with its account, and an account without a link has none to guess", async () => {
    const { auth } = site.services;
    const paul = (await auth.createAccount("paul@exemple.ch", "trois mots au hasard"))?.id ?? "";
    const tokenOf = async () => (await auth.readReminders(paul)).calendarToken;
    expect(await tokenOf()).toBeNull();
    await auth.makeCalendarLink(paul, BOB);
    const first = await tokenOf();
    await auth.makeCalendarLink(paul, BOB);
    expect(await tokenOf()).toBe(first);
    await act("reset", { id: paul });
    expect([await tokenOf(), await auth.isCalendarToken(first ?? "")]).toEqual([null, false]);
    await auth.makeCalendarLink(paul, BOB);
    // Until a new password is chosen, nobody can sign in.
    expect(await auth.isCalendarToken((await tokenOf()) ?? "")).toBe(false);
    const zoe = (await auth.createAccount("zoe@exemple.ch", "trois mots au hasard"))?.id ?? "";
    await auth.makeCalendarLink(zoe, BOB);
    const { calendarToken } = await auth.readReminders(zoe);
    expect(await auth.isCalendarToken(calendarToken ?? "")).toBe(true);
    await act("remove", { id: zoe });
    expect(await auth.isCalendarToken(calendarToken ?? "")).toBe(false);
  });

  it("is limited like other secret links", async () => {
    const statuses = [];
    for (let i = 0; i < 125; i++)
      statuses.push((await site.request(`/a-faire/guess${i}.ics`, {}, "203.0.113.9")).status);
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([120, 429]);
  });
});

describe("« Vos rappels »", () => {
  it("makes the link once, renews it, and writes a line of the journal for each", async () => {
    expect(await readLink()).toBeNull();
    const link = await makeLink();
    const html = await site.html("/comptes");
    expect(html).toContain(`href="webcal://localhost:3000${link}"`);
    expect(html).toContain(encodeURIComponent(`webcal://localhost:3000${link}`));
    if (hasJava()) expect(await errorsIn([{ name: "with a link", html }])).toEqual([]);
    expect(textsOf(html).flatMap(faultsIn)).toEqual([]);
    await act("make-calendar");
    expect(await readLink()).toBe(link);
    await act("renew-calendar");
    expect(await readLink()).not.toBe(link);
    const { entries } = await site.services.journal.list({}, { start: 0, count: 9 });
    expect(entries.filter((entry) => entry.subject === "calendar-link")).toHaveLength(2);
    expect(await site.html("/journal")).toContain("un lien d’agenda");
    expect(site.security.filter(([event]) => event === "calendar-link-made")).toHaveLength(2);
  });

  it("without a mail server, says that there is no mail", async () => {
    expect(await site.html("/comptes")).toContain("il n’y a pas d’e-mail du lundi");
  });
});
