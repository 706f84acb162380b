/** The committee's rounds about an event: the pages, the touches, and reminders by real mail. */
import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { ADMIN, setUpSite, textOf } from "#tests/http/site.ts";
import { aFeast, EVENING } from "#tests/usecases/slot-rounds.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";

const PAGE = "/evenement/modify/Fete/coups-de-main";
const QUARTER_MS = 15 * 60_000;

const site = setUpSite({ committee: true, each: true });
const send = (path: string, fields: Record<string, string | string[]>) => site.send(path, fields, site.cookie);

/** The fields of the first row of a round, as its form sends them. */
function rowOf(html: string): Record<string, string> {
  const [, fields = ""] = /(<input type="hidden" name="kind".*?)<\/form>/s.exec(html) ?? [];
  return Object.fromEntries(
    [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

it("« Demander » lists members with the link to the slot, records a touch once, and takes it back", async () => {
  const feast = await aFeast(site.services);
  await feast.member({ firstName: "Zoé", lastName: "Zuber" });
  expect(await site.html(`${PAGE}/demander`)).toContain("Aucun poste ne cherche du monde.");
  const [bar] = [await feast.slot(21), await feast.slot(18, { post: "Entrée" })];
  const html = await site.html(`${PAGE}/demander`);
  expect(textOf(html)).toMatch(
    /Fête . Reste 1 à envoyer.*Tous ceux qui cherchent du monde.*Bar.*on cherche encore 9 personnes/,
  );
  expect(decodeURIComponent(html)).toMatch(
    /sms:\+41791234567\?&amp;body=Bonjour Zoé, on cherche encore.*#coups-de-main/,
  );
  expect(decodeURIComponent(await site.html(`${PAGE}/demander?poste=${bar}`))).toContain(`#${bar}`);
  const row = rowOf(html);
  const touch = { ...row, way: "whatsapp", at: new Date().toISOString(), intention: "sent" };
  const sent = await Promise.all([1, 2].map(() => send("/registre/envois", touch)));
  expect(sent.map(({ status }) => status)).toEqual([204, 204]);
  expect(textOf(await site.html(`${PAGE}/demander`))).toContain("Personne n’attend . ".replaceAll(" .", "."));
  expect(textOf(await site.html(`${PAGE}/demander`))).toMatch(/WhatsApp, \d+\sh\s\d\d/);
  expect(textOf(await site.html("/journal"))).toMatch(/a envoyé une demande de coup de main pour l’événement Fête ?\./);
  expect(await site.html("/journal")).toContain(`href="${PAGE}/demander"`);
  expect((await send("/registre/envois", { ...touch, intention: "unsent" })).status).toBe(204);
  expect(textOf(await site.html(`${PAGE}/demander`))).toContain("Reste 1 à envoyer");
  expect((await site.get("/evenement/modify/None/coups-de-main/demander")).status).toBe(404);
});

it("« À confirmer » works without JavaScript, and names a person without a card by the id of the reply only", async () => {
  const feast = await aFeast(site.services);
  const bar = await feast.slot(21);
  await feast.come("Ana Bon", [bar]);
  await site.services.slots.moveToBin([bar], { at: new Date(), by: null });
  const html = await site.html(`${PAGE}/a-confirmer`);
  expect(textOf(html)).toMatch(/Reste 1 à envoyer.*Ana Bon.*Poste supprimé/);
  expect(html).not.toContain('href="/registre/"');
  const refused = await send(`${PAGE}/a-confirmer`, { ...rowOf(html), way: "", intention: "sent" });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining("Choisissez comment le message est parti."),
  ]);
  const sent = await send(`${PAGE}/a-confirmer`, { ...rowOf(html), way: "sms", intention: "sent" });
  const [reply] = await site.services.replies.list(feast.event.subject);
  expect(sent.headers.get("location")).toBe(`${PAGE}/a-confirmer#ligne-${reply?.id}`);
  expect(textOf(await site.html(`${PAGE}/a-confirmer`))).toMatch(/SMS, \d+\sh\s\d\d/);
});

it("reminders by e-mail require the password, are sent once each and reported to all accounts; a refused address returns to the list", async () => {
  const feast = await aFeast(site.services);
  const bar = await feast.slot(21, { needed: 20 });
  for (let i = 0; i < 12; i++) {
    const member = await feast.member({ firstName: `P${i}`, lastName: "Zuber", email: `p${i}@exemple.ch` });
    await feast.come(`P${i} Zuber`, [bar], { member });
  }
  await feast.come("Ana Bon", [bar]);
  const { url, received } = await startSmtpServer();
  const plugIn = (server: string) => {
    const addresses = { from: "site@exemple.ch", to: [], publicUrl: site.config.publicUrl };
    site.services.mailer = createSmtpMailer({ url: server, ...addresses });
  };
  const page = `${PAGE}/rappel?soir=${EVENING}`;
  expect(textOf(await site.html(page))).toContain("Reste 13 à envoyer");
  plugIn(url);
  const html = await site.html(page);
  expect(textOf(html)).toMatch(/12 par e-mail\. Reste 1 à envoyer/);
  expect(textOf(html)).toMatch(/Rappel par e-mail aux 12.*Ana Bon/);
  const id = /name="id" value="([^"]+)"/.exec(html)?.[1] ?? "";

  Object.assign(site.services.clock, { now: () => new Date(Date.now() + QUARTER_MS) });
  const press = (confirmation = "") => send(page, { intention: "email", id, confirmation });
  const asked = await press();
  expect([asked.status, await asked.text()]).toEqual([400, expect.stringContaining("Plus de dix personnes")]);
  expect((await press("faux")).status).toBe(400);
  expect(await site.services.mails.count()).toBe(0);
  const twice = await Promise.all([press(ADMIN.password), press(ADMIN.password)]);
  expect(twice.map((response) => response.status)).toEqual([302, 302]);
  expect(await site.services.mails.count()).toBe(13);
  await deliverMails(site.services);
  await deliverMails(site.services);
  const mails = await Promise.all(received.map(({ rawResponse }) => PostalMime.parse(rawResponse)));
  const subjects = mails.map(({ subject }) => subject ?? "");
  expect(subjects.filter((subject) => /^Fête.: rappel pour \S+\s\d+/.test(subject))).toHaveLength(12);
  expect(subjects.filter((subject) => subject.includes("rappel par e-mail (Fête)"))).toHaveLength(1);
  expect(new Set(received.flatMap(({ a }) => a)).size).toBe(13);
  expect(textOf(await site.html(page))).toMatch(/Rappel par e-mail.: ?P0 Zuber, P1 Zuber/);
  expect((await press()).headers.get("location")).toBe(page);
  expect(await site.services.mails.count()).toBe(0);
});

it("an address that the mail server refuses comes back to the rows, once only", async () => {
  const feast = await aFeast(site.services);
  const member = await feast.member({ firstName: "Zoé", lastName: "Zuber", email: "zoe@exemple.ch" });
  await feast.come("Zoé Zuber", [await feast.slot(21)], { member });
  const { url } = await startSmtpServer({ onRcptTo: (_, __, done) => done(refusal(550)) });
  site.services.mailer = createSmtpMailer({ url, from: "site@exemple.ch", to: [], publicUrl: "https://exemple.ch" });
  const page = `${PAGE}/rappel`;
  expect((await send(page, { intention: "email", id: member })).status).toBe(302);
  expect(textOf(await site.html(page))).toContain("Personne n’attend");
  await deliverMails(site.services);
  expect(textOf(await site.html(page))).toMatch(/Reste 1 à envoyer.*Zoé Zuber.*E-mail le [\d.]+, refusé/);
  expect(await site.html(page)).not.toContain("Rappel par e-mail aux");
});

it("the page of a reminder says from which day the reminder is due, if it is opened before", async () => {
  const firstDay = "2099-06-12";
  const feast = await aFeast(site.services, { month: "2099-06", firstDay });
  await feast.come("Ana Bon", [await feast.slot(21)]);
  expect(textOf(await site.html(`${PAGE}/rappel`))).toMatch(/deux jours avant, dès mercredi\s10\sjuin\..*Ana Bon/);
});
