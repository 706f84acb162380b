import { describe, expect, it } from "vitest";
import type { EvenementStore } from "#ports/evenement-store.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

/** Makes an empty store whose times of writes come from `now`. */
type Make = (now: () => Date) => Promise<EvenementStore>;

const DAY_MS = 86_400_000;
const START = new Date("2025-08-01T20:15:00.000Z");
const event = anEvenement({ FirstDay: "2025-08-01", LastDay: "2025-08-03", StartTime: "19:30", State: "reporte" });

/** What the store of the events promises beyond those of document-store.contract.ts. */
export function evenementStoreContract(name: string, make: Make): void {
  const openOne = async () => {
    let days = 0;
    const now = () => new Date(START.getTime() + days * DAY_MS);
    const store = await make(now);
    const sequence = async (id: string) => {
      const evenement = await store.get(id);
      if (!evenement) throw new Error(`There is no ${id}.`);
      return evenement.sequence;
    };
    const updateCard = async (id: string) => store.update(id, event, (await store.get(id))?.version ?? "");
    const remove = (id: string) => moveCard(store, id, { at: now() });
    const advance = (from: number) => {
      days += from;
    };
    return { store, sequence, updateCard, remove, advance };
  };

  describe(name, () => {
    it("gives every write of an event a higher number, which the list shows as well", async () => {
      const { store, sequence, updateCard } = await openOne();
      await store.create("A", event);
      await store.create("B", event);
      const first = await sequence("A");
      await updateCard("A");
      const second = await sequence("A");
      await updateCard("A");
      const third = await sequence("A");
      expect(Number.isInteger(first) && first >= 0).toBe(true);
      expect(second).toBeGreaterThan(first);
      expect(third).toBeGreaterThan(second);
      expect((await store.list()).find(({ id }) => id === "A")?.sequence).toBe(third);
    });

    it("leaves no trace of an event that is still there, nor of one that never was", async () => {
      const { store, updateCard } = await openOne();
      await store.create("A", event);
      await updateCard("A");
      expect(await store.moveToBin("A", "jamais lue", aDeletion())).toBe("outdated");
      expect(await store.moveToBin("Jamais", "1", aDeletion())).toBe("absent");
      expect(await store.listDeleted(new Date(0))).toEqual([]);
    });

    it("keeps the last fields of a deleted event, when it was deleted, and a number above all before", async () => {
      const { store, sequence, remove, advance } = await openOne();
      await store.create("A", event);
      const last = await sequence("A");
      advance(1);
      await remove("A");
      const traces = await store.listDeleted(START);
      expect(traces).toEqual([
        { ...event, id: "A", updatedAt: "2025-08-02T20:15:00.000Z", sequence: expect.any(Number) },
      ]);
      expect(traces[0]?.sequence).toBeGreaterThan(last);
      advance(1);
      expect(await store.moveToBin("A", "1", aDeletion())).toBe("absent");
      expect(await store.listDeleted(START)).toEqual(traces);
    });

    it("tells only of what was deleted since the given instant", async () => {
      const { store, remove, advance } = await openOne();
      await store.create("A", event);
      await store.create("B", event);
      await remove("A");
      advance(1);
      await remove("B");
      const ids = async (since: Date) => (await store.listDeleted(since)).map(({ id }) => id).sort();
      expect(await ids(START)).toEqual(["A", "B"]);
      expect(await ids(new Date(START.getTime() + 1))).toEqual(["B"]);
    });

    it("forgets the trace when the event comes back, under a higher number", async () => {
      const { store, sequence, remove } = await openOne();
      await store.create("A", event);
      await remove("A");
      const [trace] = await store.listDeleted(new Date(0));
      expect(await store.create("A", event)).toBe("created");
      expect(await store.listDeleted(new Date(0))).toEqual([]);
      expect(await sequence("A")).toBeGreaterThan(trace?.sequence ?? Number.POSITIVE_INFINITY);
    });

    it("forgets the trace when the event is restored, under a higher number", async () => {
      const { store, sequence, remove, advance } = await openOne();
      await store.create("A", event);
      const key = await remove("A");
      const [trace] = await store.listDeleted(new Date(0));
      advance(1);
      expect(await store.restore(key, "A", null)).toBe("restored");
      expect(await store.listDeleted(new Date(0))).toEqual([]);
      expect(await sequence("A")).toBeGreaterThan(trace?.sequence ?? Number.POSITIVE_INFINITY);
      expect((await store.get("A"))?.updatedAt).toBe("2025-08-02T20:15:00.000Z");
    });

    it("keeps the trace of an event that comes back under another identifier: calendars know it by the old one", async () => {
      const { store, sequence, remove } = await openOne();
      await store.create("A", event);
      const key = await remove("A");
      const traces = await store.listDeleted(new Date(0));
      expect(await store.restore(key, "A-2", null)).toBe("restored");
      expect(await store.listDeleted(new Date(0))).toEqual(traces);
      expect(Number.isInteger(await sequence("A-2"))).toBe(true);
    });

    it("leaves the trace when the restoration finds the identifier taken", async () => {
      const { store, remove } = await openOne();
      await store.create("A", event);
      await store.create("B", event);
      const key = await remove("A");
      const traces = await store.listDeleted(new Date(0));
      expect(await store.restore(key, "B", null)).toBe("taken");
      expect(await store.listDeleted(new Date(0))).toEqual(traces);
    });

    it("keeps a trace for sixty days, and for good no longer than somebody deletes the next event", async () => {
      const { store, remove, advance } = await openOne();
      await store.create("A", event);
      await store.create("B", event);
      await store.create("C", event);
      await remove("A");
      advance(60);
      await remove("B");
      expect((await store.listDeleted(new Date(0))).map(({ id }) => id).sort()).toEqual(["A", "B"]);
      advance(1);
      await remove("C");
      expect((await store.listDeleted(new Date(0))).map(({ id }) => id).sort()).toEqual(["B", "C"]);
    });
  });
}
