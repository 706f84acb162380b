import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { publishDueDrafts } from "#usecases/cards/publish-drafts.ts";
import { ANA, type Desk, EVENT, preceded, seen, versionOf, withEvent } from "./posters.ts";

const DUE = "2026-03-28T17:00:00.000Z";

const at = (services: Desk, instant: string): Desk => ({ ...services, clock: { now: () => new Date(instant) } });
const publicationOf = async ({ events }: Desk) => (await events.get(EVENT.id))?.publication;
/** Journal entries except those of creations. */
const linesOf = async ({ journal }: Desk) =>
  (await journal.list({}, { start: 0, count: 50 })).entries.filter(({ action }) => action !== "added");

it("the publication job publishes a draft at its time, with its picture, without a person", async () => {
  const services = await withEvent({ publication: DUE });
  expect(await publishDueDrafts(at(services, "2026-03-28T16:59:59.999Z"))).toBe(0);
  expect([await publicationOf(services), await seen(services), await linesOf(services)]).toEqual([DUE, null, []]);
  expect(await publishDueDrafts(at(services, DUE))).toBe(1);
  expect([await publicationOf(services), await seen(services)]).toEqual(["", "affiche.jpg"]);
  expect(await services.events.get(EVENT.id)).toMatchObject({ ...anEvent(), updatedBy: null });
  expect(await linesOf(services)).toMatchObject([{ action: "published", subject: "evenement", by: null }]);
  expect(await publishDueDrafts(at(services, DUE))).toBe(0);
});

it("the publication job does not overwrite a concurrent change", async () => {
  const services = at(await withEvent({ publication: DUE }), DUE);
  const postponed = anEvent({ place: "Sion", publication: "2999-01-01T10:00:00.000Z" });
  const change = async () =>
    changeCard(services, { ...EVENT, fields: postponed, version: await versionOf(services) }, ANA);
  const events = preceded(services.events, "update", change);
  expect(await publishDueDrafts({ ...services, events })).toBe(0);
  expect(await services.events.get(EVENT.id)).toMatchObject(postponed);
  expect([await seen(services), (await linesOf(services)).map(({ action }) => action)]).toEqual([null, ["changed"]]);
});

it("the publication job publishes the other drafts in the next run after an error", async () => {
  const services = at(await withEvent({ publication: DUE }), DUE);
  await services.events.create("Loto1125", anEvent({ publication: DUE }));
  let calls = 0;
  const events = preceded(services.events, "update", async () => {
    if (++calls === 2) throw new Error("panne");
  });
  await expect(publishDueDrafts({ ...services, events })).rejects.toThrow("panne");
  expect(await publishDueDrafts(services)).toBe(1);
  expect((await services.events.list()).map(({ publication }) => publication)).toEqual(["", ""]);
  expect(await linesOf(services)).toHaveLength(2);
});
