import { expect, it } from "vitest";
import { EDITABLE_TEXTS } from "#domain/texts/texts.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createTextStore } from "#stores/settings.ts";
import { BOB, ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";

const NOON = new Date("2025-08-05T12:00:00Z");
const after = (minutes: number, by = ELODIE) => ({ by, at: new Date(NOON.getTime() + minutes * 60_000) });
const FOOTER = { closing: EDITABLE_TEXTS.footer.fields.closing.initial };
const YEAR = 366 * 24 * 60;

/** The contract of the texts; the contract of the settings tests the shared code. */
export function textStoreContract(make: MakeDocuments): void {
  it("a text has the initial words until the first save, then the saved ones, for every process", async () => {
    const open = await make();
    const store = createTextStore(await open());
    const first = await store.get("footer");
    expect(first).toMatchObject({ content: FOOTER, lastSave: null });
    expect(await store.save("footer", { closing: "À bientôt.", other: "x" }, first.version, after(0))).toBe("saved");
    expect(await store.save("footer", { closing: "Trop tard." }, first.version, after(1, BOB))).toBe("outdated");
    expect(await createTextStore(await open()).get("footer")).toMatchObject({
      content: { closing: "À bientôt." },
      lastSave: after(0),
    });
    expect((await store.get("charter")).lastSave).toBeNull();
  });

  it("an empty field of a text gets its initial words again, also in the revisions", async () => {
    const documents = await (await make())();
    const store = createTextStore(documents);
    const save = async (closing: string, minutes: number) =>
      store.save("footer", { closing }, (await store.get("footer")).version, after(minutes));
    await save("Un.", 0);
    await save("Deux.", 5);
    await save("", 60);
    expect((await store.get("footer")).content).toEqual(FOOTER);
    const revisions = await store.listRevisions("footer");
    expect(revisions.map(({ content }) => content.closing)).toEqual(["Deux.", FOOTER.closing]);
    expect(revisions.at(-1)).toMatchObject({ by: { name: "Le site" }, at: "" });
    await createRecycleBinStore(documents).pruneRevisions(after(2 * YEAR).at);
    expect(await store.listRevisions("footer")).toEqual([]);
  });

  it("every save of the charter is a revision, because sign-ups name it", async () => {
    const store = createTextStore(await (await make())());
    for (const [minute, title1] of ["Un", "Deux", "Trois"].entries())
      await store.save("charter", { title1 }, (await store.get("charter")).version, after(minute));
    const titles = (await store.listRevisions("charter")).map(({ content }) => content.title1);
    expect(titles).toEqual(["Deux", "Un", EDITABLE_TEXTS.charter.fields.title1.initial]);
  });
}
