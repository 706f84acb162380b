/** The pictures of drafts: nobody sees them until the event is announced. */
import { expect, it } from "vitest";
import { isPublic } from "#domain/events/publication.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { publishEvent } from "#usecases/cards/publish-card.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import { desk } from "./desk.ts";
import { ANA, type Desk, EVENT, kept, picture, seen, versionOf, withEvent } from "./posters.ts";

const save = async (services: Desk, fields: Parameters<typeof anEvent>[0]) =>
  changeCard(services, { ...EVENT, fields: anEvent(fields), version: await versionOf(services) }, ANA);

const draftOf = async ({ events }: Desk) => {
  const event = await events.get(EVENT.id);
  return event && !isPublic(event);
};

it.each([
  [{ publication: "draft" }, true],
  [{ publication: "later", publishDay: "2999-01-01", publishTime: "18:00" }, true],
  [{ publication: "later", publishDay: "2020-01-01", publishTime: "18:00" }, false],
  [{}, false],
])("a new event that says %j is a draft with a hidden picture: %j", async (publication, isDraft) => {
  const services = desk();
  const typed = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Savièse", ...publication };
  expect(await publishEvent(services, typed, await picture("affiche.jpg"), ANA)).toMatchObject({ value: EVENT.id });
  expect(await draftOf(services)).toBe(isDraft);
  expect(await kept(services)).toEqual([isDraft ? "affiche.jpg hidden" : "affiche.jpg"]);
  expect(await seen(services)).toBe(isDraft ? null : "affiche.jpg");
});

it("an event without a picture, of an earlier version, is a draft without one, and shows none that lies in the bin", async () => {
  const services = await withEvent();
  await deleteCard(services, EVENT, ANA);
  await services.events.create(EVENT.id, anEvent());
  await save(services, { publication: "draft" });
  expect((await services.events.get(EVENT.id))?.picture).toBeNull();
  await save(services, {});
  expect(await seen(services)).toBeNull();
});

it("a draft whose time has come by the save is announced with it", async () => {
  const services = await withEvent({ publication: "2999-01-01T10:00:00.000Z" });
  await save(services, { publication: "2020-01-01T10:00:00.000Z" });
  expect([await seen(services), await draftOf(services)]).toEqual(["affiche.jpg", false]);
});
