import { describe, expect, it } from "vitest";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { SettingsStore } from "#ports/settings-store.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<SettingsStore>>;

const TYPED: Settings = {
  planningYear: 2026,
  photoDescription: "Toute la bande <img onerror> 🎺",
  holder: "Jeunesse « d’ailleurs » '; DROP TABLE reglages; --",
  iban: "CH5604835012345678009",
  street: "Rue « du » Bisse",
  buildingNumber: "4 bis",
  postcode: "1950",
  place: "Sion 🎺",
  twint: "https://exemple.ch/t",
  instagram: "https://exemple.ch/i",
  facebook: "https://exemple.ch/f",
  email: "nous@exemple.ch",
  recipients: ["a@exemple.ch", "b@exemple.ch"],
  messageRetentionMonths: 6,
  inscriptionRetentionMonths: 36,
  hosting: "Hébergeur <b>, Suisse 🎺",
  mailHosting: "Poste, Suisse",
};

export const ANNE = { email: "anne@exemple.ch", at: new Date("2025-08-05T12:03:07.123Z") };
const BOB = { email: "bob@exemple.ch", at: new Date("2025-08-05T12:04:00Z") };

/** What every store of the settings promises. */
export function settingsStoreContract(name: string, make: Make): void {
  /** A store with the settings that Anne saved, as they are read there. */
  const afterAnne = async () => {
    const openOne = await make();
    const store = await openOne();
    await store.save(TYPED, (await store.get()).version, ANNE);
    return { openOne, store, stored: await store.get() };
  };

  describe(name, () => {
    it("has the examples of a first start until something was saved", async () => {
      const store = await (await make())();
      expect(await store.get()).toEqual({ ...INITIAL_SETTINGS, version: expect.any(String), lastSave: null });
    });

    it("gives back what the committee saved, by whom and when, to everybody", async () => {
      const { openOne, store } = await afterAnne();
      const expectations = { ...TYPED, version: expect.any(String), lastSave: ANNE };
      expect(await store.get()).toEqual(expectations);
      expect(await (await openOne()).get()).toEqual(expectations);
    });

    it("replaces all settings, the list of recipients too", async () => {
      const { store, stored } = await afterAnne();
      const next = { ...TYPED, planningYear: 2027, recipients: [] };
      expect(await store.save(next, stored.version, BOB)).toBe("saved");
      expect(await store.get()).toEqual({ ...next, version: expect.any(String), lastSave: BOB });
    });

    it("keeps nothing but settings, whatever comes along with what was read", async () => {
      const { store, stored } = await afterAnne();
      await store.save({ ...stored, planningYear: 2030 }, stored.version, BOB);
      const next = await store.get();
      expect(next).toMatchObject({ planningYear: 2030, lastSave: BOB });
      expect(next.version).not.toBe(stored.version);
    });

    it("never lets the second of two people overwrite the first unknowingly", async () => {
      const { openOne, store, stored } = await afterAnne();
      const other = await openOne();
      expect(await other.save({ ...TYPED, planningYear: 2028 }, stored.version, BOB)).toBe("saved");
      expect(await store.save({ ...TYPED, planningYear: 2029 }, stored.version, ANNE)).toBe("outdated");
      expect(await store.get()).toMatchObject({ planningYear: 2028, lastSave: BOB });
    });

    it("lets only one of two people make the very first save", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      const { version } = await one.get();
      const issues = await Promise.all([one.save(TYPED, version, ANNE), second.save(TYPED, version, BOB)]);
      expect(issues.sort()).toEqual(["outdated", "saved"]);
    });

    it("has another version after every save, also when nothing has changed", async () => {
      const { store, stored } = await afterAnne();
      await store.save(TYPED, stored.version, ANNE);
      expect(await store.save(TYPED, stored.version, ANNE)).toBe("outdated");
    });

    it.each(["", "1.0", " 1", "rien", "1; DELETE FROM settings"])(
      "takes the version %j, which it never gave, for an old one",
      async (version) => {
        const { store } = await afterAnne();
        expect(await store.save({ ...TYPED, planningYear: 2040 }, version, BOB)).toBe("outdated");
        expect((await store.get()).planningYear).toBe(TYPED.planningYear);
      },
    );

    it("is not changed by somebody who changes what was read", async () => {
      const store = await (await make())();
      const stored = await store.get();
      stored.planningYear = 1900;
      stored.recipients.push("intrus@exemple.ch");
      expect(await store.get()).toMatchObject(INITIAL_SETTINGS);
      expect(INITIAL_SETTINGS.recipients).toEqual([]);
    });
  });
}
