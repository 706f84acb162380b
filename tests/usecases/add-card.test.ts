import { expect, it } from "vitest";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { PICTURE_SENTENCES } from "#domain/pictures/upload-limits.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { addCommitteeMember, addEvent } from "#usecases/cards/add-card.ts";
import { broken, desk } from "./desk.ts";

const BY = { id: "account-of-ana", name: "Ana" };
const event = { Nom: "Fête d’été", mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux Sociaux" };
const poster = async (shade?: number) => ({ name: "affiche.jpg", bytes: await jpeg(300, 200, shade) });
const text = { name: "affiche.jpg", bytes: Buffer.from("Ceci n’est pas une image.") };

it("publishing a card creates an event with its image, and a member with or without a photo", async () => {
  const services = desk();
  const created = (value: string) => ({ ok: true, value });
  expect(await addEvent(services, event, await poster(), BY)).toEqual(created("Fête0825"));
  expect(await services.events.get("Fête0825")).toMatchObject({ ...anEvent({ name: "Fête d’été" }), updatedBy: BY });
  const { entries } = await services.journal.list({}, { start: 0, count: 5 });
  expect(entries).toMatchObject([{ action: "added", subject: "evenement", by: BY }]);
  expect(await seenFile(services, { collection: "evenements", id: "Fête0825" })).toBe("affiche.jpg");
  expect(await addCommitteeMember(services, ana, await poster(), BY)).toEqual(created("DupontRéseaux Sociaux"));
  expect(await addCommitteeMember(services, { ...ana, Poste: "Membre" }, null, BY)).toEqual(created("DupontMembre"));
  expect(await services.committee.list()).toHaveLength(2);
  expect([...(await services.pictures.findAll("membres")).keys()]).toEqual(["DupontRéseaux Sociaux"]);
});

it("publishing a card creates two events with an image each for two concurrent equal forms", async () => {
  const services = desk();
  const outcomes = await Promise.all([
    addEvent(services, event, await poster(10), BY),
    addEvent(services, event, await poster(200), BY),
  ]);
  expect(outcomes.map((outcome) => outcome.ok && outcome.value).sort()).toEqual(["Fête0825", "Fête0825-2"]);
  expect(await services.events.list()).toHaveLength(2);
  expect((await services.pictures.findAll("evenements")).size).toBe(2);
});

it("publishing a card reports a missing image together with all other errors", async () => {
  const services = desk();
  const errors = { image: PUBLICATION_SENTENCES.image, Lieu: expect.any(String), mois: expect.any(String) };
  expect(await addEvent(services, { ...event, Lieu: "", mois: "13" }, null, BY)).toEqual({
    ok: false,
    reason: { errors, image: null },
  });
  expect(await services.events.list()).toEqual([]);
});

it("publishing a card creates nothing for an invalid file, with an error for the field", async () => {
  const services = desk();
  const refused = (field: string) => ({
    ok: false,
    reason: { errors: { [field]: PICTURE_SENTENCES.unreadable }, image: "unreadable" },
  });
  expect(await addEvent(services, event, text, BY)).toEqual(refused("image"));
  expect(await addCommitteeMember(services, ana, text, BY)).toEqual(refused("photo"));
  expect([await services.events.list(), await services.committee.list()]).toEqual([[], []]);
  expect(await services.keysOfFiles()).toEqual([]);
});

it("publishing a card leaves no card and no picture if the document cannot be written", async () => {
  const services = desk();
  const error = { ...services, events: broken(services.events, "create") };
  await expect(addEvent(error, event, await poster(), BY)).rejects.toThrow("panne");
  expect([await services.events.list(), await keptFiles(services)]).toEqual([[], []]);
  expect(await addEvent(services, event, await poster(), BY)).toEqual({ ok: true, value: "Fête0825" });
});
