import { expect, it } from "vitest";
import { createCommitteeStore } from "#stores/committee.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { aDeletion, BOB } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { SAMPLE_COMMITTEE } from "./samples.ts";

const { example, other } = SAMPLE_COMMITTEE;
const SUCCESSOR = { id: "New", fields: other, picture: null };

/** What the committee adds to cards: a person takes the place of another one. */
export function committeeContract(make: MakeDocuments): void {
  const openOne = async () => {
    const documents = await (await make())();
    const store = createCommitteeStore(documents);
    await store.create("Old", example, BOB);
    const version = async (id = "Old") => (await store.get(id))?.version ?? "";
    const ids = async () => (await store.list()).map(({ id }) => id).sort();
    const bin = createRecycleBinStore(documents);
    const lines = async () => (await documents.query("journal")).map(({ content }) => content.action).sort();
    return { store, bin, version, ids, lines };
  };

  it("a replacement creates one card and deletes the other, and its undo does the reverse", async () => {
    const { store, bin, version, ids, lines } = await openOne();
    const [deletion, back] = [aDeletion(), aDeletion()];
    expect(await store.replace("Old", await version(), SUCCESSOR, deletion)).toBe("updated");
    expect(await ids()).toEqual(["New"]);
    const [entry] = await bin.list();
    expect(await store.get("New")).toMatchObject({ ...other, replaces: entry?.subjectId });
    expect(await lines()).toEqual(["added", "added", "deleted"]);
    expect(await store.undoReplacement("New", deletion.key, "Old", back)).toBe("restored");
    expect(await ids()).toEqual(["Old"]);
    expect((await bin.list()).map(({ key }) => key)).toEqual([back.key]);
    expect(await lines()).toEqual(["added", "added", "deleted", "deleted", "restored"]);
    expect(await store.undoReplacement("New", deletion.key, "Old", aDeletion())).toBe("absent");
  });

  it("of two replacements at once, one is done", async () => {
    const { store, version, ids } = await openOne();
    const read = await version();
    const outcomes = await Promise.all(
      ["One", "Two"].map((id) => store.replace("Old", read, { ...SUCCESSOR, id }, aDeletion())),
    );
    expect(outcomes.toSorted()).toEqual(["absent", "updated"]);
    expect(await ids()).toHaveLength(1);
  });

  it("nothing is replaced if the card changed, or if the new id is taken", async () => {
    const { store, bin, version, ids } = await openOne();
    const read = await version();
    await store.update("Old", other, read, BOB);
    expect(await store.replace("Old", read, SUCCESSOR, aDeletion())).toBe("outdated");
    expect(await store.replace("Old", await version(), { ...SUCCESSOR, id: "OLD" }, aDeletion())).toBe("taken");
    expect([await ids(), await bin.list()]).toEqual([["Old"], []]);
  });

  it("an undo restores no card that another card replaced", async () => {
    const { store, version, ids } = await openOne();
    const deletion = aDeletion();
    await store.replace("Old", await version(), SUCCESSOR, deletion);
    await store.create("Third", example, BOB);
    expect(await store.undoReplacement("Third", deletion.key, "Old", aDeletion())).toBe("absent");
    expect(await ids()).toEqual(["New", "Third"]);
  });
}
