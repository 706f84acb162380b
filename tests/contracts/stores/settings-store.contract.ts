import { describe, expect, it } from "vitest";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { KnownAuthor } from "#stores/revised/revised-document.ts";
import type { SettingsStore } from "#stores/settings.ts";
import { BOB as BOB_HIMSELF, ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";

/** Makes an empty place. Each call of the result opens it again, as another process would. */
type Make = () => Promise<() => Promise<SettingsStore>>;

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
  twint: "https://exemple.ch/t",
  instagram: "https://exemple.ch/i",
  facebook: "https://exemple.ch/f",
  email: "nous@exemple.ch",
  recipients: ["a@exemple.ch", "b@exemple.ch"],
  messageRetentionMonths: 6,
  inscriptionRetentionMonths: 36,
  leftRetentionMonths: 18,
  hosting: "Hébergeur <b>, Suisse 🎺",
  mailHosting: "Poste, Suisse",
};

const ANNE: KnownAuthor = { by: { id: "compte-anne", name: "Anne" }, at: new Date("2025-08-05T12:03:07.123Z") };
const BOB: KnownAuthor = { by: BOB_HIMSELF, at: new Date("2025-08-05T12:04:00Z") };

type Photo = Parameters<SettingsStore["save"]>[3];
const MINUTE = 60_000;
const PHOTO = aPicture("a").key;
const later = (minutes: number, { by } = ANNE): KnownAuthor => ({
  by,
  at: new Date(ANNE.at.getTime() + minutes * MINUTE),
});

/** The contract of the settings. */
export function settingsStoreContract(name: string, make: Make): void {
  /** A store with the settings that Anne saved, as they are read there. */
  const afterAnne = async () => {
    const openOne = await make();
    const store = await openOne();
    await store.save(TYPED, (await store.get()).version, ANNE);
    return { openOne, store, stored: await store.get() };
  };

  describe(name, () => {
    it("has the initial settings until the first save", async () => {
      const store = await (await make())();
      expect(await store.get()).toEqual({ ...INITIAL_SETTINGS, version: expect.any(String), lastSave: null });
      expect(await store.listRevisions()).toEqual([]);
    });

    it("returns to every process what was saved, with person, time and a new version each time", async () => {
      const { openOne, store, stored } = await afterAnne();
      expect(stored).toEqual({ ...TYPED, version: expect.any(String), lastSave: ANNE });
      expect(await (await openOne()).get()).toEqual(stored);
      const next = { ...TYPED, planningYear: 2027, recipients: [] };
      expect(await store.save({ ...stored, ...next }, stored.version, BOB)).toBe("saved");
      const { version, ...saved } = await store.get();
      expect(saved).toEqual({ ...next, lastSave: BOB });
      await store.save(next, version, BOB);
      expect(new Set([stored.version, version, (await store.get()).version]).size).toBe(3);
    });

    it("refuses a save with an outdated version", async () => {
      const { openOne, store, stored } = await afterAnne();
      const other = await openOne();
      expect(await other.save({ ...TYPED, planningYear: 2028 }, stored.version, BOB)).toBe("saved");
      expect(await store.save({ ...TYPED, planningYear: 2029 }, stored.version, ANNE)).toBe("outdated");
      expect(await store.get()).toMatchObject({ planningYear: 2028, lastSave: BOB });
    });

    it("lets one of two concurrent first saves succeed", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      const { version } = await one.get();
      const issues = await Promise.all([one.save(TYPED, version, ANNE), second.save(TYPED, version, BOB)]);
      expect(issues.sort()).toEqual(["outdated", "saved"]);
    });

    it("is not changed by a change of a read object", async () => {
      const store = await (await make())();
      const stored = await store.get();
      stored.planningYear = 1900;
      stored.recipients.push("intrus@exemple.ch");
      expect(await store.get()).toMatchObject(INITIAL_SETTINGS);
      expect(INITIAL_SETTINGS.recipients).toEqual([]);
    });
  });

  describe(`${name}, the photo of the group`, () => {
    const ADDED = { was: null, is: aPicture("a") };
    const REMOVED = { was: PHOTO, is: null };

    it("is undefined until the first save of a photo, and stays in a save without photo and in an outdated one", async () => {
      const { store, stored } = await afterAnne();
      expect(stored.photo).toBeUndefined();
      await store.save(TYPED, stored.version, BOB, ADDED);
      expect((await store.get()).photo).toBe(PHOTO);
      await store.save({ ...TYPED, planningYear: 2027 }, (await store.get()).version, BOB);
      expect((await store.get()).photo).toBe(PHOTO);
      expect(await store.save(TYPED, stored.version, ANNE, REMOVED)).toBe("outdated");
      expect((await store.get()).photo).toBe(PHOTO);
    });
  });

  describe(`${name}, revisions`, () => {
    const save = async (store: SettingsStore, planningYear: number, author: KnownAuthor, photo?: Photo) =>
      store.save({ ...TYPED, planningYear }, (await store.get()).version, author, photo);

    it("have the replaced content with times and person, newest first, for every process", async () => {
      const { openOne, store } = await afterAnne();
      const [bob, elodie] = [later(1, BOB), later(2, { by: ELODIE, at: ANNE.at })];
      await save(store, 2027, bob);
      await save(store, 2028, elodie);
      const expected = [
        {
          content: { ...TYPED, planningYear: 2027 },
          at: bob.at.toISOString(),
          by: bob.by,
          until: elodie.at.toISOString(),
        },
        { content: TYPED, at: ANNE.at.toISOString(), by: ANNE.by, until: bob.at.toISOString() },
      ];
      expect(await store.listRevisions()).toEqual(expected);
      expect(await (await openOne()).listRevisions()).toEqual(expected);
    });

    it("have the photo of their time, if it is known", async () => {
      const store = await (await make())();
      const next = aPicture("b").key;
      await save(store, 2026, ANNE);
      await save(store, 2027, later(60));
      await save(store, 2027, later(120), { was: PHOTO, is: aPicture("b") });
      await save(store, 2028, later(180));
      await save(store, 2028, later(240), { was: next, is: null });
      await save(store, 2029, later(300));
      const photos = (await store.listRevisions()).map(({ picture }) => picture);
      expect(photos).toEqual([null, next, next, PHOTO, undefined]);
    });

    it("contain the photo that was saved, not the one that the user's page showed", async () => {
      const { store } = await afterAnne();
      await save(store, 2027, later(60), { was: null, is: aPicture("a") });
      await save(store, 2027, later(120), { was: "c".repeat(20), is: null });
      expect((await store.listRevisions()).map(({ picture }) => picture)).toEqual([PHOTO, null]);
    });
  });
}
