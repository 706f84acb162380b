import { describe, expect, it } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { createEventStore } from "#stores/events.ts";
import { aDeletion, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const DAY_MS = 86_400_000;
const START = new Date("2025-08-01T20:15:00.000Z");
const DATES = { month: "2025-08", firstDay: "2025-08-01", lastDay: "2025-08-03", startTime: "19:30", endTime: "" };
const event = anEvent({ ...DATES, status: "reporte" });

/** The contract of the event store, besides cards.contract.ts. */
export function eventStoreContract(make: MakeDocuments): void {
  const openOne = async () => {
    let days = 0;
    const now = () => new Date(START.getTime() + days * DAY_MS);
    const store = createEventStore(await (await make())(), now);
    const sequence = async (id: string) => {
      const event = await store.get(id);
      if (!event) throw new Error(`There is no ${id}.`);
      return event.sequence;
    };
    const remove = (id: string) => moveCard(store, id, { at: now() });
    const advance = (by: number) => {
      days += by;
    };
    return { store, sequence, remove, advance };
  };

  describe("events for calendars", () => {
    it("increases `sequence` with every write of an event, also in the list", async () => {
      const { store, sequence } = await openOne();
      for (const id of ["A", "B"]) await store.create(id, event);
      for (let last = -1, i = 0; i < 3; i++) {
        const next = await sequence("A");
        expect([Number.isInteger(next), next > last]).toEqual([true, true]);
        expect((await store.list()).find(({ id }) => id === "A")?.sequence).toBe(next);
        await store.update("A", event, (await store.get("A"))?.version ?? "");
        last = next;
      }
    });

    it("lists the events with a page address, also drafts", async () => {
      const { store } = await openOne();
      const fields = { ...event, pageAddress: "fete", publication: "draft" };
      await store.create("A", fields);
      await store.create("B", event);
      expect(await store.listWithPage()).toEqual([{ ...fields, id: "A" }]);
    });

    it("lists the events that begin at most a year before a time, also drafts", async () => {
      const { store } = await openOne();
      for (const [id, month] of [
        ["Over", "2024-07"],
        ["Old", "2024-08"],
        ["Coming", "2026-01"],
      ] as const)
        await store.create(id, { ...event, month, publication: "draft" });
      const found = await store.listSinceLastYear(new Date("2025-08-31T20:00:00Z"));
      expect(found.map(({ id }) => id).toSorted()).toEqual(["Coming", "Old"]);
    });

    it("finds an event by its subject, while it is not deleted", async () => {
      const { store, remove } = await openOne();
      await store.create("A", event);
      await store.create("B", { ...event, name: "Bal" });
      const { subject = "" } = (await store.get("B")) ?? {};
      expect(await store.findBySubject(subject)).toEqual(await store.get("B"));
      await remove("B");
      expect([await store.findBySubject(subject), await store.findBySubject("x")]).toEqual([null, null]);
    });

    it("keeps a calendar record of a deleted event, with its dates, the time of the deletion and a higher `sequence`", async () => {
      const { store, sequence, remove, advance } = await openOne();
      await store.create("A", event);
      const last = await sequence("A");
      advance(1);
      await remove("A");
      const traces = await store.listDeleted(START);
      expect(traces).toEqual([
        { ...DATES, id: "A", updatedAt: "2025-08-02T20:15:00.000Z", sequence: expect.any(Number) },
      ]);
      expect(traces[0]?.sequence).toBeGreaterThan(last);
      advance(1);
      expect(await store.moveToBin("A", "1", aDeletion())).toBe("absent");
      expect(await store.listDeleted(START)).toEqual(traces);
    });

    it.each<Partial<EventFields>>([
      { publication: "draft" },
      { publication: "2999-01-01T00:00:00.000Z" },
      { name: "" },
      { name: " \t\n\u00a0" },
    ])("keeps no record of an event that was not announced: %j", async (fields) => {
      const { store, remove } = await openOne();
      await store.create("A", { ...event, ...fields });
      await remove("A");
      expect(await store.listDeleted(new Date(0))).toEqual([]);
    });

    it("deletes the record when the event is restored, with a higher `sequence`", async () => {
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

    it("keeps the record of an event that is restored under another id, because calendars know the old id", async () => {
      const { store, remove } = await openOne();
      await store.create("A", event);
      const key = await remove("A");
      const traces = await store.listDeleted(new Date(0));
      expect(await store.restore(key, "A-2", null)).toBe("restored");
      expect(await store.listDeleted(new Date(0))).toEqual(traces);
    });

    it("lists the records since an instant; the next deletion of an event purges records that are older than sixty days", async () => {
      const { store, remove, advance } = await openOne();
      for (const id of ["A", "B", "C"]) await store.create(id, event);
      const ids = async (since: Date) => (await store.listDeleted(since)).map(({ id }) => id).sort();
      await remove("A");
      advance(60);
      await remove("B");
      expect([await ids(START), await ids(new Date(START.getTime() + 1))]).toEqual([["A", "B"], ["B"]]);
      advance(1);
      await remove("C");
      expect(await ids(new Date(0))).toEqual(["B", "C"]);
    });
  });

  describe("due drafts", () => {
    const INSTANT = "2026-03-29T01:30:00.000Z";

    it("are the scheduled drafts whose time has come, also if it is stored in another time zone", async () => {
      const { store } = await openOne();
      const publications = {
        Public: "",
        Draft: "draft",
        Past: "2025-01-01T00:00:00.000Z",
        Now: INSTANT,
        Soon: "2026-03-29T01:30:00.001Z",
        Zurich: "2026-03-29T03:30:00+02:00",
        Day: "2026-03-29",
      };
      for (const [id, publication] of Object.entries(publications)) await store.create(id, { ...event, publication });
      const due = async (now: string) => (await store.listDue(new Date(now))).map(({ id }) => id).toSorted();
      expect(await due("2000-01-01T00:00:00.000Z")).toEqual([]);
      expect(await due("2026-03-28T23:59:59.999Z")).toEqual(["Past"]);
      expect(await due("2026-03-29T01:29:59.999Z")).toEqual(["Day", "Past"]);
      expect(await due(INSTANT)).toEqual(["Day", "Now", "Past", "Zurich"]);
      expect(await due("2026-03-29T01:30:00.001Z")).toEqual(["Day", "Now", "Past", "Soon", "Zurich"]);
    });

    it("have the same content and version as a read event", async () => {
      const { store, advance } = await openOne();
      await store.create("A", { ...event, publication: INSTANT }, ELODIE, "evenements/A/a.jpg");
      advance(1);
      const [due] = await store.listDue(new Date(INSTANT));
      expect(due).toEqual(await store.get("A"));
      expect(await store.update("A", { ...event, publication: "" }, due?.version ?? "")).toBe("updated");
      expect(await store.listDue(new Date(INSTANT))).toEqual([]);
    });
  });
}
