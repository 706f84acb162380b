import { describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import type { ReglagesStore } from "#ports/reglages-store.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<ReglagesStore>>;

const SAISIS: Reglages = {
  annee: 2026,
  photoDescription: "Toute la bande <img onerror> 🎺",
  titulaire: "Jeunesse « d’ailleurs » '; DROP TABLE reglages; --",
  iban: "CH5604835012345678009",
  street: "Rue « du » Bisse",
  buildingNumber: "4 bis",
  npa: "1950",
  lieu: "Sion 🎺",
  twint: "https://exemple.ch/t",
  instagram: "https://exemple.ch/i",
  facebook: "https://exemple.ch/f",
  email: "nous@exemple.ch",
  destinataires: ["a@exemple.ch", "b@exemple.ch"],
  conservationMessages: 6,
  conservationInscriptions: 36,
  hebergement: "Hébergeur <b>, Suisse 🎺",
  messagerie: "Poste, Suisse",
};

export const ANNE = { email: "anne@exemple.ch", le: new Date("2025-08-05T12:03:07.123Z") };
const BOB = { email: "bob@exemple.ch", le: new Date("2025-08-05T12:04:00Z") };

/** What every store of the settings promises. */
export function reglagesStoreContract(nom: string, make: Make): void {
  /** A store with the settings that Anne saved, as they are read there. */
  const apresAnne = async () => {
    const ouvrir = await make();
    const store = await ouvrir();
    await store.save(SAISIS, (await store.get()).version, ANNE);
    return { ouvrir, store, lus: await store.get() };
  };

  describe(nom, () => {
    it("has the examples of a first start until something was saved", async () => {
      const store = await (await make())();
      expect(await store.get()).toEqual({ ...REGLAGES_DE_DEPART, version: expect.any(String), modifies: null });
    });

    it("gives back what the committee saved, by whom and when, to everybody", async () => {
      const { ouvrir, store } = await apresAnne();
      const attendus = { ...SAISIS, version: expect.any(String), modifies: ANNE };
      expect(await store.get()).toEqual(attendus);
      expect(await (await ouvrir()).get()).toEqual(attendus);
    });

    it("replaces all settings, the list of recipients too", async () => {
      const { store, lus } = await apresAnne();
      const suivants = { ...SAISIS, annee: 2027, destinataires: [] };
      expect(await store.save(suivants, lus.version, BOB)).toBe("enregistre");
      expect(await store.get()).toEqual({ ...suivants, version: expect.any(String), modifies: BOB });
    });

    it("keeps nothing but settings, whatever comes along with what was read", async () => {
      const { store, lus } = await apresAnne();
      await store.save({ ...lus, annee: 2030 }, lus.version, BOB);
      const suivants = await store.get();
      expect(suivants).toMatchObject({ annee: 2030, modifies: BOB });
      expect(suivants.version).not.toBe(lus.version);
    });

    it("never lets the second of two people overwrite the first unknowingly", async () => {
      const { ouvrir, store, lus } = await apresAnne();
      const autre = await ouvrir();
      expect(await autre.save({ ...SAISIS, annee: 2028 }, lus.version, BOB)).toBe("enregistre");
      expect(await store.save({ ...SAISIS, annee: 2029 }, lus.version, ANNE)).toBe("depasse");
      expect(await store.get()).toMatchObject({ annee: 2028, modifies: BOB });
    });

    it("lets only one of two people make the very first save", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      const { version } = await une.get();
      const issues = await Promise.all([une.save(SAISIS, version, ANNE), deux.save(SAISIS, version, BOB)]);
      expect(issues.sort()).toEqual(["depasse", "enregistre"]);
    });

    it("has another version after every save, also when nothing has changed", async () => {
      const { store, lus } = await apresAnne();
      await store.save(SAISIS, lus.version, ANNE);
      expect(await store.save(SAISIS, lus.version, ANNE)).toBe("depasse");
    });

    it.each(["", "1.0", " 1", "rien", "1; DELETE FROM reglages"])(
      "takes the version %j, which it never gave, for an old one",
      async (version) => {
        const { store } = await apresAnne();
        expect(await store.save({ ...SAISIS, annee: 2040 }, version, BOB)).toBe("depasse");
        expect((await store.get()).annee).toBe(SAISIS.annee);
      },
    );

    it("is not changed by somebody who changes what was read", async () => {
      const store = await (await make())();
      const lus = await store.get();
      lus.annee = 1900;
      lus.destinataires.push("intrus@exemple.ch");
      expect(await store.get()).toMatchObject(REGLAGES_DE_DEPART);
      expect(REGLAGES_DE_DEPART.destinataires).toEqual([]);
    });
  });
}
