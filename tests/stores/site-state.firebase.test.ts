import { expect, it } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { readFirestoreTime } from "#adapters/firestore/health.ts";
import { createHealthCheck, createLastSeenTimeStore } from "#stores/site-state.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";
import { siteSecretContract } from "./site-secret.contract.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describeHosted("the state of a site on Firestore", () => {
  /** @returns a function that opens another instance */
  function project() {
    const { openOne } = firestoreProject();
    return () => {
      const db = openOne();
      const documents = createFirestoreDocuments(db);
      return { documents, lastSeen: createLastSeenTimeStore(documents, () => readFirestoreTime(db)) };
    };
  }

  it("uses Google's time: a correct clock passes after weeks without a visit, a fast one is held", async () => {
    const { lastSeen } = project()();
    await lastSeen.write(new Date(Date.now() - 30 * DAY_MS));
    expect(Math.abs(Number(await lastSeen.read()) - Date.now())).toBeLessThan(60_000);
    const guardAt = (aheadMs: number) =>
      createClockGuard({ lastSeen, clock: { now: () => new Date(Date.now() + aheadMs) } });
    expect(await guardAt(400 * DAY_MS).check()).toBe(false);
    expect(await guardAt(0).check()).toBe(true);
  });

  it("is healthy for two instances that check at the same time", async () => {
    const open = project();
    const checks = ["health-1", "health-2"].map((id) => createHealthCheck(open().documents, { waitMs: 3_000, id }));
    for (let n = 0; n < 3; n++) expect(await Promise.all(checks.map((check) => check()))).toEqual([true, true]);
  });
});

describeHosted("the site's secret on Firestore", () => {
  siteSecretContract(async () => {
    const { openOne } = firestoreProject();
    return async () => createFirestoreDocuments(openOne());
  });
});
