import { describe, expect, it } from "vitest";
import type { EvenementStore } from "#ports/evenement-store.ts";
import { unEvenement } from "#tests/evenements.ts";

/** Makes an empty store whose times of writes come from `maintenant`. */
type Make = (maintenant: () => Date) => Promise<EvenementStore>;

const JOUR_MS = 86_400_000;
const DEBUT = new Date("2025-08-01T20:15:00.000Z");
const fete = unEvenement({ Du: "2025-08-01", Au: "2025-08-03", Heure: "19:30", Etat: "reporte" });

/** What the store of the events promises beyond those of document-store.contract.ts. */
export function evenementStoreContract(nom: string, make: Make): void {
  const ouvrir = async () => {
    let jours = 0;
    const store = await make(() => new Date(DEBUT.getTime() + jours * JOUR_MS));
    const sequence = async (id: string) => {
      const evenement = await store.get(id);
      if (!evenement) throw new Error(`There is no ${id}.`);
      return evenement.sequence;
    };
    const modifier = async (id: string) => store.update(id, fete, (await store.get(id))?.version ?? "");
    const avancer = (de: number) => {
      jours += de;
    };
    return { store, sequence, modifier, avancer };
  };

  describe(nom, () => {
    it("gives every write of an event a higher number, which the list shows as well", async () => {
      const { store, sequence, modifier } = await ouvrir();
      await store.create("A", fete);
      await store.create("B", fete);
      const premiere = await sequence("A");
      await modifier("A");
      const deuxieme = await sequence("A");
      await modifier("A");
      const troisieme = await sequence("A");
      expect(Number.isInteger(premiere) && premiere >= 0).toBe(true);
      expect(deuxieme).toBeGreaterThan(premiere);
      expect(troisieme).toBeGreaterThan(deuxieme);
      expect((await store.list()).find(({ id }) => id === "A")?.sequence).toBe(troisieme);
    });

    it("leaves no trace of an event that is still there, nor of one that never was", async () => {
      const { store, modifier } = await ouvrir();
      await store.create("A", fete);
      await modifier("A");
      await store.delete("Jamais");
      expect(await store.retires(new Date(0))).toEqual([]);
    });

    it("keeps the last fields of a deleted event, when it was deleted, and a number above all before", async () => {
      const { store, sequence, avancer } = await ouvrir();
      await store.create("A", fete);
      const derniere = await sequence("A");
      avancer(1);
      await store.delete("A");
      const traces = await store.retires(DEBUT);
      expect(traces).toEqual([
        { ...fete, id: "A", modifieLe: "2025-08-02T20:15:00.000Z", sequence: expect.any(Number) },
      ]);
      expect(traces[0]?.sequence).toBeGreaterThan(derniere);
      avancer(1);
      await store.delete("A");
      expect(await store.retires(DEBUT)).toEqual(traces);
    });

    it("tells only of what was deleted since the given instant", async () => {
      const { store, avancer } = await ouvrir();
      await store.create("A", fete);
      await store.create("B", fete);
      await store.delete("A");
      avancer(1);
      await store.delete("B");
      const ids = async (depuis: Date) => (await store.retires(depuis)).map(({ id }) => id).sort();
      expect(await ids(DEBUT)).toEqual(["A", "B"]);
      expect(await ids(new Date(DEBUT.getTime() + 1))).toEqual(["B"]);
    });

    it("forgets the trace when the event comes back, under a higher number", async () => {
      const { store, sequence } = await ouvrir();
      await store.create("A", fete);
      await store.delete("A");
      const [trace] = await store.retires(new Date(0));
      expect(await store.create("A", fete)).toBe("cree");
      expect(await store.retires(new Date(0))).toEqual([]);
      expect(await sequence("A")).toBeGreaterThan(trace?.sequence ?? Number.POSITIVE_INFINITY);
    });

    it("keeps a trace for sixty days, and for good no longer than somebody deletes the next event", async () => {
      const { store, avancer } = await ouvrir();
      await store.create("A", fete);
      await store.create("B", fete);
      await store.create("C", fete);
      await store.delete("A");
      avancer(60);
      await store.delete("B");
      expect((await store.retires(new Date(0))).map(({ id }) => id).sort()).toEqual(["A", "B"]);
      avancer(1);
      await store.delete("C");
      expect((await store.retires(new Date(0))).map(({ id }) => id).sort()).toEqual(["B", "C"]);
    });
  });
}
