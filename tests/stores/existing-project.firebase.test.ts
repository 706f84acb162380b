import { expect, it } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { rankOfRole } from "#domain/member-role.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createEventStore } from "#stores/events.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const ANA = { firstName: "Ana", lastName: "Dupont", role: "Réseaux-sociaux", displayedRole: "" };
/** As an older site writes her. */
const old = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux-sociaux", Telephone: "0791234567" };

const NOW = new Date("2025-08-01T20:15:00.000Z");

/** A project with these documents, as an older site or Firebase's console writes them. */
async function project(documents: Record<string, object> = {}) {
  const db = firestoreProject().openOne();
  for (const [path, content] of Object.entries(documents)) await db.doc(path).set(content);
  const all = createFirestoreDocuments(db);
  return { db, members: createCommitteeStore(all, () => NOW), events: createEventStore(all) };
}

describeHosted("a project in which an older site has written", () => {
  it("shows its members, those with another spelling of a post among them", async () => {
    const { members } = await project({ "membres/DupontRéseaux-sociaux": old });
    const [member, ...others] = await members.list();
    expect(others).toEqual([]);
    expect(member).toEqual({
      id: "DupontRéseaux-sociaux",
      ...ANA,
      replaces: "",
      version: expect.any(String),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedBy: null,
      subject: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await members.listRevisions("DupontRéseaux-sociaux")).toEqual([]);
    expect(rankOfRole(member?.role ?? "")).toBe(4);
  });

  it("shows its events, with defaults for the fields that they lack", async () => {
    const written = { Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" };
    const { events } = await project({ "evenements/Fête0825": written });
    expect(await events.get("Fête0825")).toMatchObject(anEvent());
  });

  it("keeps unknown fields when the committee saves a member", async () => {
    const { db, members } = await project({ "membres/A": old });
    const next = { firstName: "Ana", lastName: "Dupont", role: "Réseaux Sociaux", displayedRole: "" };
    expect(await members.update("A", next, (await members.get("A"))?.version ?? "")).toBe("updated");
    expect((await db.doc("membres/A").get()).data()).toMatchObject({ ...old, Poste: "Réseaux Sociaux" });
    expect((await members.get("A"))?.updatedAt).toBe(NOW.toISOString());
  });

  it("lets its documents be deleted, and keeps the calendar record of a deleted event", async () => {
    const { events } = await project({ "evenements/Loto1125": { Nom: "Loto", Date: "2025-11", Lieu: "Halle" } });
    const before = await events.get("Loto1125");
    await moveCard(events, "Loto1125");
    expect(await events.list()).toEqual([]);
    const [trace] = await events.listDeleted(new Date(0));
    expect(trace).toMatchObject({ id: "Loto1125", month: "2025-11", firstDay: "" });
    expect(trace?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    expect(trace?.sequence).toBeLessThan(2 ** 31);
  });

  it("lists for calendars an event that an earlier version deleted, also without the newer fields", async () => {
    const known = { month: "2025-11", startTime: "19:30", updatedAt: "2025-08-01T20:15:00.000Z", sequence: 12 };
    const { events } = await project({ "deleted-evenements/Loto1125": known });
    const trace = { id: "Loto1125", firstDay: "", lastDay: "", endTime: "", ...known };
    expect(await events.listDeleted(new Date(0))).toEqual([trace]);
  });

  it("reads a field that contains no text, or is missing, as an empty or converted text", async () => {
    const { events, members } = await project({
      "evenements/A": { Nom: 2025, Date: null, Lieu: { street: "x" }, AfterMovie: ["y"], FirstDay: true },
      "membres/B": { updatedAt: 12, sequence: "x" },
    });
    const read = { name: "2025", month: "", place: "", afterMovie: "", firstDay: "true", status: "" };
    expect(await events.list()).toMatchObject([read]);
    const empty = { id: "B", lastName: "", firstName: "", role: "", displayedRole: "" };
    expect(await members.list()).toMatchObject([{ ...empty, updatedAt: expect.stringMatching(/^20.*Z$/) }]);
  });

  it.each(["L’été (bis) : 100 % !", "a.b", "..a", "Zoé 🎺", "`x`[0]", "_"])(
    "can edit a document with the identifier '%s', which this site would not create",
    async (id) => {
      const { events } = await project({ [`evenements/${id}`]: { Nom: "Fête", Date: "2025-08", Lieu: "Savièse" } });
      const [stored] = await events.list();
      expect(await events.update(id, anEvent({ place: "Sion" }), stored?.version ?? "")).toBe("updated");
      expect(await events.get(id)).toMatchObject({ id, place: "Sion" });
      await moveCard(events, id);
      expect(await events.get(id)).toBeNull();
    },
  );

  it("counts an identifier as taken if one of its documents has it in another case", async () => {
    const { members } = await project({ "membres/DupontMembre": old });
    expect(await members.create("DUPONTmembre", ANA)).toBe("taken");
    expect(await members.list()).toHaveLength(1);
    await moveCard(members, "DupontMembre");
    expect(await members.create("DUPONTmembre", ANA)).toBe("created");
  });

  it("keeps an identifier taken until its document is deleted, also by hand in the database", async () => {
    const { db, members } = await project();
    await members.create("Ana", ANA);
    const { version = "" } = (await members.get("Ana")) ?? {};
    expect(await members.moveToBin("ANA", version, aDeletion())).toBe("absent");
    expect((await db.collection("keys").get()).size).toBe(1);
    await moveCard(members, "Ana");
    expect((await db.collection("keys").get()).size).toBe(0);
    await members.create("A", ANA);
    await db.doc("membres/A").delete();
    expect(await members.create("a", ANA)).toBe("created");
    expect(await members.create("A", ANA)).toBe("taken");
  });
});
