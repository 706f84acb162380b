import { createCookie } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { PER_PAGE } from "#domain/paging.ts";
import { mailIdOf } from "#stores/mail-document.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { setUpSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { storeOf } from "#usecases/cards/card.ts";

const site = setUpSite({ committee: true });
beforeEach(() => eraseCards(site.services));

const keysIn = (html: string) => [
  ...new Set([...html.matchAll(/name="key" value="([^"]+)"/g)].map(([, key = ""]) => key)),
];
const act = (intention: string, key: string, who = site.cookie) => site.send("/corbeille", { intention, key }, who);
const locationOf = (response: Response) => response.headers.get("location");

const toastCookie = createCookie("avis");
/** @returns the toast that an answer leaves for the next page */
async function toastOf(response: Response): Promise<{ code: string; undo?: string }> {
  const [kept = ""] = response.headers.getSetCookie().filter((one) => one.startsWith("avis="));
  const toast = (await toastCookie.parse(kept.split(";", 1)[0] ?? "")) as string | { code: string; undo?: string };
  return typeof toast === "string" ? { code: toast } : toast;
}

/** Deletes as the committee does. @returns the key in the bin that its toast takes back */
async function deleted(path: string, fields: Record<string, string>): Promise<string> {
  const response = await site.send(path, fields, site.cookie);
  expect(response.status).toBe(302);
  const { undo = "" } = await toastOf(response);
  expect(undo).not.toBe("");
  return undo;
}

const image = async (colour = 90) => new File([new Uint8Array(await jpeg(400, 300, colour))], "photo.jpg");
async function addMember(colour?: number): Promise<void> {
  const card = { Prenom: "Luc", Nom: "Dubuis", Poste: "Membre", hp: "" };
  expect((await site.upload("/comite/create", { ...card, photo: await image(colour) }, site.cookie)).status).toBe(302);
}
async function addEvent(): Promise<void> {
  const card = { Nom: "Fête", mois: "08", annee: "2019", Lieu: "Lac", AfterMovie: "", hp: "" };
  expect((await site.upload("/evenement/create", { ...card, image: await image() }, site.cookie)).status).toBe(302);
}

describe("a card in the recycle bin", () => {
  it.each([
    ["member", addMember, "/comite", "DubuisMembre", "membres", "membre"],
    ["event", addEvent, "/planning/2019", "Fête0819", "evenements", "evenement"],
  ] as const)("comes back to its page with its picture: %s", async (_what, add, list, id, collection, kind) => {
    await add();
    const before = await storeOf(site.services, collection).get(id);
    const picture = (await site.services.images.find({ collection, id }))?.url ?? "";
    const statuses = async () => {
      const pages = [picture, ...(kind === "evenement" ? [`/planning/${encodeURIComponent(id)}`] : [])];
      return new Set(await Promise.all(pages.map(async (path) => (await site.request(path)).status)));
    };
    const key = await deleted(list, { id });
    expect(await statuses()).toEqual(new Set([404]));
    expect(await site.html(list, "")).not.toContain(`id="${id}"`);
    const html = await site.html("/corbeille");
    expect(keysIn(html)).toEqual([key]);
    expect(html).toContain(`src="/corbeille/photo/${before?.picture}"`);
    const response = await act("restore", key);
    expect([response.status, locationOf(response)]).toEqual([302, `${list}#${encodeURIComponent(id)}`]);
    expect(await toastOf(response)).toEqual({ code: `${kind}-restored` });
    expect(await statuses()).toEqual(new Set([200]));
    expect(await site.html(list, "")).toContain(`id="${id}"`);
    expect(await site.html("/corbeille")).toContain("La corbeille est vide");
  });

  it("is erased for good together with its picture", async () => {
    await addMember();
    const photo = `/corbeille/photo/${(await site.services.committee.get("DubuisMembre"))?.picture}`;
    const key = await deleted("/comite", { id: "DubuisMembre" });
    expect((await site.read(photo)).status).toBe(200);
    const response = await act("erase", key);
    expect([locationOf(response), await toastOf(response)]).toEqual(["/corbeille", { code: "erased" }]);
    expect((await site.read(photo)).status).toBe(404);
    expect(await site.services.bin.list()).toEqual([]);
    expect(await toastOf(await act("restore", key))).toEqual({ code: "bin-gone" });
    expect(await site.services.committee.list()).toEqual([]);
  });
});

describe("a sign-up or message in the recycle bin", () => {
  it.each([
    ["sign-up", aSignUp(), "/inscriptions", "Héritier"],
    ["message", aMessage(), "/messages", "Léo Cœur"],
  ] as const)("comes back to its place in the list, or is erased: %s", async (_what, submission, list, name) => {
    const { inbox } = site.services;
    const { entry } = await inbox.add(submission, new Date());
    const before = await inbox.get(entry.id);
    const key = await deleted(list, { id: entry.id, intention: "remove" });
    expect(await inbox.get(entry.id)).toBeNull();
    expect(await site.html("/corbeille")).toContain(name);
    const response = await act("restore", key);
    expect(locationOf(response)).toBe(`${list}?courrier=${mailIdOf(entry.id)}`);
    expect(await toastOf(response)).toEqual({ code: `${submission.type}-restored` });
    expect(await inbox.get(entry.id)).toEqual(before);
    const again = await deleted(list, { id: entry.id, intention: "remove" });
    for (const [intention, code] of [
      ["erase", "erased"],
      ["restore", "bin-gone"],
    ] as const)
      expect(await toastOf(await act(intention, again))).toEqual({ code });
    expect(await inbox.get(entry.id)).toBeNull();
  });
});

it("says in a toast that the recycle bin has nothing of that key", async () => {
  await site.services.events.create("Fête0825", anEvent());
  await deleted("/planning", { id: "Fête0825" });
  for (const key of ["", "nulle-part-ailleurs-1", "../../site.db", "' OR 1=1 --", "\u0000", "x".repeat(5000)])
    for (const intention of ["restore", "erase"]) {
      const response = await act(intention, key);
      expect([response.status, locationOf(response)]).toEqual([302, "/corbeille"]);
      expect(await toastOf(response)).toEqual({ code: "bin-gone" });
    }
  expect(await site.services.bin.list()).toHaveLength(1);
  expect(site.log).toEqual([]);
});

it("stays on the page of the list after an action", async () => {
  const { inbox } = site.services;
  for (let entries = 0; entries <= PER_PAGE; entries++) {
    const { entry } = await inbox.add(aMessage(), new Date());
    await deleted("/messages", { id: entry.id, intention: "remove" });
  }
  const [key] = keysIn(await site.html("/corbeille?page=2"));
  const withQuestion = await site.html(`/corbeille?page=2&confirmer=effacer-${key}`);
  expect(withQuestion.split('action="/corbeille?page=2"')).toHaveLength(3);
  for (const intention of ["restore", "erase"])
    expect(locationOf(await site.send("/corbeille?page=2", { intention, key: "" }, site.cookie))).toBe(
      "/corbeille?page=2",
    );
});
