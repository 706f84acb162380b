/** The form that writes to members: who gets the message, what is refused, and what is sent. */
import { beforeEach, expect, it } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { saveMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { ADMIN, cookieIn, setUpSite, textOf } from "#tests/http/site.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const NOW = new Date("2027-06-12T14:00:00+02:00");
const site = setUpSite({ committee: true, each: true, now: NOW });
const BY = { id: "a", name: "Ana" };
const ADDRESS = { street: "Rue du Lac", buildingNumber: "1", postcode: "1965", place: "Savièse" };

const person = (firstName: string, more: Partial<MemberData> = {}): MemberData => ({
  ...EMPTY_MEMBER,
  firstName,
  lastName: "Dubuis",
  ...more,
});

/** Ids by first name, of a member of each way. */
let ids: Record<string, string>;
beforeEach(async () => {
  const people = [
    person("Ana", { email: "ana@exemple.ch", inGroupChat: IN_GROUP_CHAT }),
    person("Bob", { inGroupChat: IN_GROUP_CHAT, phone: "0791234567" }),
    person("Zoé", { phone: "0791234568" }),
    person("Dan", ADDRESS),
    person("Eva"),
  ];
  const saved = await saveMembers(site.services.register, ...people);
  ids = Object.fromEntries(people.map(({ firstName }, i) => [firstName, saved[i] ?? ""]));
});

const WORDS = { subject: "Sortie", text: "Rendez-vous à **8 h**.", answersTo: "Sophie" };
const all = () => Object.values(ids);
const send = (fields: Record<string, string | string[]> = {}, path = "/ecrire") => {
  const listed = all().join(" ");
  return site.send(path, { ...WORDS, listed, to: all(), intention: "send", ...fields }, site.cookie);
};
const bodyOf = async (response: Response) => textOf(await response.text()).replaceAll("\u00a0", " ");
const sent = () => site.services.mailings.list(new Date(0));
const recipients = async () => (await sent())[0]?.recipients.map(({ member, reply }) => member || reply);
const toastOf = (response: Response): string =>
  Buffer.from(
    decodeURIComponent(/avis=([^;]+)/.exec(response.headers.getSetCookie().join())?.[1] ?? ""),
    "base64",
  ).toString();
const isTicked = (html: string, id = "") =>
  / checked=""/.test(new RegExp(`<input[^>]*name="to"[^>]*value="${id}"[^>]*>`).exec(html)?.[0] ?? expect.fail(id));

it("the message goes to the ticked people, and the same form sent twice is one message", async () => {
  const version = newMailingId();
  const to = [ids.Ana ?? "", ids.Dan ?? ""];
  const first = await send({ version, to });
  expect([first.status, first.headers.get("location")]).toEqual([302, `/ecrire/${version}`]);
  expect(toastOf(first)).toBe('"mailing-sent"');
  const second = await send({ version, to });
  expect([second.status, second.headers.get("location")]).toEqual([302, `/ecrire/${version}`]);
  expect(toastOf(second)).toBe('"mailing-same"');
  expect(await sent()).toMatchObject([{ id: version, kind: "info", ...WORDS, isForGroup: false }]);
  expect(await recipients()).toEqual(to);
});

it("a form that was changed after it sent a message does not pretend to be sent: it keeps its words, and sends them as another message", async () => {
  const version = newMailingId();
  await send({ version, to: [ids.Dan ?? ""] });
  const changes: Record<string, string | string[]>[] = [{ subject: "Autre" }, { to: [ids.Dan ?? "", ids.Zoé ?? ""] }];
  for (const changed of changes) {
    const refused = await send({ version, to: [ids.Dan ?? ""], ...changed });
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(textOf(html).replaceAll("\u00a0", " ")).toContain("Cette page a déjà envoyé un message : Sortie");
    expect(html).toContain(`value="${changed.subject ?? "Sortie"}"`);
    const next = /name="version" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? expect.fail();
    expect(next).not.toBe(version);
    expect((await send({ version: next, to: [ids.Dan ?? ""], ...changed })).headers.get("location")).toBe(
      `/ecrire/${next}`,
    );
  }
  expect(await sent()).toHaveLength(3);
  // A person who has left meanwhile needs no other message.
  expect(toastOf(await send({ version, to: [ids.Dan ?? "", "gone"] }))).toBe('"mailing-same"');
});

it("two simultaneous sendings of a form are one message", async () => {
  const version = newMailingId();
  const answers = await Promise.all([send({ version }), send({ version })]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await sent()).toHaveLength(1);
});

it("who joined after the page was opened gets nothing, and is named unticked when the form comes back", async () => {
  const fay = await saveMember(site.services.register, person("Fay", { email: "fay@exemple.ch" }));
  const html = await (await send({ intention: "preview" })).text();
  expect([isTicked(html, ids.Ana), isTicked(html, fay)]).toEqual([true, false]);
  expect(textOf(html)).toContain("Une personne s’est ajoutée depuis que cette page est ouverte");
  await send();
  expect(await recipients()).not.toContain(fay);
});

it("refused words, no person, and people whom no way reaches each get a sentence, and keep what was typed", async () => {
  const cases: [Record<string, string | string[]>, string][] = [
    [{ subject: "" }, "Ce champ est obligatoire."],
    [{ text: "[là](/nulle-part)" }, "Le site n’a pas de page « /nulle-part »."],
    [{ text: "![x](https://exemple.ch/x.png)" }, "Un texte ne peut pas contenir d’image."],
    [{ text: "x".repeat(2001) }, "Ce texte est trop long"],
    [{ to: [] }, "Personne n’est coché : cochez au moins une personne."],
    [{ to: ["no-such-person"] }, "Personne n’est coché : cochez au moins une personne."],
    [{ to: [ids.Eva ?? ""] }, "Aucun moyen d’atteindre ces personnes"],
  ];
  for (const [fields, sentence] of cases) {
    const response = await send({ answersTo: "Kilian", ...fields });
    const html = await response.text();
    expect(response.status, sentence).toBe(400);
    expect(textOf(html).replaceAll("\u00a0", " ")).toContain(sentence);
    expect(html).toContain('value="Kilian"');
  }
  expect(await sent()).toEqual([]);
});

it("an unknown event, day or message is a page that does not exist, and a form to it sends nothing", async () => {
  for (const query of [
    "evenement=x",
    "assemblee=2027-02-30",
    "assemblee=2027-06-11",
    "rectifie=x",
    `rectifie=${newMailingId()}`,
  ]) {
    expect((await site.get(`/ecrire?${query}`)).status, query).toBe(404);
    const forged = await send({ kind: "convocation" }, `/ecrire?${query}`);
    expect(forged.status, query).toBe(409);
    expect(await bodyOf(forged)).toContain("Ce dont parle ce message n’existe plus, ou a déjà eu lieu.");
  }
  await send({ kind: "convocation", day: "2027-06-20" });
  expect(await sent()).toMatchObject([{ kind: "info", day: "" }]);
});

it("members of the same name are told apart", async () => {
  await saveMember(site.services.register, person("Dan", { ...ADDRESS, place: "Sion", birthDate: "2000-01-01" }));
  const text = textOf(await site.html("/ecrire")).replaceAll("\u00a0", " ");
  expect(text).toContain("Dan Dubuis (Savièse)");
  expect(text).toContain("Dan Dubuis (Sion, 27 ans)");
  expect(text).not.toContain("Zoé Dubuis (");
});

it("a convocation comes from the day of an assembly, and goes to members without infos, too", async () => {
  await site.services.optOuts.set(ids.Ana ?? "", true, null);
  const page = await site.html("/ecrire?assemblee=2027-06-20");
  expect(textOf(page)).toContain("Assemblée du 20 juin 2027");
  expect(isTicked(page, ids.Ana)).toBe(true);
  await send({}, "/ecrire?assemblee=2027-06-20");
  expect(await sent()).toMatchObject([{ kind: "convocation", day: "2027-06-20" }]);
  expect(await recipients()).toContain(ids.Ana);
  const info = await site.html("/ecrire");
  expect(textOf(info).replaceAll("\u00a0", " ")).toContain("Une personne ne veut plus des informations : Ana Dubuis");
  expect(info).not.toContain(`value="${ids.Ana}"`);
});

it("a message about an event goes to the people of its slots, once each, members and others", async () => {
  const { services } = site;
  const days = { month: "2027-06", firstDay: "2027-06-20", publication: "" };
  await services.events.create("Fete", anEvent({ name: "Fête de la Saint-Jean", ...days }), null);
  const event = (await services.events.get("Fete")) ?? expect.fail();
  const [early = "", late = ""] = await services.slots.add(
    event.subject,
    [18, 21].map((hour) => ({
      ...EMPTY_SLOT,
      ...{ post: "Bar", needed: 4, from: { days: 0, time: `${hour}:00` }, until: { days: 0, time: `${hour + 3}:00` } },
    })),
    BY,
  );
  const reply = async (name: string, member: string, chosen: string[]) =>
    replyToSlots(
      services,
      {
        ...{ event, chosen },
        replier: { member, name, phone: "0791234599", isAdult: true, birthDate: "", door: "public" },
      },
      BY,
    );
  // Whoever was ticked has withdrawn since the page was opened.
  const emptied = await bodyOf(await send({}, `/ecrire?evenement=${event.subject}`));
  expect(emptied).toContain("Personne ne vient encore aider.");
  expect(emptied).toContain("Personne n’est coché : cochez au moins une personne.");
  await reply("Zoé Dubuis", ids.Zoé ?? "", [early, late]);
  await reply("Léa Varone", "", [early]);
  const plan = await site.html("/evenement/modify/Fete/coups-de-main");
  const link = /href="(\/ecrire\?evenement=[^"]+)"/.exec(plan)?.[1] ?? expect.fail();
  expect(await site.html("/evenement/modify/Fete/coups-de-main/qui-vient")).toContain(link);
  const page = await site.html(link);
  const listed = [...page.matchAll(/name="to"[^>]*value="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(listed).toHaveLength(2);
  expect(textOf(page)).toMatch(/Zoé Dubuis.*Léa Varone/);
  const preview = await bodyOf(await send({ listed: listed.join(" "), to: listed, intention: "preview" }, link));
  expect(preview).toContain("Au sujet de Fête de la Saint-Jean");
  expect(preview).toContain("Salut Zoé, Sortie :");
  expect(preview).toContain("Bonjour Léa Varone, Sortie :");
  await send({ to: listed }, link);
  expect(await sent()).toMatchObject([{ kind: "event", event: event.subject }]);
  expect(await recipients()).toEqual(listed);
});

it("another filter and search show other people, and keep what was typed and who was unticked", async () => {
  const redirected = await send({ intention: "audience", filtre: "no-email", q: "dubuis", to: [ids.Ana ?? ""] });
  expect(redirected.status).toBe(307);
  const target = redirected.headers.get("location") ?? "";
  expect(target).toMatch(/^\/ecrire\?filtre=no-email&recherche=[^&]+$/);
  const cookie = `${site.cookie}; ${cookieIn(redirected)}`;
  const fields = { ...WORDS, listed: `${ids.Ana} ${ids.Bob}`, to: [ids.Ana ?? ""], filtre: "no-email", q: "dubuis" };
  const shown = await site.send(target, { ...fields, intention: "audience" }, cookie);
  const html = await shown.text();
  expect(shown.status).toBe(200);
  expect(html).toContain('value="Sortie"');
  expect([isTicked(html, ids.Bob), isTicked(html, ids.Dan)]).toEqual([false, true]);
  expect(html).not.toContain(`value="${ids.Ana}"`);
  // Chosen, but not shown yet: nobody gets a message unseen.
  const unseen = await site.send(target, { ...fields, filtre: "minors", intention: "send" }, cookie);
  expect(unseen.status).toBe(400);
  expect(await bodyOf(unseen)).toContain("Vous avez changé ce choix : touchez « Afficher », et vérifiez qui reçoit.");
  // Another browser does not know the search.
  expect(textOf(await site.html(target))).toContain("Cette recherche est oubliée");
  expect(await sent()).toEqual([]);
});

it("the register leads to the form with its filter and search, but not for former members", async () => {
  expect(await site.html("/registre?filtre=no-email")).toContain('href="/ecrire?filtre=no-email"');
  expect(await site.html("/registre?filtre=left")).not.toContain('href="/ecrire?filtre');
});

it("a correction has the kind, the text and the people of the message", async () => {
  const version = newMailingId();
  await send({ version, to: [ids.Ana ?? "", ids.Dan ?? ""], isForGroup: "on" }, "/ecrire?assemblee=2027-06-20");
  const page = await site.html(`/ecrire?rectifie=${version}`);
  expect(page).toContain('value="Rectification : Sortie"');
  expect(page).toContain(WORDS.text);
  expect([...page.matchAll(/name="to"[^>]*value="([^"]+)"/g)].map(([, id]) => id)).toEqual([ids.Ana, ids.Dan]);
  await send({ subject: "Rectification : Sortie" }, `/ecrire?rectifie=${version}`);
  expect(await sent()).toHaveLength(2);
  expect(await sent()).toContainEqual(
    expect.objectContaining({ corrects: version, kind: "convocation", day: "2027-06-20" }),
  );
});

it("a correction goes to nobody who has left", async () => {
  const version = newMailingId();
  await send({ version, to: [ids.Ana ?? "", ids.Dan ?? ""] });
  const leave = async (id = "") => {
    const found = (await site.services.register.get(id)) ?? expect.fail();
    await site.services.register.save([{ id, version: found.version, data: { ...found, leftOn: "2027-06-01" } }], BY);
  };
  await leave(ids.Dan);
  const page = await site.html(`/ecrire?rectifie=${version}`);
  expect([page.includes(`value="${ids.Ana}"`), page.includes(`value="${ids.Dan}"`)]).toEqual([true, false]);
  await send({ subject: "Autre", isForGroup: "on" }, `/ecrire?rectifie=${version}`);
  const correction = (await sent()).find(({ corrects }) => corrects === version);
  expect(correction?.recipients).toEqual([{ member: ids.Ana, reply: "" }]);
  await leave(ids.Ana);
  expect(textOf(await site.html(`/ecrire?rectifie=${version}`))).toContain("Plus personne à qui écrire");
});

it("another message of the day is named", async () => {
  expect(textOf(await site.html("/ecrire"))).not.toContain("déjà parti");
  const version = newMailingId();
  await send({ version });
  const page = await site.html("/ecrire");
  expect(textOf(page).replaceAll("\u00a0", " ")).toContain("Un message est déjà parti aujourd’hui : Sortie");
  expect(page).toContain(`href="/ecrire/${version}"`);
});

it("a message to more than ten people asks for the password", async () => {
  const more = await saveMembers(
    site.services.register,
    ...Array.from({ length: 6 }, (_, i) => person(`Max ${i}`, ADDRESS)),
  );
  const to = [...all(), ...more];
  // Later than a quarter of an hour after the sign-in, which had the password.
  site.services.clock.now = () => new Date(NOW.getTime() + 20 * 60_000);
  const asked = await send({ to, listed: to.join(" ") });
  const text = await bodyOf(asked);
  expect([asked.status, (await sent()).length]).toEqual([400, 0]);
  expect(text).toContain("Tous les comptes du comité le sauront.");
  expect((await send({ to, confirmation: ADMIN.password })).status).toBe(302);
  expect(await recipients()).toHaveLength(11);
});

it("a few people more within a day are not called more than ten", async () => {
  const more = await saveMembers(
    site.services.register,
    ...Array.from({ length: 9 }, (_, i) => person(`Max ${i}`, ADDRESS)),
  );
  await send({ to: more });
  site.services.clock.now = () => new Date(NOW.getTime() + 20 * 60_000);
  const text = await bodyOf(await send({ to: [ids.Dan ?? "", ids.Zoé ?? ""] }));
  expect(text).toContain("Avec les messages des dernières 24 heures, plus de dix personnes sont atteintes.");
  expect(text).not.toContain("Plus de dix personnes reçoivent ce message.");
});

it("after the session has ended, the form comes back with what was typed and ticked, and without stored data", async () => {
  const ended = `${site.cookie.split("=")[0]}=${encodeURIComponent(btoa(JSON.stringify("over")))}`;
  const body = new URLSearchParams({ ...WORDS, intention: "send", listed: all().join(" "), version: "1" });
  body.append("to", ids.Ana ?? "");
  const response = await site.request("/ecrire", {
    method: "POST",
    body,
    headers: { origin: site.config.publicUrl, cookie: ended },
  });
  const html = await response.text();
  expect(response.status).toBe(401);
  expect(html).toContain(`type="hidden" name="to" value="${ids.Ana}"`);
  expect(html).toContain('value="Sortie"');
  expect(html).not.toContain("Dubuis");
});

it("a site without e-mail offers the other ways, and promises no e-mail", async () => {
  const page = textOf(await site.html("/ecrire")).replaceAll("\u00a0", " ");
  expect(page).toContain("Ce site n’envoie pas d’e-mails aux membres");
  expect(page).not.toContain("M’envoyer un essai");
  expect(page).toContain("1 lettre, 2 sans aucun moyen");
  expect(await bodyOf(await send({ intention: "preview", isForGroup: "on" }))).not.toMatch(/par e-mail/i);
  expect(await bodyOf(await send({ intention: "try" }))).not.toContain("est envoyé à");
});

it("the trial goes to the own account, and creates nothing", async () => {
  const letters: unknown[] = [];
  site.services.mailer = {
    ...site.services.mailer,
    sendLetter: async (mail) => {
      letters.push(mail);
      return { outcome: "sent" };
    },
  };
  const page = textOf(await site.html("/ecrire")).replaceAll("\u00a0", " ");
  expect(page).toContain("1 par e-mail, 2 par SMS ou WhatsApp, 1 lettre, 1 sans aucun moyen");
  const text = await bodyOf(await send({ intention: "try" }));
  expect(text).toContain(`L’essai est envoyé à ${ADMIN.email}`);
  expect(letters).toMatchObject([{ recipients: [ADMIN.email], letter: { subject: "Sortie" } }]);
  expect(await sent()).toEqual([]);
});
