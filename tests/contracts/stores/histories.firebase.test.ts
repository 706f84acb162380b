/** Earlier states in Firestore: apart from the documents, and right when others write who do not know of them. */
import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { firestoreProject } from "./firestore-project.ts";
import { MEMBRES } from "./samples.ts";

const ANA = { id: "account-of-ana", name: "Ana" };
const BOB = { id: "account-of-bob", name: "Bob" };
const { example, other } = MEMBRES;
const AT = "2026-08-01T20:15:00.000Z";

/** @returns a store of members, and what changes one of them as somebody */
function members(now?: () => Date) {
  const db = firestoreProject().openOne();
  const membres = createMembreStore(db, now);
  const change = async (id: string, fields: typeof example, by = ANA) =>
    membres.update(id, fields, (await membres.get(id))?.version ?? "", by);
  return { db, membres, change };
}

describeHosted("earlier states in Firestore", () => {
  it("are in no document that the site lists, nor in what it lists of the bin", async () => {
    const { db, membres, change } = members();
    await membres.create("A", example, ANA);
    await change("A", { ...example, Nom: "Varone" }, BOB);
    expect((await db.doc("histories/membres A").get()).get("states")).toHaveLength(1);
    expect(JSON.stringify((await db.doc("membres/A").get()).data())).not.toContain("Dupont");
    const key = await moveCard(membres, "A");
    expect((await db.doc("histories/membres A").get()).exists).toBe(false);
    expect((await db.doc(`histories/bin ${key}`).get()).get("states")).toHaveLength(1);
    expect(JSON.stringify((await db.doc(`recycle-bin/${key}`).get()).data())).not.toContain("Dupont");
    expect(await membres.restore(key, "A-2", BOB)).toBe("restored");
    expect(await membres.listStates("A-2")).toMatchObject([{ content: example, by: ANA }]);
    expect((await db.collection("histories").get()).docs.map(({ id }) => id)).toEqual(["membres A-2"]);
  });

  it("say nobody's name for what an instance of the version before has saved meanwhile", async () => {
    const { db, membres, change } = members();
    await membres.create("A", example, ANA);
    await db.doc("membres/A").update({ ...other, updatedAt: AT, writeId: "of-the-version-before" });
    expect(await membres.get("A")).toMatchObject({ ...other, updatedAt: AT, updatedBy: null });
    expect(await change("A", example)).toBe("updated");
    expect(await membres.listStates("A")).toMatchObject([{ content: other, at: AT, by: null }]);
    expect((await membres.get("A"))?.updatedBy).toEqual(ANA);
  });

  it("are not those of another card that the version before has deleted under the same identifier", async () => {
    const { db, membres, change } = members();
    await membres.create("A", example, ANA);
    await change("A", other, BOB);
    await db.doc("membres/A").delete();
    expect(await membres.listStates("A")).toEqual([]);
    await membres.create("A", example, ANA);
    expect(await membres.listStates("A")).toEqual([]);
    await change("A", other, BOB);
    await db.doc("membres/A").delete();
    await membres.create("C", example, ANA);
    expect(await membres.restore(await moveCard(membres, "C"), "A", ANA)).toBe("restored");
    expect(await membres.listStates("A")).toEqual([]);
    expect((await db.collection("histories").get()).size).toBe(0);
  });

  it("go by their time, whosever they are", async () => {
    let now = new Date("2025-01-01T00:00:00.000Z");
    const { db, membres, change } = members(() => now);
    await membres.create("A", example, ANA);
    await membres.create("B", example, ANA);
    now = new Date("2025-02-01T00:00:00.000Z");
    await change("A", other, BOB);
    now = new Date("2025-06-01T00:00:00.000Z");
    await change("A", example, ANA);
    await change("B", other, BOB);
    await membres.pruneStates(new Date("2026-02-01T00:00:00.000Z"));
    expect(await membres.listStates("A")).toHaveLength(2);
    await membres.pruneStates(new Date("2026-02-01T00:00:00.001Z"));
    expect(await membres.listStates("A")).toMatchObject([{ content: other }]);
    expect(await membres.listStates("B")).toHaveLength(1);
    await membres.pruneStates(new Date("2026-07-01T00:00:00.000Z"));
    expect((await db.collection("histories").get()).size).toBe(0);
  });

  it("are fewer where they are too large for one document, and a save goes through all the same", async () => {
    const db = firestoreProject().openOne();
    const evenements = createEvenementStore(db);
    const large = (letter: string) => anEvenement({ Nom: letter.repeat(200_000), Lieu: letter.repeat(200_000) });
    await evenements.create("A", large("a"), ANA);
    for (const [letter, by] of [
      ["b", BOB],
      ["c", ANA],
      ["d", BOB],
    ] as const)
      expect(await evenements.update("A", large(letter), (await evenements.get("A"))?.version ?? "", by)).toBe(
        "updated",
      );
    const states = await evenements.listStates("A");
    expect(states.map(({ content }) => content.Nom[0])).toEqual(["c", "b"]);
    const key = await moveCard(evenements, "A");
    expect(await evenements.restore(key, "A", ANA)).toBe("restored");
    expect(await evenements.listStates("A")).toHaveLength(2);
  });
});

describeHosted("settings that an instance of the version before has saved meanwhile", () => {
  it("are by the address that it noted, with a group photo that is not known", async () => {
    const db = firestoreProject().openOne();
    const settings = createSettingsStore(db);
    const photo = { was: null, is: "accueil/photo/groupe.jpg" };
    await settings.save(INITIAL_SETTINGS, "0", { by: ANA, at: new Date(AT) }, photo);
    expect(await settings.get()).toMatchObject({ lastSave: { by: ANA }, photo: photo.is });
    // What that version reads as the address of who has saved.
    expect((await db.doc("settings/current").get()).get("updatedBy")).toBe("Ana");
    await db.doc("settings/current").update({ updatedAt: AT, updatedBy: "bob@exemple.ch", writeId: "before" });
    const read = await settings.get();
    expect(read).toMatchObject({ lastSave: { by: { id: "", name: "bob@exemple.ch" }, at: new Date(AT) } });
    expect(read.photo).toBeUndefined();
    const { version, lastSave: _, photo: __, ...values } = read;
    await settings.save({ ...values, place: "Sion" }, version, { by: ANA, at: new Date() });
    const after = await settings.get();
    expect(after).toMatchObject({ place: "Sion", lastSave: { by: ANA } });
    expect(after.photo).toBeUndefined();
    const [state] = await settings.listStates();
    expect(state).toMatchObject({ content: values, by: { id: "", name: "bob@exemple.ch" }, at: AT });
    expect(state).not.toHaveProperty("picture");
  });
});
