import type { Firestore } from "@google-cloud/firestore";
import { expect, it } from "vitest";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { rankOfRole } from "#domain/committee-member.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const createCommitteeStore = (db: Firestore, now?: () => Date) => createCommittee(createDocuments(db), now);
const createEventStore = (db: Firestore, now?: () => Date) => createEvents(createDocuments(db), now);

const ANA = { firstName: "Ana", lastName: "Dupont", role: "Réseaux-sociaux" };
/** As an older site writes her. */
const old = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux-sociaux", Telephone: "0791234567" };

describeHosted("a project in which an older site has written", () => {
  it("shows its members, those with another spelling of a post among them", async () => {
    const db = firestoreProject().openOne();
    await db.doc("membres/DupontRéseaux-sociaux").set(old);
    const [member, ...others] = await createCommitteeStore(db).list();
    expect(others).toEqual([]);
    expect(member).toEqual({
      id: "DupontRéseaux-sociaux",
      ...ANA,
      version: expect.any(String),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedBy: null,
      subject: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await createCommitteeStore(db).listRevisions("DupontRéseaux-sociaux")).toEqual([]);
    expect(rankOfRole(member?.role ?? "")).toBe(4);
  });

  it("shows its events, with defaults for the fields that they lack", async () => {
    const db = firestoreProject().openOne();
    await db.doc("evenements/Fête0825").set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" });
    expect(await createEventStore(db).get("Fête0825")).toMatchObject(anEvent());
  });

  it("keeps unknown fields when the committee saves a member", async () => {
    const db = firestoreProject().openOne();
    await db.doc("membres/A").set(old);
    const members = createCommitteeStore(db, () => new Date("2025-08-01T20:15:00.000Z"));
    const stored = await members.get("A");
    const next = { firstName: "Ana", lastName: "Dupont", role: "Réseaux Sociaux" };
    expect(await members.update("A", next, stored?.version ?? "")).toBe("updated");
    expect((await db.doc("membres/A").get()).data()).toMatchObject({ ...old, Poste: "Réseaux Sociaux" });
    expect((await members.get("A"))?.updatedAt).toBe("2025-08-01T20:15:00.000Z");
  });

  it("lets its documents be deleted, and leaves the trace of an event that calendars ask for", async () => {
    const db = firestoreProject().openOne();
    await db.doc("evenements/Loto1125").set({ Nom: "Loto", Date: "2025-11", Lieu: "Halle" });
    const events = createEventStore(db);
    const before = await events.get("Loto1125");
    await moveCard(events, "Loto1125");
    expect(await events.list()).toEqual([]);
    const [trace] = await events.listDeleted(new Date(0));
    expect(trace).toMatchObject({ id: "Loto1125", month: "2025-11", firstDay: "" });
    expect(trace?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    expect(trace?.sequence).toBeLessThan(2 ** 31);
  });

  it("tells calendars of an event that an earlier version deleted, which did not know all fields", async () => {
    const db = firestoreProject().openOne();
    const updatedAt = "2025-08-01T20:15:00.000Z";
    const dates = { month: "2025-11", firstDay: "", lastDay: "", startTime: "19:30", endTime: "" };
    await db.doc("deleted-evenements/Loto1125").set({ month: "2025-11", startTime: "19:30", updatedAt, sequence: 12 });
    expect(await createEventStore(db).listDeleted(new Date(0))).toEqual([
      { ...dates, id: "Loto1125", updatedAt, sequence: 12 },
    ]);
  });

  it("reads a field that holds no text, or is not there, as far as it can be shown", async () => {
    const db = firestoreProject().openOne();
    await db
      .doc("evenements/A")
      .set({ Nom: 2025, Date: null, Lieu: { street: "x" }, AfterMovie: ["y"], FirstDay: true });
    expect(await createEventStore(db).list()).toMatchObject([
      { name: "2025", month: "", place: "", afterMovie: "", firstDay: "true", status: "" },
    ]);
    await db.doc("membres/B").set({ updatedAt: 12, sequence: "x" });
    expect(await createCommitteeStore(db).list()).toMatchObject([
      { id: "B", lastName: "", firstName: "", role: "", updatedAt: expect.stringMatching(/^20.*Z$/) },
    ]);
  });

  it.each(["L’été (bis) : 100 % !", "a.b", "..a", "Zoé 🎺", "`x`[0]", "_"])(
    "takes up a document with the identifier '%s', which this site would not give",
    async (id) => {
      const db = firestoreProject().openOne();
      await db.collection("evenements").doc(id).set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse" });
      const events = createEventStore(db);
      const [stored] = await events.list();
      expect(await events.update(id, anEvent({ place: "Sion" }), stored?.version ?? "")).toBe("updated");
      expect(await events.get(id)).toMatchObject({ id, place: "Sion" });
      await moveCard(events, id);
      expect(await events.get(id)).toBeNull();
    },
  );

  it("takes an identifier for taken that one of its documents has in another case", async () => {
    const db = firestoreProject().openOne();
    await db.doc("membres/DupontMembre").set(old);
    const members = createCommitteeStore(db);
    expect(await members.create("DUPONTmembre", ANA)).toBe("taken");
    expect(await members.list()).toHaveLength(1);
    await moveCard(members, "DupontMembre");
    expect(await members.create("DUPONTmembre", ANA)).toBe("created");
  });

  it("keeps an identifier taken when its name in another case is deleted", async () => {
    const db = firestoreProject().openOne();
    const members = createCommitteeStore(db);
    await members.create("Ana", ANA);
    const { version = "" } = (await members.get("Ana")) ?? {};
    expect(await members.moveToBin("ANA", version, aDeletion())).toBe("absent");
    expect((await db.collection("keys").get()).size).toBe(1);
    await moveCard(members, "Ana");
    expect((await db.collection("keys").get()).size).toBe(0);
  });

  it("gives an identifier again after its document was deleted by hand in the database", async () => {
    const db = firestoreProject().openOne();
    const members = createCommitteeStore(db);
    await members.create("A", ANA);
    await db.doc("membres/A").delete();
    expect(await members.create("a", ANA)).toBe("created");
    expect(await members.create("A", ANA)).toBe("taken");
  });
});
