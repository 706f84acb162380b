import { createCookie } from "react-router";
import { describe, expect, it } from "vitest";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { storeOf } from "#usecases/cards/card.ts";
import { mailIdOf } from "#usecases/inbox/deliver-mail.ts";

const site = setUpSite({ each: true, committee: true });

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
  const card = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
  expect((await site.upload("/evenement/create", { ...card, image: await image() }, site.cookie)).status).toBe(302);
}
const sequenceOf = (card: object | null) => (card && "sequence" in card ? Number(card.sequence) : Number.NaN);
const pictureOf = async (collection: "membres" | "evenements", id: string) =>
  (await site.services.images.find({ collection, id }))?.url ?? "";
const statusOf = async (path: string) => (await site.request(path)).status;

describe("a card in the recycle bin", () => {
  it.each([
    ["member", addMember, "/comite", "DubuisMembre", "membres", "membre"],
    ["event", addEvent, "/planning", "Fête0825", "evenements", "evenement"],
  ] as const)("comes back with its picture: %s", async (_what, add, list, id, collection, kind) => {
    await add();
    const before = await storeOf(site.services, collection).get(id);
    const picture = await pictureOf(collection, id);
    const key = await deleted(list, { id });
    expect(await statusOf(picture)).toBe(404);
    expect((await site.read(list, "")).html).not.toContain(`id="${id}"`);
    if (kind === "evenement") expect(await statusOf(`/planning/${encodeURIComponent(id)}`)).toBe(404);

    const { html } = await site.read("/corbeille");
    expect(keysIn(html)).toEqual([key]);
    expect(html).toContain(`src="/corbeille/photo/${before?.picture}"`);
    const response = await act("restore", key);
    expect([response.status, locationOf(response)]).toEqual([302, `${list}#${encodeURIComponent(id)}`]);
    expect(await toastOf(response)).toEqual({ code: `${kind}-restored` });
    const after = await storeOf(site.services, collection).get(id);
    const renewed = { version: after?.version, updatedAt: after?.updatedAt, updatedBy: after?.updatedBy };
    // Calendars take a return for news only when it counts further.
    const sequence = kind === "evenement" ? { sequence: expect.toSatisfy((n) => n > sequenceOf(before)) } : {};
    expect(after).toEqual({ ...before, ...renewed, ...sequence });
    expect(after?.version).not.toBe(before?.version);
    expect(await pictureOf(collection, id)).toBe(picture);
    expect(await statusOf(picture)).toBe(200);
    expect((await site.read(list, "")).html).toContain(`id="${id}"`);
    if (kind === "evenement") expect(await statusOf(`/planning/${encodeURIComponent(id)}`)).toBe(200);
    expect((await site.read("/corbeille")).html).toContain("La corbeille est vide");
  });

  it("comes back to the page of its year", async () => {
    await addEvent();
    const { events } = site.services;
    await events.create("Fête0819", anEvent({ month: "2019-08" }));
    const response = await act("restore", await deleted("/planning/2019", { id: "Fête0819" }));
    expect(locationOf(response)).toBe(`/planning/2019#${encodeURIComponent("Fête0819")}`);
    expect((await site.read("/planning/2019", "")).html).toContain('id="Fête0819"');
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
  ] as const)("comes back as it was: %s", async (_what, submission, list, name) => {
    const { inbox } = site.services;
    const { entry } = await inbox.add(submission, new Date());
    await inbox.markSent(entry.id, new Date());
    await inbox.setHandled([entry.id], new Date("2026-01-02T10:00:00Z"));
    const before = await inbox.get(entry.id);
    const key = await deleted(list, { id: entry.id, intention: "remove" });
    expect(await inbox.get(entry.id)).toBeNull();
    expect((await site.read("/corbeille")).html).toContain(name);
    const response = await act("restore", key);
    expect(locationOf(response)).toBe(`${list}?courrier=${await mailIdOf(entry.id)}`);
    expect(await toastOf(response)).toEqual({ code: `${submission.type}-restored` });
    expect(await inbox.get(entry.id)).toEqual(before);

    const again = await deleted(list, { id: entry.id, intention: "remove" });
    expect(await toastOf(await act("erase", again))).toEqual({ code: "erased" });
    expect(await toastOf(await act("restore", again))).toEqual({ code: "bin-gone" });
    expect(await inbox.get(entry.id)).toBeNull();
  });
});

describe("an action on the recycle bin", () => {
  const binned = async () => {
    await site.services.events.create("Fête0825", anEvent());
    return deleted("/planning", { id: "Fête0825" });
  };

  it("says in a toast that there is nothing of that key", async () => {
    await binned();
    for (const key of ["", "nulle-part-ailleurs-1", "../../site.db", "' OR 1=1 --", "\u0000", "x".repeat(5000)])
      for (const intention of ["restore", "erase"]) {
        const response = await act(intention, key);
        expect([response.status, locationOf(response)]).toEqual([302, "/corbeille"]);
        expect(await toastOf(response)).toEqual({ code: "bin-gone" });
      }
    expect(await site.services.bin.list()).toHaveLength(1);
    expect(site.log).toEqual([]);
  });

  it("says that nothing was changed when the store fails", async () => {
    const key = await binned();
    site.services.events.restore = () => Promise.reject(new Error("disk full"));
    site.services.bin.erase = () => Promise.reject(new Error("disk full"));
    for (const intention of ["restore", "erase"]) {
      const response = await act(intention, key);
      expect(response.status).toBe(503);
      expect(await response.text()).toContain("Rien n’a été changé.");
    }
    expect(site.log.map(({ position }) => position)).toEqual(["recycle bin restore", "recycle bin erase"]);
    expect(await site.services.bin.list()).toHaveLength(1);
  });
});
