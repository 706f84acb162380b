/** Planning of a season: drafts without posters, several events at once, and the end of a season. */
import { beforeEach, describe, expect, it } from "vitest";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { saveSettings, sentences } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const { site, clock, put } = setUpPlanning("2025-06-10T10:00:00Z", { committee: true });

const putWithPoster = async (id: string, fields: Parameters<typeof anEvent>[0]) =>
  site.services.events.create(id, anEvent({ name: id, ...fields }), null, await prepared(site.services, "evenements"));
const page = async (path: string, who = site.cookie) => (await site.html(path, who)).replaceAll("\u00a0", " ");
const draft = { Nom: "Loto", mois: "11", annee: "2025", Lieu: "Halle", publication: "draft", hp: "" };
const none = new File([], "");
const publicationOf = async (id: string) => (await site.services.events.get(id))?.publication;

it("a draft without a poster can be created, but not published; the form keeps the typed values", async () => {
  expect((await site.upload("/evenement/create", { ...draft, image: none }, site.cookie)).status).toBe(302);
  expect(await page("/planning")).toContain("evenement-sans-image");
  const { version = "" } = (await site.services.events.get("Loto1125")) ?? {};
  const fields = { ...draft, Lieu: "Sion", version, publication: "now" };
  const response = await site.send("/evenement/modify/Loto1125", fields, site.cookie);
  const html = await response.text();
  expect([response.status, sentences(html)]).toEqual([400, [["publication", PUBLICATION_SENTENCES.poster]]]);
  expect(html).toMatch(/name="Lieu"[^>]*value="Sion"/);
  expect(await publicationOf("Loto1125")).toBe("draft");
});

it("several drafts are published together if they are ticked; those without a poster are named, with a link", async () => {
  await putWithPoster("Bal", { month: "2025-11", publication: "draft" });
  await putWithPoster("Noël", { month: "2025-12", publication: "2025-12-01T10:00:00.000Z" });
  await put("Loto", { month: "2026-02", publication: "draft" });
  const html = await page("/planning");
  const boxes = [...html.matchAll(/type="checkbox" name="([^"]*)"( checked)?/g)].map(([, name, on]) => [name, !!on]);
  expect(boxes).toEqual([
    ["publier Bal", true],
    ["publier Noël", false],
  ]);
  expect(html).toContain('href="/evenement/modify/Loto/affiche"');
  const ticked = { intention: "publish-chosen", "publier Bal": "on", "choisi Noël": "on" };
  expect((await site.send("/planning", ticked, site.cookie)).headers.get("location")).toBe(
    "/planning?fait=&fait=Bal#Bal",
  );
  expect([await publicationOf("Bal"), await publicationOf("Noël")]).toEqual(["", "2025-12-01T10:00:00.000Z"]);
  const late = await site.send("/planning", { ...ticked, "publier Loto": "on", "publier Noël": "on" }, site.cookie);
  expect([late.status, (await late.text()).replaceAll("\u00a0", " ")]).toEqual([
    200,
    expect.stringContaining("Il manque une affiche : Loto."),
  ]);
  expect([await publicationOf("Noël"), await publicationOf("Loto")]).toEqual(["", "draft"]);
  expect((await site.send("/planning", ticked)).status).not.toBe(200);
});

it("« Enregistrer et ajouter un autre » opens the form again with month, year and publication of the last event, and the known places", async () => {
  const fields = { ...draft, image: none, intention: "another" };
  const next = (await site.upload("/evenement/create", fields, site.cookie)).headers.get("location") ?? "";
  expect(next).toBe("/evenement/create?apres=Loto1125#Nom");
  const html = await page(next.split("#", 1)[0] ?? "");
  expect(html).toMatch(/<option value="11" selected="">/);
  expect(html).toMatch(/name="annee"[^>]*value="2025"/);
  expect(html).toMatch(/checked=""[^>]*value="draft"|value="draft"[^>]*checked=""/);
  expect(html).toContain('<datalist id="lieux"><option value="Halle"></option></datalist>');
  expect(html).toMatch(/name="Nom"[^>]*value=""/);
  const member = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre", photo: none, hp: "", intention: "another" };
  const added = await site.upload("/comite/create", member, site.cookie);
  expect(added.headers.get("location")).toBe("/comite/create?apres=DupontMembre#Prenom");
});

describe("a season that is over", () => {
  const visited = (path = "/planning") => page(path, "");
  beforeEach(() => put("Noël", { month: "2025-12" }));

  it("shows a message, with the next events of any year", async () => {
    expect(await visited()).not.toContain("La saison 2025");
    clock.now = new Date("2026-11-20T10:00:00Z");
    const between = await visited();
    expect(between).toContain(
      "<h2>La saison 2025 est terminée.</h2><p>La suivante s’affiche ici dès qu’elle est prête.</p>",
    );
    expect(between.match(/S’abonner au calendrier/g)).toHaveLength(1);
    await put("Passé", { month: "2026-03" });
    await put("Secret", { month: "2026-12", publication: "draft" });
    expect(await visited()).toContain("La suivante s’affiche ici");
    expect(await page("/planning")).toContain("En préparation</h2>");
    await put("Loto", { month: "2027-02" });
    const next = await visited();
    expect(next).toContain("Prochaines dates :</h2>");
    expect(next).not.toContain("La suivante s’affiche");
    expect([...next.matchAll(/<li class="evenement[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["Loto", "Noël"]);
    expect(next).toContain('href="/planning/2026"');
    for (const year of [2025, 2026]) expect(await visited(`/planning/${year}`)).not.toContain("La saison");
  });
});

it("the planning of a new site changes its year automatically, without an offer", async () => {
  await put("Noël", { month: "2025-12" });
  clock.now = new Date("2026-01-10T10:00:00Z");
  await saveSettings(site, INITIAL_SETTINGS);
  expect(await page("/planning")).toContain("<h1>Planning 2026</h1>");
  clock.now = new Date("2025-12-28T10:00:00Z");
  const html = await page("/planning");
  expect(html).toContain("<h1>Planning 2025</h1>");
  expect(html).not.toContain("next-year-offer");
});
