/** Drafts and their pictures, which are not public until the event is. */
import { expect, it } from "vitest";
import { isPublished } from "#domain/events/publication.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { addEvent } from "#usecases/cards/add-card.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { publishDrafts } from "#usecases/cards/publish-drafts.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { desk } from "./desk.ts";
import { ANA, type Desk, EVENT, kept, picture, preceded, seen, versionOf, withEvent } from "./posters.ts";

const cardOf = async (services: Desk) => ({ ...EVENT, version: await versionOf(services) });
const save = async (services: Desk, fields: Parameters<typeof anEvent>[0]) =>
  changeCard(services, { ...(await cardOf(services)), fields: anEvent(fields) }, ANA);

const LATER = "2999-01-01T10:00:00.000Z";
const FORM = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Savièse" };

const draftOf = async ({ events }: Desk) => {
  const event = await events.get(EVENT.id);
  return event && !isPublished(event);
};

it.each([
  [{ publication: "draft" }, true],
  [{ publication: "later", publishDay: "2999-01-01", publishTime: "18:00" }, true],
  [{ publication: "later", publishDay: "2020-01-01", publishTime: "18:00" }, false],
  [{}, false],
])("a new event with %j is a draft with a hidden picture: %j", async (publication, isDraft) => {
  const services = desk();
  expect(await addEvent(services, { ...FORM, ...publication }, await picture("affiche.jpg"), ANA)).toMatchObject({
    value: EVENT.id,
  });
  expect(await draftOf(services)).toBe(isDraft);
  expect(await kept(services)).toEqual([isDraft ? "affiche.jpg hidden" : "affiche.jpg"]);
  expect(await seen(services)).toBe(isDraft ? null : "affiche.jpg");
});

it("an event without a picture has no poster as a draft, also if the bin has one of its id", async () => {
  const services = await withEvent();
  await deleteCard(services, EVENT, ANA);
  await services.events.create(EVENT.id, anEvent());
  await save(services, { publication: "draft" });
  expect((await services.events.get(EVENT.id))?.picture).toBeNull();
  expect(await save(services, {})).toBe("no-poster");
  expect(await seen(services)).toBeNull();
});

it("a save with a past publication time publishes the draft", async () => {
  const services = await withEvent({ publication: LATER });
  await save(services, { publication: "2020-01-01T10:00:00.000Z" });
  expect([await seen(services), await draftOf(services)]).toEqual(["affiche.jpg", false]);
});

it("a draft can be neither published nor scheduled before it has a poster", async () => {
  const services = desk();
  const typed = { ...FORM, publication: "draft" };
  expect(await addEvent(services, typed, null, ANA)).toEqual({ ok: true, value: EVENT.id });
  for (const publication of ["", LATER, "2020-01-01T10:00:00.000Z"])
    expect(await save(services, { publication })).toBe("no-poster");
  expect(await publishDrafts(services, [EVENT.id], ANA)).toEqual({ published: [], withoutPoster: ["Fête"] });
  expect(await save(services, { place: "Sion", publication: "draft" })).toBe("updated");
  await changePicture(services, await cardOf(services), { file: await picture("affiche.jpg") }, "", ANA);
  expect(await save(services, { publication: LATER })).toBe("updated");
});

it("a scheduled draft cannot lose its poster; a public event of the older site needs none", async () => {
  const services = await withEvent({ publication: LATER });
  expect(await changePicture(services, await cardOf(services), { none: true }, "", ANA)).toMatchObject({ ok: false });
  await services.events.create("Loto0225", anEvent({ name: "Loto", month: "2025-02" }), null, null);
  const { version = "", ...stored } = (await services.events.get("Loto0225")) ?? {};
  const change = { ...EVENT, id: "Loto0225", fields: { ...anEvent(stored), place: "Sion" }, version };
  expect(await changeCard(services, change, ANA)).toBe("updated");
});

it("several drafts are published together; drafts without poster and public events are skipped", async () => {
  const services = await withEvent({ publication: "draft" });
  await services.events.create("Loto0225", anEvent({ name: "Loto", publication: "draft" }), null, null);
  await services.events.create("Bal0825", anEvent({ name: "Bal" }), null, null);
  const ids = [EVENT.id, "Loto0225", "Bal0825", "Jamais", EVENT.id];
  expect(await publishDrafts(services, ids, ANA)).toEqual({ published: [EVENT.id], withoutPoster: ["Loto"] });
  expect(await seen(services)).toBe("affiche.jpg");
  const { entries } = await services.journal.list({ by: ANA.id }, { start: 0, count: 1 });
  expect(entries).toMatchObject([{ action: "published", subject: "evenement" }]);
});

it("a draft that is changed concurrently is published with that change", async () => {
  const services = await withEvent({ publication: "draft" });
  let calls = 0;
  const events = preceded(services.events, "update", async () => {
    if (++calls === 1) await save(services, { place: "Sion", publication: "draft" });
  });
  expect(await publishDrafts({ ...services, events }, [EVENT.id], ANA)).toMatchObject({ published: [EVENT.id] });
  expect(await services.events.get(EVENT.id)).toMatchObject({ place: "Sion", publication: "" });
});
