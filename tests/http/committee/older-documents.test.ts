/** Documents of an older site, or written by hand: they are shown, and a save keeps every field that was not changed. */
import { describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ committee: true });

const decode = (html: string) => html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The values that a browser submits for an unchanged form: the first option where none is selected. */
function untouched(html: string): Record<string, string> {
  const form = /<form(?:(?!<\/form>).)*name="version".*?<\/form>/s.exec(html)?.[0] ?? "";
  const values: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    if (tag.includes('type="radio"') && !tag.includes("checked")) continue;
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name) values[name] = decode(/value="([^"]*)"/.exec(tag)?.[1] ?? "");
  }
  for (const [, name = "", options = ""] of form.matchAll(/<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const all = [...options.matchAll(/<option([^>]*)>(.*?)<\/option>/gs)];
    const [, attributes = "", text = ""] = all.find(([, these = ""]) => these.includes("selected")) ?? all[0] ?? [];
    values[name] = decode(/value="([^"]*)"/.exec(attributes)?.[1] ?? text);
  }
  return values;
}

/** Opens the form, changes one field, saves. */
async function saveOnly(path: string, change: Record<string, string>) {
  const values = untouched(await site.html(path));
  expect(Object.keys(values)).toContain("version");
  return site.send(path, { ...values, ...change }, site.cookie);
}

describe("an older committee member with an unlisted role", () => {
  it.each([
    ["Shouted", "CO-PRESIDENT", "Co-président"],
    ["Unknown", "Chef d'orchestre & bar", "Chef d'orchestre & bar"],
    ["TwoLines", "Chef\nde bar", "Chef\nde bar"],
    ["Empty", "", ""],
  ])("%s: saving another field leaves it what it means", async (id, role, kept) => {
    await site.services.committee.create(id, { firstName: "Ana", lastName: "Dupont", role, displayedRole: "" });
    const answer = await saveOnly(`/comite/modify/${id}`, { Prenom: "Anna" });
    expect(answer.status).toBe(302);
    expect(await site.services.committee.get(id)).toMatchObject({ firstName: "Anna", lastName: "Dupont", role: kept });
  });

  it("refuses the unlisted role that only another member's document has", async () => {
    await site.services.committee.create("Strict", {
      firstName: "Ana",
      lastName: "Dupont",
      role: "Caissier",
      displayedRole: "",
    });
    const answer = await saveOnly("/comite/modify/Strict", { Poste: "Chef d'orchestre & bar" });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(sentences(html)).toEqual([["Poste", "Choisissez un poste de la liste."]]);
    expect(untouched(html).Poste).toBe("Chef d'orchestre & bar");
    expect(await site.services.committee.get("Strict")).toMatchObject({ role: "Caissier", displayedRole: "" });
  });
});

describe("an older event with an unlisted month or status", () => {
  it.each([
    ["InWords", { month: "août 2025" }],
    ["NoMonth", { month: "" }],
    ["OtherState", { month: "2025-08", status: "complet" as "" }],
  ])("%s: saving another field leaves them as they are", async (id, odd) => {
    await site.services.events.create(id, anEvent(odd));
    const path = `/evenement/modify/${id}`;
    const answer = await saveOnly(path, { Lieu: "Binii" });
    expect(answer.status).toBe(200);
    expect(await site.services.events.get(id)).toMatchObject({ ...odd, place: "Binii" });
    await saveOnly(path, { mois: "09", annee: "2026", State: "" });
    expect(await site.services.events.get(id)).toMatchObject({ month: "2026-09", status: "", place: "Binii" });
  });
});

it("a link of an older site opens without its scheme; an unsafe one is no link", async () => {
  const { events } = site.services;
  await events.create("Film", anEvent({ afterMovie: "www.youtube.com/watch?v=1" }));
  for (const path of ["/planning", "/planning/Film"])
    expect(decode(await site.html(path, ""))).toContain('href="https://www.youtube.com/watch?v=1"');
  for (const [i, afterMovie] of ["javascript:alert(1)", "data:text/html,x", "bientôt"].entries()) {
    await events.create(`Unsafe${i}`, anEvent({ afterMovie }));
    const page = await site.html(`/planning/Unsafe${i}`, "");
    expect(page).toContain("Partager");
    for (const text of [`href="${afterMovie}`, "after movie</a>"]) expect(page).not.toContain(text);
    expect(await site.html("/planning.ics", "")).not.toContain(afterMovie);
  }
});

it("a document without a name is nowhere for visitors, and shown to the committee to be named or deleted", async () => {
  await site.services.committee.create("Nameless", { firstName: " ", lastName: "", role: "Membre", displayedRole: "" });
  await site.services.events.create("Nameless", anEvent({ name: "  ", month: "2099-12" }));
  for (const path of ["/comite", "/planning", "/", "/sitemap.xml", "/planning.ics"])
    expect(await site.html(path, ""), path).not.toMatch(/Nameless|<h2[^>]*>\s*<\/h2>/);
  for (const path of ["/planning/Nameless", "/planning/Nameless.ics"])
    expect((await site.request(path)).status).toBe(404);
  for (const path of ["/comite", "/planning/2099"])
    expect(await site.html(path), path).toMatch(/Sans nom.*modify\/Nameless"/s);
});
