import { describe, expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { ADMIN, setUpSite, textOf, versionIn } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const ANNE = { id: "account-of-elodie", name: "Élodie" };
const BOB = { id: "account-of-bob", name: "Bob" };

const site = setUpSite({ each: true, committee: true });

/** The text of each revision on a page. */
const statesIn = (html: string) => [...html.matchAll(/<li class="state">(.*?)<\/li>/gs)].map(([one]) => textOf(one));
const keysIn = (html: string) => [...html.matchAll(/name="state" value="([^"]+)"/g)].map(([, key = ""]) => key);

/** Creates an event with three revisions: by an unknown author, Élodie and Bob. */
const FETE = "Fête0825";
const PAGE = `/evenement/modify/${encodeURIComponent(FETE)}/historique`;
async function eventWithHistory() {
  const { events } = site.services;
  const write = async (fields: Partial<EventFields>, by: typeof BOB | null) => {
    const { version = "" } = (await events.get(FETE)) ?? {};
    await events.update(FETE, anEvent(fields), version, by);
  };
  await events.create(FETE, anEvent({ name: "Fete" }), null);
  await write({ name: "Fête", month: "2025-08", firstDay: "2025-08-01", startTime: "19:30" }, ANNE);
  await write({ name: "Fête", place: "Sion" }, BOB);
}

describe("the history of an event", () => {
  it("restores a revision as the newest one, but not over a save made since the page was shown, whose author it names", async () => {
    await eventWithHistory();
    const { events } = site.services;
    const { html } = await site.read(PAGE);
    expect(statesIn(html)).toEqual([
      expect.stringMatching(/^Bob \d\d\.\d\d\.\d{4}, \d\d:\d\d Maintenant.*Du avant : 01\.08\.2025 après : — vide/),
      expect.stringMatching(
        /^Élodie .*Nom de l’événement avant : Fete après : Fête.*Dès avant : — vide après : 19.h.30/,
      ),
      expect.stringMatching(/^Quelqu’un .*L’état le plus ancien.*Mois (?:Août 2025|\p{Lu}\p{L}+ \d{4})/u),
    ]);
    const restore = (from: string) =>
      site.send(PAGE, { version: versionIn(from), state: keysIn(html)[1] ?? "" }, site.cookie);
    const { version = "" } = (await events.get(FETE)) ?? {};
    await events.update(FETE, anEvent({ name: "Fête", place: "Sierre" }), version, ANNE);
    const response = await restore(html);
    const answer = await response.text();
    expect(response.status).toBe(409);
    expect(answer).toContain("Élodie vient de modifier cette fiche.");
    expect(await events.get(FETE)).toMatchObject({ place: "Sierre" });
    const again = await restore(answer);
    expect([again.status, again.headers.get("location")]).toEqual([302, PAGE]);
    expect(await events.get(FETE)).toMatchObject({ name: "Fete", updatedBy: { name: ADMIN.email } });
    expect(await events.listRevisions(FETE)).toHaveLength(4);
  });

  it("does not restore a revision that the form refuses today, and says why", async () => {
    const { events } = site.services;
    await events.create(FETE, anEvent({ place: "", firstDay: "2030-01-01" }), null);
    const { version = "" } = (await events.get(FETE)) ?? {};
    await events.update(FETE, anEvent(), version, BOB);
    const { html } = await site.read(PAGE);
    const response = await site.send(PAGE, { version: versionIn(html), state: keysIn(html)[0] ?? "" }, site.cookie);
    const answer = await response.text();
    expect(response.status).toBe(400);
    expect(answer).toContain("Cet état ne passe plus tel quel.");
    expect(answer).toContain("Lieu\u00a0: Ce champ est obligatoire.");
    expect(answer).toContain("Du\u00a0: Ce jour n’est pas en");
    expect(await events.get(FETE)).toMatchObject({ place: anEvent().place });
  });

  it("has revisions only of a changed event; the id of no revision restores nothing", async () => {
    const { events } = site.services;
    await events.create(FETE, anEvent(), ANNE);
    const { html } = await site.read(PAGE);
    expect(html).toContain("Rien n’a encore changé.");
    expect(statesIn(html)).toEqual([]);
    const form = `/evenement/modify/${encodeURIComponent(FETE)}`;
    expect(html).toContain(`href="${form}"`);
    expect((await site.read(form)).html).toContain(`href="${PAGE}"`);
    const before = await events.get(FETE);
    for (const state of ["", "2030-01-01T00:00:00.000Z", "' OR 1=1 --", "\u0000".repeat(5000)]) {
      const response = await site.send(PAGE, { version: before?.version ?? "", state }, site.cookie);
      expect([response.status, await response.text()]).toEqual([
        409,
        expect.stringContaining("Cet état n’est plus gardé."),
      ]);
    }
    expect(await events.get(FETE)).toEqual(before);
  });
});

describe("the history of the settings", () => {
  const HISTORY = "/reglages/historique";
  const save = async (settings: Partial<Settings>, by = ANNE, photo?: PictureChange) => {
    const { version } = await site.services.settings.get();
    await site.services.settings.save({ ...INITIAL_SETTINGS, ...settings }, version, { by, at: new Date() }, photo);
  };

  it("shows the form's labels, the IBAN in groups, the recipients and the photo", async () => {
    const photo = await prepared(site.services, "accueil");
    await save({ planningYear: 2026 }, BOB, { was: null, is: photo });
    const changed = { iban: "CH5604835012345678009", recipients: ["a@exemple.ch", "b@exemple.ch"] };
    await save({ planningYear: 2026, ...changed }, ANNE, { was: photo.key, is: null });
    const { html } = await site.read(HISTORY);
    const [now = ""] = statesIn(html);
    expect(now).toMatch(/^Élodie /);
    expect(now).toContain("IBAN avant : CH93 0076 2011 6238 5295 7 après : CH56 0483 5012 3456 7800 9");
    expect(now).toContain("Destinataires avant : — vide après : a@exemple.ch, b@exemple.ch");
    for (const text of ["Photo retirée", `src="/corbeille/photo/${photo.key}"`]) expect(html).toContain(text);
    await site.send(HISTORY, { version: versionIn(html), state: keysIn(html)[0] ?? "" }, site.cookie);
    expect(await site.services.settings.get()).toMatchObject({ picture: photo.key, recipients: [] });
  });

  it("restores a revision once, and does not overwrite a save made since the page was shown", async () => {
    await save({ planningYear: 2026 }, BOB);
    await save({ planningYear: 2027 });
    await save({ planningYear: 2027, holder: "Autre" }, BOB);
    const { html } = await site.read(HISTORY);
    const [bobs = "", first = ""] = keysIn(html);
    // The sign-in has just confirmed the password.
    const response = await site.send(HISTORY, { version: versionIn(html), state: bobs }, site.cookie);
    expect([response.status, response.headers.get("location")]).toEqual([302, HISTORY]);
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2027, holder: INITIAL_SETTINGS.holder });
    expect(site.security.map(([event]) => event)).toContain("bank-details-changed");
    const late = await site.send(HISTORY, { version: versionIn(html), state: first }, site.cookie);
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining(`${ADMIN.email} vient de modifier les réglages.`),
    ]);
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2027 });
  });

  it("asks for the password when the last confirmation is too old, and keeps the chosen revision", async () => {
    await save({});
    await save({ holder: "Autre" }, BOB);
    await save({ planningYear: 2030, holder: "Autre" });
    site.services.clock.now = () => new Date(Date.now() + 60 * 60 * 1000);
    const { html } = await site.read(HISTORY);
    const [, first = ""] = keysIn(html);
    const fields = { version: versionIn(html), state: first };
    const asked = await site.send(HISTORY, fields, site.cookie);
    const answer = await asked.text();
    expect(asked.status).toBe(400);
    expect(answer).toContain("Confirmez avec votre mot de passe");
    expect(await site.services.settings.get()).toMatchObject({ holder: "Autre" });
    const done = await site.send(HISTORY, { ...fields, confirmation: ADMIN.password }, site.cookie);
    expect(done.status).toBe(302);
    expect(await site.services.settings.get()).toMatchObject({ holder: INITIAL_SETTINGS.holder });
  });
});

it("a history of an unknown document responds with 404", async () => {
  for (const path of [PAGE, "/comite/modify/Personne/historique", "/evenement/modify/..%2F..%2Fetc/historique"]) {
    expect([path, (await site.read(path)).status]).toEqual([path, 404]);
    expect((await site.send(path, { version: "1", state: "x" }, site.cookie)).status).toBe(404);
  }
});
