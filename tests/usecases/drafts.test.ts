/** The pictures of drafts: nobody sees them until the event is announced. */
import { expect, it } from "vitest";
import { isPublic } from "#domain/events/publication.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { changePicture } from "#usecases/cards/change-picture.ts";
import { publishEvent } from "#usecases/cards/publish-card.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { purgeExpired } from "#usecases/recycle-bin/purge-expired.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { desk } from "./desk.ts";
import { ANA, type Desk, EVENT, kept, later, picture, seen, versionOf, withEvent } from "./posters.ts";

const DRAFT = { publication: "draft" };
const LATER = { publication: "2999-01-01T10:00:00.000Z" };

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

it.each([
  ["draft", DRAFT],
  ["one that is announced later", LATER],
])("an event hides its picture as a %s, keeps it, and shows it when it is public again", async (_, fields) => {
  const services = await withEvent();
  expect(await save(services, fields)).toBe("updated");
  expect([await seen(services), await draftOf(services)]).toEqual([null, true]);
  for (const days of [0, 1]) await purgeExpired(later(services, days));
  expect(await kept(services)).toEqual(["affiche.jpg hidden"]);
  await save(services, {});
  expect([await seen(services), await draftOf(services)]).toEqual(["affiche.jpg", false]);
});

it("an event without a picture, of an earlier version, is a draft without one, and shows none that lies in the bin", async () => {
  const services = await withEvent();
  await deleteCard(services, EVENT, ANA);
  await services.events.create(EVENT.id, anEvent());
  await save(services, DRAFT);
  expect((await services.events.get(EVENT.id))?.picture).toBeNull();
  await save(services, {});
  expect(await seen(services)).toBeNull();
});

it("a draft whose time has come by the save is announced with it", async () => {
  const services = await withEvent(LATER);
  await save(services, { publication: "2020-01-01T10:00:00.000Z" });
  expect([await seen(services), await draftOf(services)]).toEqual(["affiche.jpg", false]);
});

it("a draft gets another picture that nobody sees either, and shows that one only when it is announced", async () => {
  const services = await withEvent(DRAFT);
  const card = { ...EVENT, version: await versionOf(services) };
  await changePicture(services, card, { file: await picture("neuve.jpg") }, "", ANA);
  expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg hidden"]);
  await save(services, {});
  expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg"]);
});

it("a draft comes back from the bin as one, also under another identifier", async () => {
  const services = await withEvent(DRAFT);
  const first = (await deleteCard(services, EVENT, ANA)) ?? "";
  await restore(services, first, ANA);
  expect([await seen(services), await kept(services), await draftOf(services)]).toEqual([
    null,
    ["affiche.jpg hidden"],
    true,
  ]);
  const second = (await deleteCard(services, EVENT, ANA)) ?? "";
  await services.events.create(EVENT.id, anEvent(), null, null);
  const other = { ...EVENT, id: "Fête0825-2" };
  expect(await restore(services, second, ANA)).toMatchObject({ id: other.id });
  expect([await seen(services, other), await kept(services)]).toEqual([null, ["affiche.jpg hidden"]]);
});
