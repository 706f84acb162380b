import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDistributedThrottle } from "#adapters/firestore/distributed-throttle.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { firestoreProject } from "./firestore-project.ts";

/** With a clock that stands still, the waits are exact, however slowly a busy machine runs the test. */
describeHosted("the distributed throttle", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it("gives each of several instances its own time slot, with the pause between any two", async () => {
    const { openOne } = firestoreProject();
    const instances = [openOne(), openOne(), openOne()].map((db) => createDistributedThrottle(db, "emailjs"));
    const waits = await Promise.all([...instances, ...instances].map((reserve) => reserve(1200)));
    expect(waits.toSorted((a, b) => a - b)).toEqual([250, 1450, 2650, 3850, 5050, 6250]);
  });

  it("ignores a slot a day ahead, which an instance with a wrong clock has reserved", async () => {
    const reserve = createDistributedThrottle(firestoreProject().openOne(), "emailjs");
    await reserve(86_400_000);
    expect(await reserve(1000)).toBe(250);
  });
});
