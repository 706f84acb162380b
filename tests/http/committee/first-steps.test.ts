import { expect, it } from "vitest";

import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { ADMIN, saveSettings, setUpSite, textOf } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const site = setUpSite({ each: true, committee: true });

const BY = { by: { id: "account-of-anne", name: "Anne" }, at: new Date("2026-03-02T20:00:00Z") };
const COLLEAGUE = { email: "bruno@exemple.ch", password: "trois-mots-2026" };
const LINE = 'href="/premiers-pas"';

/** The titles of the steps that are done. */
const done = async () => {
  const html = await site.html("/premiers-pas");
  return [...html.matchAll(/<h2>(?:<a[^>]*>)?([^<]+)(?:<\/a>)?<span class="sr-only">, fait</g)].map(
    ([, title]) => title,
  );
};

const sent = async () => ({ outcome: "sent" }) as const;
const sendTest = () => site.send("/reglages", { what: "test" }, site.cookie);

it("the setup checklist marks each step as done by itself, links to its field, and ends", async () => {
  const { services } = site;
  services.mailer = { delivery: "server", send: sent };
  expect(await done()).toEqual([]);
  const html = await site.html("/premiers-pas");
  const fields = ["/reglages#iban", "/reglages#s-groupe", "/reglages#recipients", "/reglages#s-reseaux"];
  const pages = ["/comite/create", "/comptes", "/comptes#cles", "/cotisations/ouvrir", "/registre/importer"];
  for (const target of [...fields, ...pages, "/reglages#hosting"]) expect(html).toContain(`<h2><a href="${target}"`);
  expect(html).not.toContain("auvegarde");
  const form = await site.html("/reglages");
  for (const id of ["iban", "s-groupe", "recipients", "s-reseaux", "hosting"]) expect(form).toContain(`id="${id}"`);
  expect(await site.html("/comptes")).toContain('id="cles"');

  await saveSettings(site, { iban: "CH5604835012345678009" });
  expect(await done()).toEqual(["Compte en banque"]);
  const photo = await prepared(services, "accueil");
  const { version, lastSave: _, picture: __, ...settings } = await services.settings.get();
  await services.settings.save(settings, version, BY, { was: null, is: photo });
  await services.committee.create("Ana", { firstName: "Ana", lastName: "Luyet", role: "Membre", displayedRole: "" });
  await services.events.create("Fete", anEvent({ publication: "draft" }));
  const early = ["Compte en banque", "Photo de groupe", "Premier membre", "Premier événement"];
  expect(await done()).toEqual(early);

  await saveSettings(site, { instagram: "https://www.instagram.com/jeunesse/", facebook: "https://facebook.com/js" });
  expect(await done()).toEqual(early);
  await saveSettings(site, { email: "jeunesse@exemple.org", hosting: "Infomaniak, Suisse" });
  expect(await done()).toEqual(["Compte en banque", "Réseaux", ...early.slice(1)]);
  await saveSettings(site, { mailHosting: "Infomaniak, Suisse" });
  await services.register.save([{ id: null, data: { ...EMPTY_MEMBER, firstName: "Léa" } }], null);
  await services.fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await services.auth.createAccount(COLLEAGUE.email, COLLEAGUE.password);
  const later = ["Liste des membres", "Cotisation", "Hébergement"];
  expect(await done()).toEqual(["Deuxième compte", "Compte en banque", "Réseaux", ...early.slice(1), ...later]);

  const me = (await services.auth.findAccountId(ADMIN.email)) ?? "";
  await services.auth.rename(me, "Anne");
  expect((await done())[0]).toBe("Votre prénom");
  const key = createKey("http://localhost:3000");
  const options = await (await site.send("/cle", { purpose: "add" }, site.cookie)).json();
  await site.send("/comptes", { intention: "add-passkey", passkey: JSON.stringify(key.make(options)) }, site.cookie);
  expect(await site.html("/planning")).toContain(LINE);
  expect(await site.html("/premiers-pas")).toContain("Encore 1, et le site est à vous.");
  await sendTest();
  expect(await site.html("/premiers-pas")).toContain("Tout est en place\u00a0: le site est à vous.");
  expect(await site.html("/planning")).not.toContain(LINE);
});

it("the step « recipients » is done once a test mail was sent to the present recipients", async () => {
  const { services } = site;
  services.mailer = { delivery: "server", send: async () => ({ outcome: "retry", reason: "En panne." }) };
  await saveSettings(site, { recipients: ["comite@exemple.ch", "anne@exemple.ch"] });
  await sendTest();
  expect(await done()).toEqual([]);
  expect(await site.html("/premiers-pas")).toContain("Envoyer un courrier d’essai");
  services.mailer = { delivery: "server", send: sent };
  await sendTest();
  expect(await done()).toEqual(["Destinataires"]);
  await saveSettings(site, { recipients: ["anne@exemple.ch", "comite@exemple.ch"] });
  expect(await done()).toEqual(["Destinataires"]);
  await saveSettings(site, { recipients: ["anne@exemple.ch"] });
  expect(await done()).toEqual([]);
});

it("the mail step of a site without mail asks the webmaster, by name if the settings have it, and does not count", async () => {
  const recipients = async () =>
    textOf(/<h2>Destinataires.*?<\/li>/s.exec(await site.html("/premiers-pas"))?.[0] ?? "");
  expect(await recipients()).toBe(
    "Destinataires , à demander Le site n’a pas encore de messagerie. Demandez à la personne qui s’occupe du serveur de régler la messagerie.",
  );
  expect(await site.html("/premiers-pas")).toContain("Encore 11, et");
  await sendTest();
  expect(await done()).toEqual([]);
  await saveSettings(site, { webmaster: "Zoé", webmasterPhone: "0791234567" });
  expect(await recipients()).toContain(
    "Demandez à Zoé (079 123 45 67), qui s’occupe du serveur, de régler la messagerie.",
  );
});

it("the setup checklist can be hidden permanently by a signed-in person only, and breaks no page when its state cannot be read", async () => {
  expect((await site.send("/premiers-pas", {}, "")).headers.get("location")).toMatch(/^\/login/);
  expect(await site.html("/planning")).toContain(LINE);
  const response = await site.send("/premiers-pas", {}, site.cookie);
  expect([response.status, response.headers.get("location")]).toEqual([302, "/a-faire"]);
  expect(await site.html("/planning")).not.toContain(LINE);
  expect(await done()).toEqual([]);
  expect(await site.html("/", "")).not.toContain(LINE);
  site.services.firstSteps.areOver = () => Promise.reject(new Error("disk"));
  const { status, html } = await site.read("/planning");
  expect([status, html.includes(LINE)]).toEqual([200, false]);
  expect(site.log.map(({ position }) => position)).toEqual(["first steps"]);
});
