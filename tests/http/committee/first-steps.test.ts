import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { saveSettings, setUpSite } from "#tests/http/site.ts";
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

it("marks each step as done by itself, and links to its field", async () => {
  const { services } = site;
  expect(await done()).toEqual([]);
  const html = await site.html("/premiers-pas");
  const fields = ["/reglages#iban", "/reglages#s-groupe", "/reglages#recipients"];
  for (const target of [...fields, "/comite/create", "/comptes", "/cotisations/ouvrir"])
    expect(html).toContain(`<h2><a href="${target}"`);
  const form = await site.html("/reglages");
  for (const id of ["iban", "s-groupe", "recipients"]) expect(form).toContain(`id="${id}"`);

  await saveSettings(site, { iban: "CH5604835012345678009" });
  expect(await done()).toEqual(["Compte en banque"]);
  const photo = await prepared(services, "accueil");
  const { version, lastSave: _, picture: __, ...settings } = await services.settings.get();
  await services.settings.save(settings, version, BY, { was: null, is: photo });
  await services.committee.create("Ana", { firstName: "Ana", lastName: "Luyet", role: "Membre" });
  await services.events.create("Fete", anEvent({ publication: "draft" }));
  expect(await done()).toEqual(["Compte en banque", "Photo de groupe", "Premier membre", "Premier événement"]);

  expect(await site.html("/premiers-pas")).not.toContain("courrier d’essai");
  await saveSettings(site, { recipients: ["comite@exemple.ch"] });
  expect(await site.html("/premiers-pas")).toContain("Envoyer un courrier d’essai");
  await services.fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await services.auth.createAccount(COLLEAGUE.email, COLLEAGUE.password);
  expect((await done()).slice(4)).toEqual(["Destinataires", "Cotisation", "Deuxième compte"]);
  expect(await site.html("/planning")).toContain(LINE);

  const restoreTest = { outcome: "readable", madeAt: BY.at } as const;
  const checked = { at: BY.at, restoreTest } as ReturnType<typeof services.health.readChecked>["last"];
  services.health.readChecked = () => ({ last: checked, inProgress: false });
  expect(await site.html("/premiers-pas")).toContain("Tout est en place\u00a0: le site est à vous.");
  expect(await site.html("/planning")).not.toContain(LINE);
});

it("says that the provider makes the backups, without a check, if the provider does", async () => {
  expect(await site.html("/premiers-pas")).toContain("le site se sauvegarde chaque nuit");
  site.services.backups.readState = async () => ({ last: null, failedAt: null, kept: null });
  expect(await done()).toEqual(["Sauvegarde"]);
  expect(await site.html("/premiers-pas")).not.toContain("chaque nuit");
});

it("can be hidden permanently by a signed-in person only, and breaks no page when its state cannot be read", async () => {
  expect((await site.send("/premiers-pas", {}, "")).headers.get("location")).toMatch(/^\/login/);
  expect(await site.html("/planning")).toContain(LINE);
  const response = await site.send("/premiers-pas", {}, site.cookie);
  expect([response.status, response.headers.get("location")]).toEqual([302, "/planning"]);
  expect(await site.html("/planning")).not.toContain(LINE);
  expect(await done()).toEqual([]);
  expect(await site.html("/", "")).not.toContain(LINE);
  site.services.firstSteps.areOver = () => Promise.reject(new Error("disk"));
  const { status, html } = await site.read("/planning");
  expect([status, html.includes(LINE)]).toEqual([200, false]);
  expect(site.log.map(({ position }) => position)).toEqual(["first steps"]);
});
