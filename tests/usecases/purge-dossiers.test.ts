import { expect, it } from "vitest";
import { ASSOCIATION, type TaskFields } from "#domain/dossier/task.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { desk } from "#tests/usecases/desk.ts";
import { deleteEvent } from "#usecases/dossiers/delete-event.ts";
import { eraseForGood, purgeExpiredData, restoreDeleted } from "#usecases/recycle-bin.ts";

const BOB = { id: "bob", name: "Bob" };
const DAYS = { month: "2027-06", firstDay: "2027-06-12", startTime: "20:00", endTime: "04:00" };
const aTask = (text: string, more: Partial<TaskFields> = {}): TaskFields => ({ text, due: null, who: "", ...more });

/** A party of the night to 13 June 2027, with notes, a result, and tasks. */
async function partyWithDossier() {
  const services = desk();
  const at = (iso: string) => ({ ...services, clock: { now: () => new Date(iso) } });
  await services.events.create("Bal", anEvent({ name: "Bal", ...DAYS }), null);
  const { subject } = (await services.events.get("Bal")) ?? expect.fail();
  const { tasks, dossiers } = services;
  const typed = [aTask("Affiche", { who: "Sophie" }), aTask("Sécurité", { who: "Luc" }), aTask("Bar")];
  const [poster = "", security = ""] = await tasks.add(subject, typed, BOB);
  await tasks.setDone(poster, true, { by: BOB, at: new Date("2027-05-02T10:00:00Z") });
  await dossiers.saveNotes(subject, { notes: "40 fûts", copiedFrom: "" }, "0", BOB);
  await dossiers.saveResult(subject, { lines: [{ label: "Bar", amount: 1000, day: "" }], closedOn: "" }, "0", BOB);
  const left = async () => [
    (await tasks.list(subject)).length,
    (await dossiers.getNotes(subject)).notes,
    (await dossiers.getResult(subject)).lines.length,
  ];
  const whoOf = async (id: string) => (await tasks.get(id))?.who;
  return { services, at, subject, poster, security, left, whoOf };
}

const WHOLE = [3, "40 fûts", 1];
const NOTHING = [0, "", 0];

it("the daily job forgets the name of a done task twelve months after its event, with the revisions that have it", async () => {
  const { services, at, poster, security, whoOf } = await partyWithDossier();
  await purgeExpiredData(at("2028-06-13T12:00:00Z"));
  expect(await whoOf(poster)).toBe("Sophie");
  await purgeExpiredData(at("2028-06-14T12:00:00Z"));
  expect([await whoOf(poster), await whoOf(security)]).toEqual(["", "Luc"]);
  expect(await services.tasks.listRevisions(poster)).toEqual([]);
  expect((await services.tasks.get(poster))?.doneAt).toBe("2027-05-02T10:00:00.000Z");
});

it("names of tasks of the association and of kept dossiers end, too; « l’an dernier » ends with its own time", async () => {
  const { services, at, subject, poster, whoOf } = await partyWithDossier();
  const former = { name: "Ana", since: "2026-08-01" };
  const [keys = "", copied = ""] = await services.tasks.add(
    ASSOCIATION,
    [aTask("Clés", { who: "Zoé" }), { ...aTask("Caisses"), former }],
    BOB,
  );
  await services.tasks.setDone(keys, true, { by: BOB, at: new Date("2027-01-10T10:00:00Z") });
  await deleteEvent(services, { id: "Bal", keepsDossier: true }, BOB);
  await purgeExpiredData(at("2027-12-31T12:00:00Z"));
  expect([await whoOf(keys), (await services.tasks.get(copied))?.former.name]).toEqual(["Zoé", ""]);
  await purgeExpiredData(at("2028-06-14T12:00:00Z"));
  expect([await whoOf(keys), await whoOf(poster)]).toEqual(["", ""]);
  expect(await services.tasks.list(subject)).toHaveLength(3);
});

it("the dossier of an event in the recycle bin stays, and is erased with the event", async () => {
  const { services, left } = await partyWithDossier();
  const key = await deleteEvent(services, { id: "Bal", keepsDossier: false }, BOB);
  await purgeExpiredData(services);
  expect(await left()).toEqual(WHOLE);
  await restoreDeleted(services, key ?? "", BOB);
  await purgeExpiredData(services);
  expect(await left()).toEqual(WHOLE);
  const again = await deleteEvent(services, { id: "Bal", keepsDossier: false }, BOB);
  await eraseForGood(services, again ?? "", BOB);
  expect(await left()).toEqual(NOTHING);
});

it("a kept dossier outlives its event; deleted, it is erased after 30 days, with its revisions", async () => {
  const { services, at, subject, poster, left } = await partyWithDossier();
  const { dossiers, tasks } = services;
  const { version } = await dossiers.getNotes(subject);
  await dossiers.saveNotes(subject, { notes: "45 fûts", copiedFrom: "" }, version, { id: "ana", name: "Ana" });
  const key = await deleteEvent(services, { id: "Bal", keepsDossier: true }, BOB);
  await eraseForGood(services, key ?? "", BOB);
  await purgeExpiredData(services);
  expect(await left()).toEqual([3, "45 fûts", 1]);
  expect(await dossiers.setKeptDeleted(subject, true, { by: BOB, at: new Date("2027-09-01T10:00:00Z") })).toBe(true);
  await purgeExpiredData(at("2027-10-01T09:00:00Z"));
  expect(await left()).toEqual([3, "45 fûts", 1]);
  await purgeExpiredData(at("2027-10-01T11:00:00Z"));
  expect([await left(), await dossiers.listKept()]).toEqual([NOTHING, []]);
  expect([await dossiers.listNotesRevisions(subject), await tasks.listRevisions(poster)]).toEqual([[], []]);
});

it("a dossier whose deletion can still be undone outlives the erasure of its event", async () => {
  const { services, at, subject, left } = await partyWithDossier();
  const key = await deleteEvent(services, { id: "Bal", keepsDossier: true }, BOB);
  await services.dossiers.setKeptDeleted(subject, true, { by: BOB, at: new Date() });
  await eraseForGood(services, key ?? "", BOB);
  await purgeExpiredData(services);
  expect(await left()).toEqual(WHOLE);
  await services.dossiers.setKeptDeleted(subject, false, { by: BOB, at: new Date() });
  await purgeExpiredData(at("2029-01-01T12:00:00Z"));
  expect(await left()).toEqual(WHOLE);
});

it("tasks, notes and results of an event that exists nowhere are erased; the association's dossier stays", async () => {
  const services = desk();
  for (const subject of ["subject-of-nothing", ASSOCIATION]) {
    await services.tasks.add(subject, [aTask("Clés")], BOB);
    await services.dossiers.saveNotes(subject, { notes: "Sous l’évier", copiedFrom: "" }, "0", BOB);
  }
  await purgeExpiredData(services);
  expect((await services.tasks.listAll()).map(({ event }) => event)).toEqual([ASSOCIATION]);
  expect([...(await services.dossiers.listNotes()).keys()]).toEqual([ASSOCIATION]);
});

it("of two people who delete an event, the one who keeps its dossier prevails, in any order", async () => {
  for (const order of [[true, false], [false, true], "at once"]) {
    const { services, subject } = await partyWithDossier();
    const choose = (keepsDossier: boolean) => deleteEvent(services, { id: "Bal", keepsDossier }, BOB);
    if (order === "at once") await Promise.all([choose(true), choose(false), choose(true), choose(false)]);
    else for (const keepsDossier of order as boolean[]) await choose(keepsDossier);
    expect(await services.dossiers.listKept()).toMatchObject([{ subject, name: "Bal", deletedAt: "" }]);
  }
});

it("an event that is deleted again goes with its dossier unless it is kept again; a second tap changes nothing", async () => {
  const { services, subject, left } = await partyWithDossier();
  const keep = { id: "Bal", keepsDossier: true };
  const [key] = await Promise.all([deleteEvent(services, keep, BOB), deleteEvent(services, keep, BOB)]);
  expect(await deleteEvent(services, { id: "Bal", keepsDossier: false }, BOB)).toBeNull();
  expect(await services.dossiers.listKept()).toMatchObject([{ subject, name: "Bal", ...DAYS, deletedAt: "" }]);
  await restoreDeleted(services, key ?? (await services.bin.findOf(subject))?.key ?? "", BOB);
  const last = await deleteEvent(services, { id: "Bal", keepsDossier: false }, BOB);
  expect(await services.dossiers.listKept()).toEqual([]);
  await eraseForGood(services, last ?? "", BOB);
  expect(await left()).toEqual(NOTHING);
});
