import { describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import type { ReglagesStore } from "#ports/reglages-store.ts";

/** Makes an empty place; every call of what it returns is another handle on it, as another process would have. */
type Make = () => Promise<() => Promise<ReglagesStore>>;

const SAISIS: Reglages = {
  annee: 2026,
  titulaire: "Jeunesse « d’ailleurs » '; DROP TABLE reglages; --",
  iban: "CH5604835012345678009",
  npa: "1950",
  lieu: "Sion 🎺",
  twint: "https://exemple.ch/t",
  instagram: "https://exemple.ch/i",
  facebook: "https://exemple.ch/f",
  email: "nous@exemple.ch",
  destinataires: ["a@exemple.ch", "b@exemple.ch"],
  conservationMessages: 6,
  conservationInscriptions: 36,
  exemples: false,
};

/** What every store of the settings promises. */
export function reglagesStoreContract(nom: string, make: Make): void {
  describe(nom, () => {
    it("has the examples of a first start until something was saved", async () => {
      const store = await (await make())();
      expect(await store.get()).toEqual(REGLAGES_DE_DEPART);
    });

    it("gives back what the committee saved, to everybody", async () => {
      const ouvrir = await make();
      const [une, deux] = [await ouvrir(), await ouvrir()];
      await une.save(SAISIS);
      expect(await une.get()).toEqual(SAISIS);
      expect(await deux.get()).toEqual(SAISIS);
    });

    it("replaces all settings, the list of recipients too", async () => {
      const store = await (await make())();
      await store.save(SAISIS);
      await store.save({ ...SAISIS, annee: 2027, destinataires: [] });
      expect(await store.get()).toEqual({ ...SAISIS, annee: 2027, destinataires: [] });
    });

    it("is not changed by somebody who changes what was read", async () => {
      const store = await (await make())();
      const lus = await store.get();
      lus.annee = 1900;
      lus.destinataires.push("intrus@exemple.ch");
      expect(await store.get()).toEqual(REGLAGES_DE_DEPART);
      expect(REGLAGES_DE_DEPART.destinataires).toEqual([]);
    });
  });
}
