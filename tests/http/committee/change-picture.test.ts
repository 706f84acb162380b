import { beforeEach, describe, expect, it } from "vitest";
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import { PICTURE_SENTENCES } from "#domain/pictures/upload-limits.ts";
import { toShownPicture } from "#stores/pictures/reading.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { ADMIN, sentences, setUpSite } from "#tests/http/site.ts";
import { prepared, preparedKeys, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { cardStoreOf } from "#usecases/cards/card.ts";

const FETE = { collection: "evenements", id: "Fête0825" } as const;
const FORM = `/evenement/modify/${encodeURIComponent(FETE.id)}`;
const POSTER = `${FORM}/affiche`;
const MEMBRE = { collection: "membres", id: "DubuisMembre" } as const;
const PHOTO = "/comite/modify/DubuisMembre/photo";
const BOB = { id: "account-of-bob", name: "Bob" };

const site = setUpSite({ committee: true });
beforeEach(async () => {
  site.log.length = 0;
  await eraseCards(site.services);
});

const file = (bytes: Uint8Array, name = "nouvelle.jpg") => new File([new Uint8Array(bytes)], name);
const portrait = async (shade = 200) => file(await jpeg(300, 450, shade));

async function addEvent(fields = {}) {
  const poster = await prepared(site.services, "evenements", "affiche.jpg", await jpeg(450, 360));
  await site.services.events.create(FETE.id, anEvent(fields), null, poster);
  return toShownPicture(FETE, poster);
}

async function addMember(hasPhoto = true) {
  const photo = hasPhoto ? await prepared(site.services, "membres", "luc.jpg", await jpeg(300, 360)) : null;
  const member = { firstName: "Luc", lastName: "Dubuis", role: "Membre", displayedRole: "" };
  await site.services.committee.create(MEMBRE.id, member, null, photo);
}

const versionOf = async ({ collection, id }: typeof FETE | typeof MEMBRE) =>
  (await cardStoreOf(site.services, collection).get(id))?.version ?? "";
const shown = (folder: typeof FETE | typeof MEMBRE) => site.services.pictures.find(folder);
const MIDDLE = { focusX: "5", focusY: "5" };

/** Sends the form of the page as a browser without script does. */
const change = async (fields: Record<string, string | File>, path = POSTER) => {
  const version = await versionOf(path === POSTER ? FETE : MEMBRE);
  return site.upload(path, { intention: "save", version, ...MIDDLE, hp: "", ...fields }, site.cookie);
};
/** The page that an answer leads to, with the toast that it brought. */
async function follow(response: Response) {
  const toast = response.headers.getSetCookie().find((one) => /avis=/.test(one)) ?? "";
  return site.read(response.headers.get("location") ?? "", `${site.cookie}; ${toast.split(";", 1)[0]}`);
}
/** What the notice on a page sends, and where. */
function undoIn(html: string) {
  const [, start = "", fields = ""] = /(<form[^>]*undo-deletion[^>]*>)(.*?)<\/form>/s.exec(html) ?? [];
  const pairs = [...fields.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  return { action: /action="([^"]*)"/.exec(start)?.[1] ?? "", fields: Object.fromEntries(pairs) };
}

describe("the poster of an event", () => {
  it("is changed on its own page, and the new one is on the event's page and the share picture at once", async () => {
    const before = await addEvent();
    expect((await site.read(FORM)).html).toContain(`href="${POSTER}"`);
    const page = await site.html(POSTER);
    expect(page).toContain("Changer l’affiche");
    expect(page).toContain(`src="${before.url}"`);
    const response = await change({ image: await portrait() });
    expect([response.status, response.headers.get("location")]).toEqual([302, FORM]);
    const after = await shown(FETE);
    expect(await seenFile(site.services, FETE)).toBe("nouvelle.jpg");
    expect(await site.services.events.get(FETE.id)).toMatchObject({ picture: after?.key });
    const html = await site.html(`/planning/${encodeURIComponent(FETE.id)}`, "");
    for (const address of [after?.url, after?.share]) expect(html).toContain(address);
    for (const old of [before.url, before.share ?? ""]) {
      expect(html).not.toContain(old);
      expect((await site.request(old)).status).toBe(404);
    }
  });

  it("is not changed if another person has saved the event meanwhile, whom the page names", async () => {
    const before = await addEvent();
    const version = await versionOf(FETE);
    await site.services.events.update(FETE.id, anEvent({ place: "Sion" }), version, BOB);
    const response = await change({ image: await portrait(), version });
    const html = await response.text();
    expect(response.status).toBe(409);
    expect(html).toContain("Bob vient de modifier cette fiche.");
    expect(preparedKeys(site.folder)).toEqual([before.key]);
    // The page that comes back knows the newest version.
    expect(html).toContain(`name="version" value="${await versionOf(FETE)}"`);
    expect((await change({ image: await portrait() })).status).toBe(302);
    expect(await site.services.events.get(FETE.id)).toMatchObject({ place: "Sion" });
    const twice = await change({ image: await portrait(), version });
    expect([twice.status, await twice.text()]).toEqual([
      409,
      expect.stringContaining("Vous venez d’enregistrer cette fiche."),
    ]);
  });

  it("is not changed by a file that is no picture, by a form without a change, or by the picture of another event", async () => {
    const before = await addEvent();
    const other = await prepared(site.services, "evenements", "bal.jpg");
    await site.services.events.create("Bal0825", anEvent(), null, other);
    for (const [fields, status, sentence] of [
      [{ image: file(Buffer.from("no picture")) }, 415, PICTURE_SENTENCES.unreadable],
      [{}, 400, "Choisissez une image, ou déplacez le point de celle-ci."],
      [{ intention: "undo", picture: other.key }, 409, "Cette image n’est plus gardée. Choisissez-en une autre."],
    ] as const) {
      const response = await change(fields);
      expect([response.status, sentences(await response.text())]).toEqual([status, [["image", sentence]]]);
    }
    expect((await change({ intention: "remove" })).status).toBe(400);
    expect((await shown(FETE))?.key).toBe(before.key);
    expect(preparedKeys(site.folder).toSorted()).toEqual([before.key, other.key].toSorted());
    expect(site.log).toEqual([]);
  });

  it("gets a focal point, which the share picture shows, without a new upload", async () => {
    const before = await addEvent();
    const response = await change({ focusX: "3", focusY: "10", cropped: "on" });
    const after = await shown(FETE);
    expect([response.status, after?.focus]).toEqual([302, "3 10"]);
    expect(after?.share).not.toBe(before.share);
    expect((await follow(response)).html).toContain("Le cadrage a été changé");
    expect(await site.html(POSTER)).toContain("focus-x-3 focus-y-10");
    // Without the box it is shown whole again.
    await change({ focusX: "3", focusY: "10" });
    expect((await shown(FETE))?.focus).toBe("");
  });

  it("of a draft can be changed, and visitors see neither poster before the publication", async () => {
    const before = await addEvent({ publication: DRAFT_PUBLICATION });
    expect((await site.read(POSTER)).html).toContain(`/corbeille/photo/${before.key}`);
    expect((await change({ image: await portrait() })).status).toBe(302);
    expect(await shown(FETE)).toBeNull();
    const draft = await site.services.events.get(FETE.id);
    expect((await site.read(FORM)).html).toContain(`/corbeille/photo/${draft?.picture}`);
    expect([draft?.publication, draft?.picture === before.key]).toEqual([DRAFT_PUBLICATION, false]);
  });
});

describe("the photo of a member", () => {
  it("is added to a card without one, and removed; one tap undoes each change", async () => {
    await addMember(false);
    expect((await site.read(PHOTO)).html).toContain("Ajouter une photo");
    const added = await follow(await change({ photo: await portrait() }, PHOTO));
    expect(added.html).toContain("La photo a été changée");
    expect(await seenFile(site.services, MEMBRE)).toBe("nouvelle.jpg");
    const takeBack = undoIn(added.html);
    expect((await site.send(takeBack.action, takeBack.fields, site.cookie)).status).toBe(302);
    expect(await shown(MEMBRE)).toBeNull();

    await change({ photo: await portrait() }, PHOTO);
    const removed = await follow(await change({ intention: "remove" }, PHOTO));
    expect(removed.html).toContain("La photo a été retirée");
    expect(await shown(MEMBRE)).toBeNull();
    const bringBack = undoIn(removed.html);
    const back = await site.send(bringBack.action, bringBack.fields, site.cookie);
    expect((await follow(back)).html).toContain("La photo d’avant est de retour");
    expect(await seenFile(site.services, MEMBRE)).toBe("nouvelle.jpg");
  });

  it("is cropped around its point on the committee's page", async () => {
    await addMember();
    expect((await site.read("/comite", "")).html).not.toContain("focus-x-");
    expect((await change({ focusX: "2", focusY: "0" }, PHOTO)).status).toBe(302);
    expect((await site.read("/comite", "")).html).toMatch(/class="tint-\S+ focused focus-x-2 focus-y-0"/);
    expect((await change(MIDDLE, PHOTO)).status).toBe(302);
    expect((await shown(MEMBRE))?.focus).toBe("");
  });
});

describe("the history", () => {
  const HISTORY = `${FORM}/historique`;
  const keysIn = (html: string) => [...html.matchAll(/name="state" value="([^"]+)"/g)].map(([, key = ""]) => key);
  const goBack = async (path: string, which: number, folder: typeof FETE | typeof MEMBRE) => {
    const { html } = await site.read(path);
    return site.send(path, { version: await versionOf(folder), state: keysIn(html).at(which) ?? "" }, site.cookie);
  };

  it("shows the picture of each revision, and restores the fields and the picture of a revision together", async () => {
    const before = await addEvent({ place: "Sion" });
    await change({ image: await portrait() });
    const { html } = await site.read(HISTORY);
    expect(html).toContain("Nouvelle affiche");
    for (const key of [before.key, (await shown(FETE))?.key]) expect(html).toContain(`src="/corbeille/photo/${key}"`);
    await site.services.events.update(FETE.id, anEvent({ place: "Sierre" }), await versionOf(FETE), BOB);
    const response = await goBack(HISTORY, -1, FETE);
    expect(response.status).toBe(302);
    const restored = { place: "Sion", picture: before.key, updatedBy: { name: ADMIN.email } };
    expect(await site.services.events.get(FETE.id)).toMatchObject(restored);
    expect((await shown(FETE))?.key).toBe(before.key);

    await addMember();
    await change({ intention: "remove" }, PHOTO);
    const path = "/comite/modify/DubuisMembre/historique";
    expect(await site.html(path)).toContain("Photo retirée");
    expect((await goBack(path, -1, MEMBRE)).status).toBe(302);
    expect(await seenFile(site.services, MEMBRE)).toBe("luc.jpg");
  });

  it("leaves an announced event announced and a draft a draft, and offers no revision that differs only by that", async () => {
    const { events } = site.services;
    const publish = async (fields: Parameters<typeof anEvent>[0]) =>
      events.update(FETE.id, anEvent(fields), await versionOf(FETE), BOB);
    await addEvent({ publication: DRAFT_PUBLICATION, place: "Sion" });
    await publish({ place: "Sion" });
    const { html } = await site.read(HISTORY);
    expect([html.includes("Publication"), keysIn(html)]).toEqual([true, []]);
    for (const publication of ["", DRAFT_PUBLICATION] as const) {
      await publish({ place: "Sierre", publication });
      expect((await goBack(HISTORY, 0, FETE)).status).toBe(302);
      expect(await events.get(FETE.id)).toMatchObject({ place: "Sion", publication });
    }
  });
});
