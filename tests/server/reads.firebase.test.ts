/** An idle instance on Firestore, and the number of documents that pages read: Google charges more than 50,000 a day. */
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { STARTING_LISTS } from "#domain/dossier/starting-lists.ts";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { groupPageUrl, optOutUrl } from "#domain/mailings/reader-urls.ts";
import type { EncodedPicture } from "#domain/pictures/picture.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { readConfig } from "#server/config.ts";
import { startJobs } from "#server/jobs/jobs.ts";
import { openServices } from "#server/services.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { openSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { mailSent } from "#tests/mail-results.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { type Env, message, testProject, withServices } from "#tests/transfer/providers.ts";
import { failOnReport } from "#tests/usecases/desk.ts";
import { aFeast, MAILER } from "#tests/usecases/slot-rounds.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";
import { sendMailing } from "#usecases/mailings/send-mailing.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { answerLinkQuestions } from "#usecases/register/lost-link.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import { queueToDoLetters } from "#usecases/to-do/to-do-letters.ts";
import { countReads } from "./count-reads.ts";
import { jobTime } from "./day.ts";
import { dataFolder } from "./process.ts";

const BY = { id: "account-of-anne", name: "Anne" };
const DAY_MS = 24 * 60 * 60 * 1000;

type Page = { reads: number; isPrivate?: true };

/**
 * Maximum number of documents that each page reads, for a site with 12 members of the committee and 12 of the register,
 * 31 announced events and 20 messages. A cached page is rendered once a minute at most, a page of the committee on each
 * request, with its session. An idle instance leaves 47,000 of the 50,000 reads: a hundred uncached visits of the three
 * most expensive pages are 15,000.
 */
const PAGES: Readonly<Record<string, Page>> = {
  "/": { reads: 45 },
  "/comite": { reads: 20 },
  "/planning": { reads: 45 },
  // Each page also reads the text of the footer and the big events; some pages read their own text or the announcement.
  "/planning/Fete1": { reads: 7 },
  // Its slots, and for each of them the number of people who come.
  "/planning/Fete2": { reads: 7 + 2 * 12 },
  "/planning/Fete2/coups-de-main": { reads: 7 + 2 * 12 },
  "/inscription": { reads: 8 },
  "/contact": { reads: 5 },
  "/ma-fiche": { reads: 5 },
  // The tasks and their events, and what the site finds. For five minutes, the number in the bar of all pages below is that
  // of this page.
  "/a-faire": { reads: 92, isPrivate: true },
  // Visited once a year. The accounts, cards, lines and tasks, and each event once, because tasks name their event.
  "/passer-la-main": { reads: 55, isPrivate: true },
  "/reglages": { reads: 20, isPrivate: true },
  "/inscriptions": { reads: 27, isPrivate: true },
  "/messages": { reads: 47, isPrivate: true },
  "/corbeille": { reads: 18, isPrivate: true },
  // Fifty lines, and all cards, because the lines show their present names.
  "/journal": { reads: 132, isPrivate: true },
  // Lists that are read whole: each member, fee and payment once, and the fees of the shown members.
  "/registre": { reads: 52, isPrivate: true },
  // The bar of each page of the committee reads the requests for a link, and their messages, and the replies to slots that
  // were withdrawn in the last days: a query without a result counts as one.
  "/registre/liens": { reads: 41, isPrivate: true },
  "/cotisations/2031": { reads: 32, isPrivate: true },
  // All events, tasks, notes, results and kept dossiers.
  "/dossiers": { reads: 70, isPrivate: true },
  // The events, to find last year's result.
  "/evenement/modify/Fete0/dossier/resultat": { reads: 54, isPrivate: true },
  // As /planning, with the dossier of one event.
  "/planning?confirmer=supprimer-Fete0": { reads: 74, isPrivate: true },
  // The event, its slots and replies, and the members among them.
  "/evenement/modify/Fete0/coups-de-main/qui-vient": { reads: 23, isPrivate: true },
  // Empty: the event, the notes, accounts and committee for « Qui », and the events for last year’s dossier and result.
  "/evenement/modify/Fete0/dossier": { reads: 86, isPrivate: true },
};
/** A sign-up with its mail. Each further instance reads some more, because it also looks for mail. */
const SIGN_UP = 25;
/** A member who asks for the link, and the answer: each member of the register once, for all who asked meanwhile. */
const LOST_LINK = { form: 8, answer: 25 };
/** A member's page with the slots of an event, and its form of the e-mail address. */
const OWN_PAGE = 60;
const OWN_EMAIL = 10;
const IDLE_DAY = 3000;
/**
 * « À faire » with 20 open tasks of 2 events, on a site with 2 accounts. A load of the calendar reads the account, each
 * open task and each event. On Monday the site reads what it tells twice, and each letter when it queues and sends it.
 */
const TO_DO = { calendar: 24, letters: 140 };
/**
 * Rounds about an event with 2 slots and 6 replies, on a site with 12 members. A request reads each member and each reply
 * once, the others the members who come. Letters read what they write.
 */
const SLOT_ROUNDS = { demander: 42, "a-confirmer": 29, rappel: 32, letters: 32 };

/**
 * Pages of mailings, on a site with 12 members, two mailings to them and two to the six helpers of an event. The committee's
 * read each recipient with what was sent. `progress` is read again while e-mails leave.
 */
const MAILINGS = {
  write: 34,
  progress: 34,
  sent: 47,
  list: 23,
  assemblies: 19,
  assembly: 55,
  group: 8,
  stop: 7,
  own: 46,
  places: 23,
};

const MAILING: NewMailing = {
  kind: "info",
  subject: "Sortie",
  text: "Rendez-vous à 8 h.",
  answersTo: "",
  isForGroup: true,
  event: "",
  day: "",
  recipients: [],
  corrects: "",
};

const INSCRIPTION = {
  nom: "Luyet",
  prenom: "Zoé",
  adresse: "Chemin 4, 1965 Savièse",
  tel: "0791234567",
  dateAnniv: "1999-08-05",
  charte: "on",
  hp: "",
};

const DATE = { month: "2099-08", firstDay: "2099-08-01" };
/** Three posts and four hours. */
const NIGHT: SlotFields[] = ["Bar", "Entrée", "Vestiaire"].flatMap((post) =>
  [18, 19, 20, 21].map((hour) => ({
    ...EMPTY_SLOT,
    post,
    from: { days: 0, time: `${hour}:00` },
    until: { days: 0, time: `${hour + 1}:00` },
  })),
);

let filled: Promise<Env> | undefined;

/** @returns the settings of the filled project, which both counts use */
async function fill(): Promise<Env> {
  const { env } = testProject();
  await withServices(env, async (services) => {
    const { committee, events, fees, inbox, mails, pictures, register, slots, clock } = services;
    const now = clock.now();
    for (let n = 0; n < 12; n++)
      await committee.create(`M${n}`, { firstName: "Ana", lastName: `N${n}`, role: "Membre", displayedRole: "" });
    const posters: Record<number, EncodedPicture> = { 1: await prepared({ pictures }, "evenements") };
    for (let n = 0; n < 33; n++)
      await events.create(
        `Fete${n}`,
        anEvent({
          name: `Fête ${n}`,
          ...(n === 0 && { month: "2099-06", firstDay: "2099-06-12" }),
          ...(n === 2 && DATE),
        }),
        null,
        posters[n] ?? null,
      );
    const { subject = "" } = (await events.get("Fete2")) ?? {};
    await slots.add(subject, NIGHT, BY);
    await events.create("Later", anEvent({ publication: new Date(now.getTime() + 3 * DAY_MS).toISOString() }));
    for (const id of ["Fete31", "Fete32"]) await deleteCard(services, { collection: "evenements", id }, BY);
    const members = Array.from({ length: 12 }, (_, n) => aMember({ lastName: `N${n}` }));
    const ids = await saveMembers(register, ...members);
    const event = (await events.get("Fete0")) ?? expect.fail();
    await services.tasks.add(event.subject, STARTING_LISTS.outing.tasks, BY);
    const slot = { ...EMPTY_SLOT, post: "Bar", needed: 9, until: { days: 1, time: "03:00" } };
    const chosen = await services.slots.add(event.subject, [{ ...slot, from: { days: 0, time: "22:00" } }], BY);
    for (const member of ids.slice(0, 3)) {
      const replier = { member, name: "Ana", phone: "", isAdult: true, birthDate: "", door: "member" } as const;
      expect(await replyToSlots(services, { event, chosen, replier })).toMatchObject({ is: "added" });
    }
    const tasks = Array.from({ length: 12 }, (_, n) => ({ text: `Tâche ${n}`, due: null, who: "" }));
    await services.tasks.add(event.subject, tasks, BY);
    const lines = [{ label: "Bar", amount: 10_498_00, day: "" as const }];
    await services.dossiers.saveResult(event.subject, { lines, closedOn: "" }, "0", BY);
    await services.dossiers.keep("subject-of-a-deleted-event", { ...event, name: "Loto" });
    await fees.open({ year: "2031", amount: 5000, joinedBy: "2031-10-01" }, BY);
    for (let n = 0; n < 20; n++) await mailSent(mails, (await inbox.add(message(`n${n}`), now)).entry.id, now);
  });
  return env;
}

/** @returns the services, and a function that returns whether a call is in progress */
function watched(services: Services): { services: Services; isBusy: () => boolean } {
  let inProgress = 0;
  const watch = (store: object, call: unknown) =>
    typeof call !== "function"
      ? call
      : (...args: unknown[]) => {
          const outcome: unknown = call.apply(store, args);
          if (!(outcome instanceof Promise)) return outcome;
          inProgress++;
          return outcome.finally(() => inProgress--);
        };
  const all = Object.entries(services).map(([name, store]) => [
    name,
    store && Object.getPrototypeOf(store) === Object.prototype
      ? Object.fromEntries(Object.entries(store).map(([method, call]) => [method, watch(store, call)]))
      : store,
  ]);
  return { services: Object.fromEntries(all), isBusy: () => inProgress > 0 };
}

/** Opens an instance in this process until the test ends. `pass`: lets time pass for its jobs. */
async function idleInstance(env: Env, onChange: () => void = () => {}) {
  const errors: unknown[] = [];
  let wake = () => {};
  const report = (error: unknown) => void (error && errors.push(error));
  const opened = await openServices(readConfig(env), { onChange, onMail: () => wake(), report }, "site");
  const { services, isBusy } = watched(opened.services);
  const pass = jobTime(isBusy);
  await opened.resume();
  const upkeep = await startJobs(services, { ...opened, publicUrl: "" }, report);
  wake = upkeep.wake;
  onTestFinished(async () => {
    await upkeep.stop();
    await opened.close();
    expect(errors).toEqual([]);
  });
  return { pass, services };
}

describeHosted("an idle instance", () => {
  beforeAll(warmUp);
  const ENOUGH = { timeout: 15_000, interval: 20 };

  it("sends mail of another process within seconds, and publishes its drafts on time", async () => {
    const { env } = testProject();
    const onChange = vi.fn();
    const { pass, services } = await idleInstance({ ...env, DATA_DIR: dataFolder() }, onChange);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith("evenements"), ENOUGH);
    onChange.mockClear();
    const { entry, at } = await withServices(env, async ({ inbox, events, clock }) => {
      const at = new Date(clock.now().getTime() + 10 * 60_000);
      await events.create("Later", anEvent({ publication: at.toISOString() }));
      return { ...(await inbox.add(message("Salut"), clock.now())), at };
    });
    await vi.waitFor(async () => expect((await services.inbox.get(entry.id))?.mail.state).toBe("garde"), ENOUGH);

    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith("evenements"), ENOUGH);
    const publication = async () => (await services.events.get("Later"))?.publication;
    await pass(at.getTime() - Date.now() - 1000);
    expect(await publication()).toBe(at.toISOString());
    await pass(31_000);
    expect(await publication()).toBe("");
  });
});

describeHosted("the number of documents that are read", () => {
  beforeAll(warmUp);

  it("is below the maximum of each page, and of a sign-up", { timeout: 120_000 }, async () => {
    filled ??= fill();
    const env = await filled;
    const site = await openSite(env);
    onTestFinished(() => site.close());
    const cookie = await site.signIn();
    const reads = countReads();
    const found: Record<string, number> = {};
    const spent = async (work: () => Promise<Response>) => {
      const before = reads();
      expect((await work()).status).toBe(200);
      return reads() - before;
    };
    for (const [path, { isPrivate }] of Object.entries(PAGES))
      found[path] = await spent(() => site.request(path, isPrivate ? { headers: { cookie } } : {}));
    if (process.env.READS) process.stdout.write(`${JSON.stringify(found)}\n`);
    for (const [path, count] of Object.entries(found)) expect(count, path).toBeLessThanOrEqual(PAGES[path]?.reads ?? 0);
    const busiest = Math.max(...Object.values(found));
    expect(busiest).toBeGreaterThan(31);

    const signUp = await spent(async () => {
      const response = await site.send("/inscription", INSCRIPTION);
      await deliverMails(site.services);
      return response;
    });
    expect(await site.services.mails.nextDue()).toBeNull();
    expect(signUp).toBeLessThanOrEqual(SIGN_UP);
    expect(signUp).toBeGreaterThan(3);

    const [member] = await site.services.register.list();
    const page = await readMemberLink(site.services, member ?? expect.fail());
    const start = reads();
    expect((await site.send(page, { intention: "email", email: "zoe@exemple.ch" })).status).toBe(302);
    const added = reads() - start;
    expect(added).toBeLessThanOrEqual(OWN_EMAIL);
    expect(await spent(() => site.request(page))).toBeLessThanOrEqual(OWN_PAGE);

    const ask = (contact: string) => site.send("/ma-fiche", { contact });
    const asked = [await spent(() => ask("079 999 99 99")), await spent(() => ask("079 999 99 98"))];
    const before = reads();
    await answerLinkQuestions(site.services, site.config.publicUrl);
    expect(reads() - before).toBeLessThanOrEqual(LOST_LINK.answer);
    expect(Math.max(...asked)).toBeLessThanOrEqual(LOST_LINK.form);
  });

  it("is below the maximum of the rounds about an event", { timeout: 120_000 }, async () => {
    const { env } = testProject();
    const site = await openSite(env);
    onTestFinished(() => site.close());
    const cookie = await site.signIn();
    const { register, slots, events } = site.services;
    const members = await saveMembers(
      register,
      ...Array.from({ length: 12 }, (_, n) => aMember({ lastName: `N${n}`, email: `n${n}@exemple.ch` })),
    );
    const feast = await aFeast(site.services);
    const chosen = [await feast.slot(18), await feast.slot(21)];
    for (const member of members.slice(0, 3)) await feast.come("Ana", chosen, { member });
    expect([(await slots.list(feast.event.subject)).length, (await events.list()).length]).toEqual([2, 1]);
    const plan = "/evenement/modify/Fete/coups-de-main";
    // The number in the bar is read once in five minutes.
    await site.request("/a-faire", { headers: { cookie } });
    const reads = countReads();
    const found: Record<string, number> = {};
    const spend = async (name: keyof typeof SLOT_ROUNDS, status: number, work: () => Promise<Response>) => {
      const before = reads();
      expect((await work()).status).toBe(status);
      found[name] = reads() - before;
      expect(found[name], name).toBeLessThanOrEqual(SLOT_ROUNDS[name]);
    };
    for (const name of ["demander", "a-confirmer", "rappel"] as const)
      await spend(name, 200, () => site.request(`${plan}/${name}`, { headers: { cookie } }));
    site.services.mailer = MAILER;
    const letters = { intention: "email", id: members.join(" ") };
    await spend("letters", 302, () => site.send(`${plan}/rappel`, letters, cookie));
    expect(await site.services.mails.count()).toBe(3);
    if (process.env.READS) process.stdout.write(`${JSON.stringify(found)}\n`);
  });

  it("is below the maximum of the pages of mailings", { timeout: 120_000 }, async () => {
    const { env } = testProject();
    const site = await openSite(env);
    onTestFinished(() => site.close());
    const cookie = await site.signIn();
    const { register, mailings, optOuts, placeLinks, replies, touches } = site.services;
    const members = await saveMembers(
      register,
      ...Array.from({ length: 12 }, (_, n) => aMember({ lastName: `N${n}`, email: `n${n}@exemple.ch` })),
    );
    const feast = await aFeast(site.services);
    const chosen = [await feast.slot(18)];
    for (let n = 0; n < 6; n++) await feast.come(`Ana ${n}`, chosen, { phone: `07912345${10 + n}` });
    const helpers = await replies.list(feast.event.subject);
    site.services.mailer = MAILER;
    const send = (id: string, fields: Partial<NewMailing>) =>
      sendMailing(
        site.services,
        {
          id,
          mailing: { ...MAILING, recipients: members.map((member) => ({ member, reply: "" })), ...fields },
          account: "paul@exemple.ch",
          publicUrl: site.config.publicUrl,
        },
        BY,
      );
    const ids = Array.from({ length: 4 }, newMailingId);
    const [info = "", convocation = "", ofEvent = "", other = ""] = ids;
    await send(info, {});
    await send(convocation, { kind: "convocation", day: "2099-06-12" });
    const recipients = helpers.map(({ id: reply }) => ({ member: "", reply }));
    for (const id of [ofEvent, other]) await send(id, { kind: "event", event: feast.event.subject, recipients });
    for (const { id: reply } of helpers)
      for (const id of [ofEvent, other]) {
        const topic = { id, about: "", reply };
        await touches.record({ kind: "mailing", member: "", fees: [], topic, way: "sms", at: new Date() }, BY);
      }
    const [first = expect.fail()] = await register.list();
    const [helper = expect.fail()] = helpers;
    const paths: Record<keyof typeof MAILINGS, readonly [path: string, isPrivate: boolean]> = {
      write: ["/ecrire?filtre=present", true],
      progress: [`/ecrire/${info}/envoi`, true],
      sent: [`/ecrire/${info}`, true],
      list: ["/ecrire/envoyes", true],
      assemblies: ["/assemblees", true],
      assembly: ["/assemblees/2099-06-12", true],
      group: [groupPageUrl(await mailings.pageTokenOf(ofEvent)), false],
      stop: [optOutUrl(await optOuts.tokenOf(first.id)), false],
      own: [await readMemberLink(site.services, first), false],
      places: [`/mes-places/${await placeLinks.tokenOf("person", helper)}`, false],
    };
    // The number in the bar is read once in five minutes.
    await site.request("/a-faire", { headers: { cookie } });
    const reads = countReads();
    const found: Record<string, number> = {};
    for (const [name, [path, isPrivate]] of Object.entries(paths)) {
      const before = reads();
      expect([name, (await site.request(path, isPrivate ? { headers: { cookie } } : {})).status]).toEqual([name, 200]);
      found[name] = reads() - before;
    }
    if (process.env.READS) process.stdout.write(`${JSON.stringify(found)}\n`);
    for (const [name, count] of Object.entries(found))
      expect(count, name).toBeLessThanOrEqual(MAILINGS[name as keyof typeof MAILINGS]);
  });

  it("is below the maximum of the calendar of « À faire », and of the letters of Monday", {
    timeout: 120_000,
  }, async () => {
    const { env } = testProject();
    const site = await openSite(env);
    onTestFinished(() => site.close());
    const { auth, events, tasks, mails } = site.services;
    await auth.createAccount("paul@exemple.ch", "trois mots au hasard");
    for (const id of ["Fete0", "Fete1"]) {
      await events.create(id, anEvent({ name: id, ...DATE }), null);
      const { subject = "" } = (await events.get(id)) ?? {};
      const ten = Array.from({ length: 10 }, (_, n) => ({ text: `Tâche ${n}`, due: { day: "2020-01-01" }, who: "" }));
      await tasks.add(subject, ten, BY);
    }
    const [account] = await auth.listAccounts();
    await auth.makeCalendarLink(account?.id ?? "", BY);
    const { calendarToken } = await auth.readReminders(account?.id ?? "");
    site.services.mailer = MAILER;
    const reads = countReads();
    const calendar = await site.request(`/a-faire/${calendarToken}.ics`);
    expect([calendar.status, (await calendar.text()).split("BEGIN:VEVENT").length]).toEqual([200, 21]);
    const found = { calendar: reads(), letters: 0 };
    expect(await queueToDoLetters(site.services, "2026-11-30", site.config.publicUrl, failOnReport)).toBe(2);
    await deliverMails(site.services);
    expect(await mails.count()).toBe(0);
    found.letters = reads() - found.calendar;
    if (process.env.READS) process.stdout.write(`${JSON.stringify(found)}\n`);
    expect(found.calendar).toBeLessThanOrEqual(TO_DO.calendar);
    expect(found.letters).toBeLessThanOrEqual(TO_DO.letters);
  });

  it("is far below the free quota on a day without visitors", { timeout: 120_000 }, async () => {
    filled ??= fill();
    const env = await filled;
    const reads = countReads();
    const { pass } = await idleInstance(env);
    await pass(DAY_MS);
    const found = reads();
    expect(found).toBeLessThan(IDLE_DAY);
    expect(found).toBeGreaterThan(500);
  });
});
