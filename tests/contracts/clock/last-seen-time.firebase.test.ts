import { expect, it } from "vitest";
import { createLastSeenTime } from "#adapters/firebase/health.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";
import { lastSeenTimeContract } from "./last-seen-time.contract.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describeHosted("the last time seen (Firestore)", () => {
  lastSeenTimeContract(() => {
    const { openOne } = firestoreProject();
    return () => createLastSeenTime(openOne());
  });

  it("is Google's own as well: a right clock holds nothing up after weeks without a visit, a fast one does", async () => {
    const lastSeen = createLastSeenTime(firestoreProject().openOne());
    await lastSeen.write(new Date(Date.now() - 30 * DAY_MS));
    expect(Math.abs(Number(await lastSeen.read()) - Date.now())).toBeLessThan(60_000);
    const guardAt = (aheadMs: number) =>
      createClockGuard({ lastSeen, clock: { now: () => new Date(Date.now() + aheadMs) } });
    expect(await guardAt(400 * DAY_MS).check()).toBe(false);
    expect(await guardAt(0).check()).toBe(true);
  });

  it("that the committee confirmed on one instance holds up no other", async () => {
    const { openOne } = firestoreProject();
    const clock = { now: () => new Date(Date.now() + 400 * DAY_MS) };
    const [here, there] = [openOne(), openOne()].map((db) =>
      createClockGuard({ lastSeen: createLastSeenTime(db), clock }),
    );
    expect([await here?.check(), await there?.check()]).toEqual([false, false]);
    await here?.confirm();
    expect([await here?.check(), await there?.check()]).toEqual([true, true]);
  });
});
