/** A mailing that was sent, as the committee sees it. */
import { expect, it } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import type { MailOutcome } from "#ports/mailer.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { setUpSite, textOf } from "#tests/http/site.ts";
import { aMailer, aSentMailing, nameOf } from "#tests/usecases/sent-mailing.ts";
import { aFeast } from "#tests/usecases/slot-rounds.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";

const site = setUpSite({ committee: true, each: true });
const send = (path: string, fields: Record<string, string | string[]>) => site.send(path, fields, site.cookie);
const text = async (path: string) => textOf(await site.html(path));

const EACH = { email: 2, group: 2, mobile: 1, paper: 2, none: 1 };

/** A mailing by each way. Its mailer refuses the addresses in `refused`. */
async function sentByEachWay(refused: readonly string[] = []) {
  const { mailer, letters } = aMailer(({ recipients: [address = ""] }) =>
    refused.includes(address)
      ? {
          outcome: "refused",
          reason: "Boîte inconnue.",
          addresses: [{ address, state: "refused", reason: "Boîte inconnue." }],
        }
      : { outcome: "sent" },
  );
  site.services.mailer = mailer;
  const id = await aSentMailing(site.services, EACH);
  return { id, page: `/ecrire/${id}`, letters };
}

/** The hidden fields of the form with a button. */
function fieldsOf(html: string, button: string): Record<string, string> {
  const [form = ""] = html.split("<form").filter((one) => one.includes(button));
  return Object.fromEntries(
    [...(form.split(button)[0]?.matchAll(/name="(\w+)" value="([^"]*)"/g) ?? [])].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

const shares = async (id: string, way: string) =>
  ((await site.services.mailings.get(id))?.shares ?? []).filter((one) => one.way === way);

it("the page names each way with its people, the text, and who is reached by nothing", async () => {
  const { id, page } = await sentByEachWay();
  const html = await site.html(page);
  expect(textOf(html)).toMatch(
    /Sortie.*Aux membres . Envoyé le .* par Sophie.*8 personnes.: 2 par e-mail, 2 dans le groupe, 1 par SMS ou WhatsApp, 2 lettres/,
  );
  expect(textOf(html)).toMatch(/0 sur 2 envoyés.*Un par seconde, encore moins d’une minute.*Arrêter l’envoi/);
  expect(textOf(html)).toMatch(/Sans aucun moyen.*Léa Zuchuat 000/);
  expect(html).toContain("<strong>8 h</strong>");
  expect(textOf(html)).toContain("Réponses : Sophie, 079 123 45 67".replace(" :", "\u00a0:").replaceAll("\u00a0", " "));
  expect(html).toContain(`href="/ecrire?rectifie=${id}"`);
  expect(html).toContain(`href="/ecrire/${id}/liste.pdf"`);
  expect(html).toContain(`href="/ecrire/${id}/lettres.pdf"`);
  expect(decodeURIComponent(html)).toMatch(
    new RegExp(`sms:[^"]*Salut Léa, Sortie.: http[^"]*/ma-fiche/[^"]*#message-${id}`),
  );
  expect((await site.get(`/ecrire/${newMailingId()}`)).status).toBe(404);
  expect((await site.get(page, "")).headers.get("location")).toBe(`/login?suite=${encodeURIComponent(page)}`);
});

it("the group gets the subject and the page without names; a share is recorded once, with everybody whose way is the group, and taken back", async () => {
  const { id, page } = await sentByEachWay();
  const html = decodeURIComponent(await site.html(page));
  const token = await site.services.mailings.pageTokenOf(id);
  expect(html).toContain(`https://wa.me/?text=Sortie\nhttp://localhost:3000/ecrire/lu/${token}"`);
  const touch = { kind: "mailing", topic: id, member: "", reply: "", about: "", fees: "", way: "shared" };
  // The clock of the phone is ahead.
  const at = new Date(Date.now() + 60_000).toISOString();
  const record = (intention: string) => send("/registre/envois", { ...touch, at, intention });
  const sent = await Promise.all([record("sent"), record("sent")]);
  expect(sent.map(({ status }) => status)).toEqual([204, 204]);
  const [share, ...others] = await shares(id, "group");
  expect([share?.recipients.length, others]).toEqual([2, []]);
  expect(share?.at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await text(page)).toMatch(/Groupe WhatsApp.*Partagé, \d+ h \d\d.*Pas envoyé : Groupe WhatsApp/);
  expect([(await record("unsent")).status, (await record("unsent")).status]).toEqual([204, 204]);
  expect(await shares(id, "group")).toEqual([]);
  expect((await send("/registre/envois", { ...touch, topic: newMailingId(), at, intention: "sent" })).status).toBe(404);
  expect((await send("/registre/envois", { ...touch, topic: "../x", at, intention: "sent" })).status).toBe(400);
});

it("a share late from an offline phone has the time of its tap", async () => {
  const { id } = await sentByEachWay();
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const fields = { kind: "mailing", topic: id, member: "", reply: "", way: "shared", at, intention: "sent" };
  expect((await send("/registre/envois", fields)).status).toBe(204);
  expect((await shares(id, "group"))[0]?.at.toISOString()).toBe(at);
});

it("the page says how many of its people have no record any more", async () => {
  const { page } = await sentByEachWay();
  const left =
    (await site.services.register.list()).find(({ lastName }) => lastName.startsWith("Zuchuat")) ?? expect.fail();
  await site.services.register.moveToBin(left.id, left.version, { by: null, at: new Date(), key: "k" });
  const sentence = "Sans une personne de l’envoi, dont la fiche n’existe plus.";
  expect((await text(page)).replaceAll("\u00a0", " ")).toContain(sentence);
  await site.services.bin.erase("k");
  expect((await text(page)).replaceAll("\u00a0", " ")).toContain(sentence);
});

it("without JavaScript, the group and a person are recorded with a button, and the row says so", async () => {
  const { id, page } = await sentByEachWay();
  const html = await site.html(page);
  const rows = html
    .split("<noscript>")
    .slice(1)
    .filter((one) => one.includes("C’est envoyé"));
  const [group = "", person = ""] = rows;
  const fieldsIn = (row: string) =>
    Object.fromEntries(
      [...row.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
    );
  expect(fieldsIn(group)).toMatchObject({ kind: "mailing", topic: id, member: "", reply: "", way: "shared" });
  const shared = await send(page, { ...fieldsIn(group), intention: "sent" });
  expect(shared.headers.get("location")).toBe(`${page}#ligne-groupe`);
  const fields = fieldsIn(person);
  const refused = await send(page, { ...fields, way: "", intention: "sent" });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("Choisissez comment le message est parti."),
  ]);
  expect((await send(page, { ...fields, way: "sms", intention: "sent" })).headers.get("location")).toBe(
    `${page}#ligne-${fields.member}`,
  );
  const after = await site.html(page);
  expect(textOf(after)).toMatch(/Partagé, \d+ h \d\d.*1 sur 1 envoyé.*SMS, \d+ h \d\d/);
  expect((await send(page, { ...fieldsOf(after, "Pas envoyé"), intention: "unsent" })).status).toBe(302);
  expect(await shares(id, "group")).toEqual([]);
});

it("« C’est imprimé » records the letters of the page once, nobody unseen, and is taken back", async () => {
  const { id, page } = await sentByEachWay();
  const fields = fieldsOf(await site.html(page), "C’est imprimé");
  const [one = ""] = fields.shown?.split(" ") ?? [];
  const stranger = (await site.services.register.list()).find(({ lastName }) => lastName.startsWith("Zuchuat"))?.id;
  const press = (shown: string) => send(page, { shown, intention: "printed" });
  await Promise.all([press(`${one} ${stranger}`), press(`${one} ${stranger}`)]);
  expect((await shares(id, "paper")).map(({ recipients }) => recipients)).toEqual([[one]]);
  expect(await text(page)).toMatch(/1 lettre de plus.*C’est imprimé/);
  await press(fields.shown ?? "");
  const printed = await site.html(page);
  expect(textOf(printed)).toMatch(/2 lettres.*Imprimé, \d+ h \d\d.*Pas imprimé/);
  const undo = { ...fieldsOf(printed, "Pas imprimé"), intention: "unprinted" };
  await Promise.all([send(page, undo), send(page, undo)]);
  expect(await text(page)).toMatch(/1 lettre de plus.*C’est imprimé/);
});

it("the e-mails are stopped and resumed, and none leaves twice", async () => {
  const { page, letters } = await sentByEachWay();
  const progress = async () => (await site.get(`${page}/envoi`)).json();
  expect(await progress()).toMatchObject({ all: 2, sent: 0, waiting: 2, stoppedAt: null });
  await Promise.all([1, 2].map(() => send(page, { intention: "stop" })));
  await deliverMails(site.services);
  expect(letters).toEqual([]);
  expect(await text(page)).toMatch(
    /0 sur 2 envoyés 2 e-mails ne sont pas partis\. .*Arrêté, \d+ h \d\d.*Reprendre l’envoi/,
  );
  await Promise.all([1, 2].map(() => send(page, { intention: "resume" })));
  expect(await progress()).toMatchObject({ sent: 0, waiting: 2, stoppedAt: null });
  await deliverMails(site.services);
  expect([letters.length, await progress()]).toEqual([2, expect.objectContaining({ all: 2, sent: 2, waiting: 0 })]);
  expect(await text(page)).toMatch(/2 sur 2 envoyés/);
  expect(await text(page)).not.toContain("Arrêter l’envoi");
  expect((await site.get(`/ecrire/${newMailingId()}/envoi`)).status).toBe(404);
  expect((await site.get(`${page}/envoi`, "")).status).toBe(302);
});

it("a refused address is named with its record, its person goes to the next way, and a corrected one is sent to", async () => {
  const { page, letters } = await sentByEachWay(["membre-0@exemple.ch"]);
  await deliverMails(site.services);
  expect(await text(page)).toMatch(/1 sur 1 envoyé.*Adresse refusée.*Léa Dubuis 000.*Boîte inconnue\./);
  const member = (await site.services.register.list()).find(({ email }) => email === "membre-0@exemple.ch");
  if (!member) throw new Error("unreachable");
  expect(await site.html(page)).toContain(`href="/registre/${member.id}"`);
  expect(await text(page)).toMatch(/Sans aucun moyen.*Léa Dubuis 000/);
  await saveMember(
    site.services.register,
    { ...member, email: "lea@exemple.ch" },
    { id: member.id, version: member.version },
  );
  expect(await text(page)).toMatch(/1 sur 2 envoyés.*Envoyer à la personne restante/);
  await send(page, { intention: "resume" });
  await deliverMails(site.services);
  const written = letters.map(({ recipients }) => recipients[0]).toSorted();
  expect(written).toEqual(["lea@exemple.ch", "membre-0@exemple.ch", "membre-1@exemple.ch"]);
  expect(await text(page)).not.toContain("Adresse refusée");
});

it("on a site that sends no e-mails, the page promises none", async () => {
  const id = await aSentMailing(site.services, EACH);
  const page = await text(`/ecrire/${id}`);
  expect(page).not.toMatch(/E-mail|par e-mail/);
  expect(page).toMatch(/8 personnes.: 2 dans le groupe, 1 par SMS ou WhatsApp, 2 lettres/);
  expect((await site.get(`/ecrire/${id}/envoi`)).status).toBe(404);
});

it("a person who is not a member gets the page without names, and who has left meanwhile is named", async () => {
  const feast = await aFeast(site.services);
  await feast.come("Ana Bon", [await feast.slot(21)]);
  const [reply] = await site.services.replies.list(feast.event.subject);
  const gone = await feast.member({ firstName: "Zoé", lastName: "Zuber" });
  const recipients = [
    { member: "", reply: reply?.id ?? "" },
    { member: gone, reply: "" },
  ];
  const id = await aSentMailing(site.services, {}, { kind: "event", event: feast.event.subject, recipients });
  const { version } = (await site.services.register.get(gone)) ?? expect.fail();
  await saveMember(site.services.register, aMember({ lastName: "Zuber", leftOn: "2026-01-01" }), { id: gone, version });
  const html = await site.html(`/ecrire/${id}`);
  expect(textOf(html)).toMatch(/Au sujet de Fête.*Ana Bon.*N’attendent plus rien.*Zuber/);
  expect(decodeURIComponent(html)).toMatch(/sms:[^"]*Bonjour Ana, Sortie.: http[^"]*\/ecrire\/lu\//);
  expect(html).toContain(`href="/evenement/modify/Fete/coups-de-main/qui-vient"`);
});

it("the list of sent mailings is newest first, in pages, and says when it is empty", async () => {
  expect(await text("/ecrire/envoyes")).toContain("Aucun message n’est encore parti.");
  const { now } = site.services.clock;
  const start = now().getTime();
  for (let i = 0; i < 52; i++) {
    Object.assign(site.services.clock, { now: () => new Date(start - (52 - i) * 60_000) });
    const id = newMailingId();
    const mailing = {
      kind: "info",
      subject: `Sujet ${i}.`,
      text: "a",
      answersTo: "",
      isForGroup: true,
      event: "",
      day: "",
      corrects: "",
      recipients: [],
    } as const;
    await site.services.mailings.create(id, mailing, [], { id: "1", name: "Sophie" });
  }
  Object.assign(site.services.clock, { now });
  const first = await text("/ecrire/envoyes");
  expect(first).toMatch(/Sujet 51\. .*Aux membres .*par Sophie.*Sujet 50\./);
  expect(first).not.toContain("Sujet 1.");
  expect(await text("/ecrire/envoyes?page=2")).toMatch(/Sujet 1\. .*Sujet 0\./);
});

it("everybody is in the list with way and date, in pages, also by what became of them", async () => {
  const { mailer } = aMailer();
  site.services.mailer = mailer;
  const id = await aSentMailing(site.services, { email: 1, paper: 60, none: 2 });
  await deliverMails(site.services);
  const page = `/ecrire/${id}`;
  expect(await text(page)).toMatch(
    /Tout le monde.*Léa Dubuis 000 envoyé par e-mail le \d\d\.\d\d\.\d{4} .*lettre à imprimer/,
  );
  expect(await text(`${page}?personnes=2`)).toMatch(/Tout le monde.*Léa Zuchuat 001 aucun moyen/);
  expect((await text(`${page}?filtre=unreachable`)).split("Tout le monde")[1]).not.toContain(nameOf("paper", 0));
});

it("the page says why e-mails are held, and when a busy mail server is tried again", async () => {
  const outcome: { current: MailOutcome } = {
    current: { outcome: "held", reason: "Mot de passe faux.", everyMail: true },
  };
  site.services.mailer = aMailer(() => outcome.current).mailer;
  const held = await aSentMailing(site.services, { email: 1 });
  await deliverMails(site.services);
  expect(await text(`/ecrire/${held}`)).toMatch(/0 sur 1 envoyé Les e-mails attendent : Mot de passe faux\./);
  await site.services.mails.releaseHeld(new Date());
  outcome.current = { outcome: "retry", reason: "Occupé." };
  const { now } = site.services.clock;
  for (let minutes = 0; minutes < 20; minutes += 5) {
    Object.assign(site.services.clock, { now: () => new Date(now().getTime() + minutes * 60_000) });
    await deliverMails(site.services);
  }
  expect(await text(`/ecrire/${held}`)).toMatch(/Le serveur de mail fait attendre\. Nouvel essai : \d+ h \d\d\./);
});
