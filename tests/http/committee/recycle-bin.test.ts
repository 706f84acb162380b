import { createCookie } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { TASKS_PER_EVENT_MAX } from "#domain/dossier/task.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { setUpSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { cardStoreOf } from "#usecases/cards/card.ts";

const site = setUpSite({ committee: true });
beforeEach(() => eraseCards(site.services));

const keysIn = (html: string) => [
  ...new Set([...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, key = ""]) => key)),
];
/** A button of a row. */
const act = (intention: string, id: string, more = {}) =>
  site.send("/corbeille", { intention, id, ...more }, site.cookie);
/** « Annuler » on another page. */
const takeBack = (key: string) => site.send("/corbeille", { intention: "restore", key }, site.cookie);
const locationOf = (response: Response) => response.headers.get("location");

const toastCookie = createCookie("avis");
/** @returns the toast that an answer leaves for the next page */
async function toastOf(response: Response): Promise<{ code: string; name?: string }> {
  const [kept = ""] = response.headers.getSetCookie().filter((one) => one.startsWith("avis="));
  const toast = (await toastCookie.parse(kept.split(";", 1)[0] ?? "")) as string | { code: string; name?: string };
  return typeof toast === "string" ? { code: toast } : toast;
}

/** Deletes as the committee does. @returns its key in the bin */
async function deleted(path: string, fields: Record<string, string>): Promise<string> {
  const response = await site.send(path, fields, site.cookie);
  expect(response.status).toBe(302);
  const [newest] = await site.services.bin.list();
  return newest?.key ?? expect.fail();
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
    const before = await cardStoreOf(site.services, collection).get(id);
    const picture = (await site.services.pictures.find({ collection, id }))?.url ?? "";
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
    const response = await takeBack(key);
    expect([response.status, locationOf(response)]).toEqual([302, `${list}#${encodeURIComponent(id)}`]);
    expect(await toastOf(response)).toMatchObject({ code: `${kind}-restored` });
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
    expect(locationOf(response)).toBe(`/corbeille?fait=&fait=${key}#ligne-${key}`);
    expect(await toastOf(response)).toEqual({ code: "erased", name: "Luc Dubuis" });
    const row = await site.html(`/corbeille?fait=&fait=${key}`);
    expect(row).toContain("Effacé définitivement.</p>");
    expect(row).not.toMatch(/Dubuis|Annuler/);
    expect((await site.read(photo)).status).toBe(404);
    expect(await site.services.bin.list()).toEqual([]);
    expect(await toastOf(await act("restore", key))).toMatchObject({ code: "bin-left" });
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
    const response = await takeBack(key);
    expect(locationOf(response)).toBe(`${list}?courrier=${mailIdOfEntry(entry.id)}`);
    expect(await toastOf(response)).toMatchObject({ code: `${submission.type}-restored` });
    expect(await inbox.get(entry.id)).toEqual(before);
    const again = await deleted(list, { id: entry.id, intention: "remove" });
    for (const [intention, code] of [
      ["erase", "erased"],
      ["restore", "bin-left"],
    ] as const)
      expect(await toastOf(await act(intention, again))).toMatchObject({ code });
    expect(await inbox.get(entry.id)).toBeNull();
  });
});

it("a restored row keeps its place in the list, and « Annuler » puts it back, also after two taps", async () => {
  await addMember();
  const key = await deleted("/comite", { id: "DubuisMembre" });
  for (const _tap of ["one", "two"]) await act("restore", key);
  const path = `/corbeille?fait=&fait=${key}`;
  expect(await site.html(path)).toMatch(/Luc Dubuis.*Remis en place\.<\/p>.*Annuler/s);
  expect(await site.services.committee.list()).toHaveLength(1);
  for (const _tap of ["one", "two"])
    expect(await toastOf(await act("restore", key, { undo: "1" }))).toMatchObject({ code: "bin-again" });
  expect([await site.services.committee.list(), (await site.services.bin.list()).length]).toEqual([[], 1]);
  expect(await site.html(path)).toContain("De retour dans la corbeille.</p>");
});

it("the recycle bin says in a toast that an entry is no longer in it", async () => {
  await site.services.events.create("Fête0825", anEvent());
  await deleted("/planning", { id: "Fête0825" });
  for (const key of ["", "nulle-part-ailleurs-1", "../../site.db", "' OR 1=1 --", "\u0000", "x".repeat(5000)])
    for (const intention of ["restore", "erase"]) {
      const response = await act(intention, key);
      expect([response.status, locationOf(response)]).toEqual([302, "/corbeille?fait="]);
      expect(await toastOf(response)).toMatchObject({ code: "bin-gone" });
    }
  expect(await site.services.bin.list()).toHaveLength(1);
  expect(site.log).toEqual([]);
});

it("the recycle bin says why a task cannot be restored", async () => {
  const { tasks, dossiers } = site.services;
  const aTask = (text: string) => ({ text, due: null, who: "" });
  const [id = ""] = await tasks.add("subject-of-a-party", [aTask("Affiche")], null);
  const key = "key-of-the-task-0001";
  await tasks.moveToBin([id], { at: new Date(), by: null }, () => key);
  const [again = ""] = await tasks.add("subject-of-a-party", [aTask("affiche")], null);
  expect(await toastOf(await act("restore", key))).toMatchObject({ code: "task-taken" });
  await tasks.moveToBin([again], { at: new Date(), by: null });
  const many = Array.from({ length: TASKS_PER_EVENT_MAX }, (_, i) => aTask(`Tâche ${i}`));
  await tasks.add("subject-of-a-party", many, null);
  expect(await toastOf(await act("restore", key))).toMatchObject({ code: "task-taken" });
  await dossiers.keep("subject-of-a-party", { ...anEvent(), name: "Bal des foins" });
  expect(await site.html("/corbeille")).toMatch(/Affiche.*Bal des foins/s);
});

it("the recycle bin stays on the page of the list after an action", async () => {
  const { inbox } = site.services;
  for (let entries = 0; entries <= ROWS_PER_PAGE; entries++) {
    const { entry } = await inbox.add(aMessage(), new Date());
    await deleted("/messages", { id: entry.id, intention: "remove" });
  }
  const [key] = keysIn(await site.html("/corbeille?page=2"));
  const withQuestion = await site.html(`/corbeille?page=2&confirmer=effacer-${key}`);
  expect(withQuestion.split('action="/corbeille?page=2"')).toHaveLength(3);
  for (const intention of ["restore", "erase"])
    expect(locationOf(await site.send("/corbeille?page=2", { intention, id: "" }, site.cookie))).toBe(
      "/corbeille?page=2&fait=",
    );
});
