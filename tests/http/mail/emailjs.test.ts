/** The whole site with MAIL=emailjs, as a setting: what visitors send arrives by EmailJS, or the committee reads why not. */
import { expect, it, onTestFinished, vi } from "vitest";
import { startOutbox } from "#server/jobs/outbox.ts";
import { print, type RequestedToast, startEmailJsServer } from "#tests/contracts/mail/emailjs-server.ts";
import { firstId, openMailSite } from "./mail-site.ts";

const PATIENCE = { timeout: 20_000, interval: 50 };

/** A page as it reads: React parts texts with comments. */
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

const paramsOf = (requests: readonly RequestedToast[]) => requests.map(({ body }) => JSON.parse(body));

it("a sign-up and a message arrive by EmailJS, each by its own template, each once", async () => {
  const emailjs = await startEmailJsServer();
  const { receive, states, waitAnHour, read, log } = await site(emailjs.url);
  for (const page of await receive(1)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  await vi.waitUntil(async () => (await states()).every(({ state }) => state === "envoye"), PATIENCE);
  waitAnHour();
  expect(await read("/inscriptions")).toContain("Nom0");
  const sent = paramsOf(emailjs.requests);
  expect(sent.map(({ template_id }) => template_id).toSorted()).toEqual(["template_contact", "template_inscription"]);
  const [inscription] = sent.filter(({ template_id }) => template_id === "template_inscription");
  expect(inscription).toMatchObject({ user_id: "cle_publique", accessToken: "cle_privee" });
  expect(inscription.template_params).toEqual({
    nom: "Nom0",
    prenom: "Zoé",
    adresse: "Chemin 4",
    tel: "0791234567",
    dateAnniv: "05.08.1999",
    charte: "Validé par la personne",
    charteMineur: "Majeur",
  });
  expect(log).toEqual([]);
});

/** A status of EmailJS's, its text, and what the committee reads of it. */
type Sample = readonly [number, string, string];

/** Each on a site of its own, at once: EmailJS takes a mail a second, and most of the time they wait for their turn. */
const forEach = (samples: readonly Sample[], check: (sample: Sample) => Promise<void>) =>
  Promise.all(samples.map(check));

const FOR_THE_MOMENT: readonly Sample[] = [
  [429, "Too Many Requests", "EmailJS reçoit trop de demandes à la fois"],
  [503, "Service Unavailable", "EmailJS est en panne"],
];
const FOR_GOOD: readonly Sample[] = [
  [400, "The parameters are invalid", "EmailJS n’accepte pas la demande"],
  [422, "The recipients address is corrupted", "Le modèle d’EmailJS n’a pas de destinataire valable"],
];
const SETTINGS: readonly Sample[] = [
  [400, "The template ID not found", "EmailJS ne reconnaît pas l’identifiant du modèle"],
  [403, "API calls are disabled for non-browser applications", "EmailJS n’accepte pas d’envoi depuis un serveur"],
  [451, "Unavailable For Headless Browser", "EmailJS prend le site pour un navigateur automatique et refuse l’envoi"],
];

it("mail that EmailJS does not take at the moment (429, 503) waits, says why, and arrives later, once", () =>
  forEach(FOR_THE_MOMENT, async ([status, text, reason]) => {
    const emailjs = await startEmailJsServer(print(status, text));
    const { receive, states, read, waitAnHour, log } = await site(emailjs.url);
    for (const page of await receive(1)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
    await vi.waitUntil(
      async () => (await states()).every((state) => state.state === "en-attente" && state.attempts > 0),
      PATIENCE,
    );
    const id = firstId(await read("/inscriptions"));
    expect(withoutTags(await read(`/inscriptions?id=${id}`))).toContain(`${reason} (réponse ${status})`);

    emailjs.requests.length = 0;
    emailjs.reply(print(200, "OK"));
    waitAnHour();
    await vi.waitUntil(async () => (await states()).every(({ state }) => state === "envoye"), PATIENCE);
    expect(emailjs.requests).toHaveLength(2);
    expect(log).toEqual([]);
  }));

/** A site whose account at EmailJS has the wrong setting, with three sign-ups and three messages that wait for it. */
async function stoppedSite([status, text]: Sample) {
  const emailjs = await startEmailJsServer(print(status, text));
  const here = await site(emailjs.url);
  for (const page of await here.receive(3)) expect(page).toMatch(/Merci de votre (?:inscription|message)/);
  const areHeld = async () => (await here.states()).every((mail) => mail.state === "en-attente" && mail.held);
  await vi.waitUntil(areHeld, PATIENCE);
  const areSent = () =>
    vi.waitUntil(async () => (await here.states()).every(({ state }) => state === "envoye"), PATIENCE);
  return { ...here, emailjs, areHeld, areSent };
}

const logged = (log: readonly { position: string }[]) => log.map(({ position }) => position);

it("mail that a setting of EmailJS stops (400, 403, 451) waits; bar, settings and log say so, the log once", () =>
  forEach(SETTINGS, async (sample) => {
    const [status, , reason] = sample;
    const { read, log, emailjs, areHeld, waitAnHour } = await stoppedSite(sample);
    const page = withoutTags(await read("/inscriptions"));
    expect(page).toMatch(/<a class="session__failures"[^>]*href="\/reglages#sante-mail"[^>]*>.*?E-mails retenus<\/a>/);
    expect(page).toContain("E-mail retenu");
    expect(page).not.toContain("Échec de l’e-mail");
    const settings = withoutTags(await read("/reglages"));
    expect(settings).toMatch(/health__line--error" id="sante-mail"><b>Courrier/);
    expect(settings).toContain("<strong>Les e-mails attendent\u00a0: un réglage les arrête.</strong>");
    expect(settings).toContain(`${reason} (réponse ${status}). `);
    expect(settings).toContain("tableau de bord");
    expect(withoutTags(await read("/messages"))).toContain("ce qu’il faut faire");

    // One attempt an hour for each of the two templates.
    for (let hour = 1; hour <= 2; hour++) {
      const before = emailjs.requests.length;
      waitAnHour();
      await vi.waitUntil(() => emailjs.requests.length >= before + 2, PATIENCE);
      await vi.waitUntil(areHeld, PATIENCE);
      expect(emailjs.requests).toHaveLength(before + 2);
    }
    expect(logged(log)).toEqual([expect.stringContaining(`mail held: ${reason} (réponse ${status})`)]);
    expect(JSON.stringify(log)).not.toMatch(/@|Nom\d|Zoé|Léo|Sujet/);
  }));

it("mail that a setting stopped goes out at once after a test mail that arrives, each mail once, and the bar is clear", async () => {
  const { read, send, cookie, log, emailjs, areHeld, areSent, wake } = await stoppedSite(SETTINGS[1] as Sample);
  const failed = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(failed).toContain("Le courrier d’essai n’est pas parti.");
  expect(failed).toContain("Allow EmailJS API for non-browser applications");
  wake();
  expect(await areHeld()).toBe(true);

  emailjs.requests.length = 0;
  emailjs.reply(print(200, "OK"));
  const page = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(page).toContain("Le courrier d’essai est parti.");
  wake();
  await areSent();
  const bodies = emailjs.requests.map(({ body }) => body);
  expect(bodies).toHaveLength(7);
  expect(new Set(bodies).size).toBe(7);
  expect(await read("/inscriptions")).not.toMatch(/E-mails? retenu/);
  await vi.waitUntil(() => log.length === 2, PATIENCE);
  expect(logged(log)[1]).toBe("mail held: no longer");
});

it("mail that a setting stopped is tried again at a start, and each hour", async () => {
  const [restarted, waiting] = await Promise.all([
    stoppedSite(SETTINGS[0] as Sample),
    stoppedSite(SETTINGS[0] as Sample),
  ]);
  for (const { emailjs } of [restarted, waiting]) emailjs.reply(print(200, "OK"));
  waiting.waitAnHour();
  const outbox = startOutbox(restarted.services, () => {});
  onTestFinished(() => outbox.stop());
  await Promise.all([restarted.areSent(), waiting.areSent()]);
});

it("a refusal for good (400, 422) stands on /inscriptions with its reason, and goes out with « Renvoyer »", () =>
  forEach(FOR_GOOD, async ([status, text, reason]) => {
    const emailjs = await startEmailJsServer(print(status, text));
    const { receive, states, read, send, cookie, wake } = await site(emailjs.url);
    await receive(1);
    await vi.waitUntil(async () => (await states()).every(({ state }) => state === "echec"), PATIENCE);
    expect(emailjs.requests).toHaveLength(2);
    const id = firstId(await read("/inscriptions?filtre=echec"));
    const page = withoutTags(await read(`/inscriptions?filtre=echec&id=${id}`));
    expect(page).toContain("Échec de l’e-mail");
    expect(page).toContain(`${reason} (réponse ${status})`);

    emailjs.reply(print(200, "OK"));
    const response = await send(`/inscriptions?id=${id}`, { id, intention: "resend" }, cookie);
    expect(response.status).toBe(302);
    wake();
    await vi.waitUntil(async () => (await read(`/inscriptions?id=${id}`)).includes("E-mail envoyé"), PATIENCE);
    expect(paramsOf(emailjs.requests)).toHaveLength(3);
  }));

it("the privacy page names EmailJS, its countries, and that no guarantee is known", async () => {
  const { read } = await site("http://127.0.0.1:1");
  const page = withoutTags(await read("/confidentialite"));
  expect(page).toContain("<dt>EmailJS Pte. Ltd.</dt>");
  expect(page).toContain("Singapour et États-Unis");
  expect(page).toContain("Les garanties ne sont pas indiquées ici");
  expect(page).not.toMatch(/cle_publique|cle_privee|service_jeunesse/);
});

it("settings and test mail say that the addresses are those of EmailJS's templates, and never speak of MAIL_TO", async () => {
  const emailjs = await startEmailJsServer();
  const { send, read, cookie } = await site(emailjs.url);
  const page = withoutTags(await read("/reglages"));
  expect(page).toContain("écrit aux adresses inscrites dans ses modèles");
  const testMail = withoutTags(await (await send("/reglages", { what: "test" }, cookie)).text());
  expect(testMail).toContain("EmailJS l’a accepté, pour les adresses inscrites dans ses modèles");
  for (const html of [page, testMail]) expect(html).not.toMatch(/MAIL_TO|prévues à l’installation/);
});

it("nobody is mailed a link to a password by EmailJS: the committee passes it on by hand", async () => {
  const emailjs = await startEmailJsServer();
  const { send, cookie, services } = await site(emailjs.url);
  const response = await send("/comptes", { email: "lea@exemple.ch", firstName: "Léa", intention: "invite" }, cookie);
  expect(response.status).toBeLessThan(400);
  expect(services.accountMailer).toBeNull();
  expect(await response.text()).toContain("/mot-de-passe");
  expect(emailjs.requests).toEqual([]);
});
