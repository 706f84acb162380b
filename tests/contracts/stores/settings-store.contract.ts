import { describe, expect, it } from "vitest";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import { type CommitteeAuthor, createSettingsStore, type SettingsStore } from "#stores/settings.ts";
import { BOB as BOB_HIMSELF } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";

const TYPED: Settings = {
  planningYear: 2026,
  planningYearAutomatic: true,
  photoDescription: "Toute la bande <img onerror> 🎺",
  rjvThanksUntil: "2026-07-31",
  rjvHidden: true,
  holder: "Jeunesse « d’ailleurs » '; DROP TABLE reglages; --",
  iban: "CH5604835012345678009",
  street: "Rue « du » Bisse",
  buildingNumber: "4 bis",
  postcode: "1950",
  place: "Sion 🎺",
  feeEntryMonth: 3,
  annualFee: 75_50,
  memberAddress: "vous",
  twint: "https://exemple.ch/t",
  instagram: "https://exemple.ch/i",
  facebook: "https://exemple.ch/f",
  email: "nous@exemple.ch",
  eveningPhone: "0797654321",
  recipients: ["a@exemple.ch", "b@exemple.ch"],
  messageRetentionMonths: 6,
  inscriptionRetentionMonths: 36,
  leftRetentionMonths: 18,
  hosting: "Hébergeur <b>, Suisse 🎺",
  mailHosting: "Poste, Suisse",
  webmaster: "Zoé",
  webmasterPhone: "0791234567",
};

const ANNE: CommitteeAuthor = { by: { id: "compte-anne", name: "Anne" }, at: new Date("2025-08-05T12:03:07.123Z") };
const BOB: CommitteeAuthor = { by: BOB_HIMSELF, at: new Date("2025-08-05T12:04:00Z") };

type Photo = Parameters<SettingsStore["save"]>[3];
const MINUTE = 60_000;
const PHOTO = aPicture("a").key;
const later = (minutes: number, { by } = ANNE): CommitteeAuthor => ({
  by,
  at: new Date(ANNE.at.getTime() + minutes * MINUTE),
});

export function settingsStoreContract(makeDocuments: MakeDocuments): void {
  const make = async () => {
    const open = await makeDocuments();
    return async () => createSettingsStore(await open());
  };
  /** A store with the settings that Anne saved, as they are read there. */
  const afterAnne = async () => {
    const openOne = await make();
    const store = await openOne();
    await store.save(TYPED, (await store.get()).version, ANNE);
    return { openOne, store, stored: await store.get() };
  };

  describe("the store of the settings", () => {
    it("has the initial settings until the first save", async () => {
      const store = await (await make())();
      expect(await store.get()).toEqual({ ...INITIAL_SETTINGS, version: expect.any(String), lastSave: null });
      expect(await store.listRevisions()).toEqual([]);
    });

    it("returns to every process what was saved, with person, time and a new version; refuses an outdated version", async () => {
      const { openOne, store, stored } = await afterAnne();
      expect(stored).toEqual({ ...TYPED, version: expect.any(String), lastSave: ANNE });
      const other = await openOne();
      expect(await other.get()).toEqual(stored);
      const next = { ...TYPED, planningYear: 2027, recipients: [] };
      expect(await other.save({ ...stored, ...next }, stored.version, BOB)).toBe("saved");
      expect(await store.save({ ...TYPED, planningYear: 2029 }, stored.version, ANNE)).toBe("outdated");
      const { version, ...saved } = await store.get();
      expect(saved).toEqual({ ...next, lastSave: BOB });
      await store.save(next, version, BOB);
      expect(new Set([stored.version, version, (await store.get()).version]).size).toBe(3);
    });

    it("lets one of two concurrent first saves succeed", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      const { version } = await one.get();
      const issues = await Promise.all([one.save(TYPED, version, ANNE), second.save(TYPED, version, BOB)]);
      expect(issues.sort()).toEqual(["outdated", "saved"]);
    });

    it("keeps the settings unchanged when a caller changes the object that it has read", async () => {
      const store = await (await make())();
      const stored = await store.get();
      stored.planningYear = 1900;
      stored.recipients.push("intrus@exemple.ch");
      expect(await store.get()).toMatchObject(INITIAL_SETTINGS);
      expect(INITIAL_SETTINGS.recipients).toEqual([]);
    });
  });

  it("the photo of the group is undefined until the first save of one, and stays in a save without photo and in an outdated one", async () => {
    const { store, stored } = await afterAnne();
    expect(stored.picture).toBeUndefined();
    await store.save(TYPED, stored.version, BOB, { was: null, is: aPicture("a") });
    await store.save({ ...TYPED, planningYear: 2027 }, (await store.get()).version, BOB);
    expect(await store.save(TYPED, stored.version, ANNE, { was: PHOTO, is: null })).toBe("outdated");
    expect((await store.get()).picture).toBe(PHOTO);
  });

  describe("revisions of the settings", () => {
    const save = async (store: SettingsStore, planningYear: number, author: CommitteeAuthor, photo?: Photo) =>
      store.save({ ...TYPED, planningYear }, (await store.get()).version, author, photo);

    it("have the replaced content with times and person, newest first, for every process", async () => {
      const { openOne, store } = await afterAnne();
      await save(store, 2027, later(1, BOB));
      await save(store, 2028, later(2));
      const [first, second, third] = [0, 1, 2].map((minutes) => later(minutes).at.toISOString());
      const expected = [
        { id: expect.any(String), content: { ...TYPED, planningYear: 2027 }, at: second, by: BOB.by, until: third },
        { id: expect.any(String), content: TYPED, at: first, by: ANNE.by, until: second },
      ];
      expect(await store.listRevisions()).toEqual(expected);
      expect(await (await openOne()).listRevisions()).toEqual(expected);
    });

    it("have the photo of their time, if it is known", async () => {
      const store = await (await make())();
      const changes = [undefined, undefined, { was: PHOTO, is: aPicture("b") }, { was: aPicture("b").key, is: null }];
      for (const [i, photo] of changes.entries()) await save(store, 2026 + i, later(60 * i), photo);
      await save(store, 2030, later(300));
      const photos = (await store.listRevisions()).map(({ picture }) => picture);
      expect(photos).toEqual([null, aPicture("b").key, PHOTO, undefined]);
    });

    it("contain the photo that was saved, not the one that the user's page showed", async () => {
      const { store } = await afterAnne();
      await save(store, 2027, later(60), { was: null, is: aPicture("a") });
      await save(store, 2027, later(120), { was: "c".repeat(20), is: null });
      expect((await store.listRevisions()).map(({ picture }) => picture)).toEqual([PHOTO, null]);
    });
  });
}
