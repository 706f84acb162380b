/** The whole site with MAIL=emailjs: visitors' mail is sent through EmailJS, or the committee sees the reason. */
import { expect, it, onTestFinished, vi } from "vitest";
import { startOutbox } from "#server/jobs/outbox.ts";
import { answer, startHttpServer } from "#tests/http-server.ts";
import { openMailSite } from "./mail-site.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

/** Removes React's comments between texts, and decodes apostrophes. */
const withoutTags = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

const site = (url: string) =>
  openMailSite({
    MAIL: "emailjs",
    EMAILJS_URL: url,
    EMAILJS_PUBLIC_KEY: "cle_publique",
    EMAILJS_PRIVATE_KEY: "cle_privee",
    EMAILJS_SERVICE_ID: "service_jeunesse",
    EMAILJS_TEMPLATE_CONTACT: "template_contact",
    EMAILJS_TEMPLATE_INSCRIPTION: "template_inscription",
  });

it("a sign-up and a message are sent through EmailJS once, each with its own template", async () => {
  const emailjs = await startHttpServer();
  const { receive, states, wait, read, log } = await site(emailjs.url);
  for (const page of await receive(1)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  await vi.waitUntil(async () => (await states()).every(({ state }) => state === "envoye"), PATIENCE);
  await wait(60);
  expect(await read("/inscriptions")).toContain("Nom0");
  const sent = emailjs.requests.map(({ body }) => JSON.parse(body));
  expect(sent.toSorted((a, b) => a.template_id.localeCompare(b.template_id))).toMatchObject([
    { template_id: "template_contact", user_id: "cle_publique", accessToken: "cle_privee" },
    { template_id: "template_inscription", template_params: { nom: "Nom0", prenom: "Zoé", dateAnniv: "01.01.2000" } },
  ]);
  expect(log).toEqual([]);
});

const REASON = "EmailJS n’accepte pas d’envoi depuis un serveur (réponse 403). ";

/** A site whose account at EmailJS has a wrong setting, so that two sign-ups and two messages wait. */
async function stoppedSite() {
  const emailjs = await startHttpServer(answer(403, "API calls are disabled for non-browser applications"));
  const here = await site(emailjs.url);
  for (const page of await here.receive(2)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  const areHeld = async () => (await here.states()).every((mail) => mail.state === "en-attente" && mail.held);
  await vi.waitUntil(areHeld, PATIENCE);
  const areSent = () =>
    vi.waitUntil(async () => (await here.states()).every(({ state }) => state === "envoye"), PATIENCE);
  return { ...here, emailjs, areHeld, areSent };
}

const logged = (log: readonly { position: string }[]) => log.map(({ position }) => position);

it("mail that a setting of EmailJS stops waits; the bar, the settings and the log (once) say so", async () => {
  const { read, log, emailjs, areHeld, wait } = await stoppedSite();
  const page = withoutTags(await read("/inscriptions"));
  expect(page).toMatch(/<a class="session__failures"[^>]*href="\/reglages#sante-mail"[^>]*>.*?E-mails retenus<\/a>/);
  expect(page).toContain("E-mail retenu");
  expect(page).not.toContain("Échec de l’e-mail");
  const settings = withoutTags(await read("/reglages"));
  for (const text of [
    'health__line--error" id="sante-mail"><b>Courrier',
    "<strong>Les e-mails attendent\u00a0: un réglage les arrête.</strong>",
    REASON,
    "tableau de bord",
  ])
    expect(settings).toContain(text);
  expect(withoutTags(await read("/messages"))).toContain("ce qu’il faut faire");
  const before = emailjs.requests.length;
  await wait(60);
  await vi.waitUntil(() => emailjs.requests.length >= before + 2, PATIENCE);
  await vi.waitUntil(areHeld, PATIENCE);
  expect(logged(log)).toEqual([expect.stringContaining(`mail held: ${REASON}`)]);
  expect(JSON.stringify(log)).not.toMatch(/@|Nom\d|Zoé|Léo|Sujet/);
});

it("held mail is tried again when the site starts", async () => {
  const { services, emailjs, areSent } = await stoppedSite();
  emailjs.respond(answer(200, "OK"));
  const restarted = startOutbox(services, () => {});
  onTestFinished(() => restarted.stop());
  await areSent();
});

it("held mail is sent once, directly after a successful test mail, and the bar shows no more warning", async () => {
  const { read, send, cookie, log, emailjs, areHeld, areSent, wake } = await stoppedSite();
  const failed = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(failed).toContain("Le courrier d’essai n’est pas parti.");
  expect(failed).toContain("Allow EmailJS API for non-browser applications");
  wake();
  expect(await areHeld()).toBe(true);

  emailjs.requests.length = 0;
  emailjs.respond(answer(200, "OK"));
  const page = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(page).toContain("Le courrier d’essai est parti.");
  wake();
  await areSent();
  const bodies = emailjs.requests.map(({ body }) => body);
  expect(bodies).toHaveLength(1 + 4);
  expect(new Set(bodies).size).toBe(1 + 4);
  expect(await read("/inscriptions")).not.toMatch(/E-mails? retenu/);
  await vi.waitUntil(() => log.length === 2, PATIENCE);
  expect(logged(log)[1]).toBe("mail held: no longer");
});

it("the pages name EmailJS, its countries and its templates' addresses, and no link to a password is mailed through it", async () => {
  const emailjs = await startHttpServer();
  const { send, read, cookie } = await site(emailjs.url);
  const privacy = withoutTags(await read("/confidentialite"));
  const GUARANTEES = "Les garanties ne sont pas indiquées ici";
  for (const text of ["<dt>EmailJS Pte. Ltd.</dt>", "Singapour et États-Unis", GUARANTEES])
    expect(privacy).toContain(text);
  expect(privacy).not.toMatch(/cle_publique|cle_privee|service_jeunesse/);
  const response = await send("/comptes", { email: "lea@exemple.ch", firstName: "Léa", intention: "invite" }, cookie);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("/mot-de-passe")]);
  expect(emailjs.requests).toEqual([]);
  const settings = withoutTags(await read("/reglages"));
  expect(settings).toContain("le courrier va aux adresses inscrites chez EmailJS");
  const testMail = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(testMail).toContain("EmailJS l’a accepté, pour les adresses inscrites dans ses modèles");
  for (const html of [settings, testMail]) expect(html).not.toMatch(/MAIL_TO|prévues à l’installation/);
});
