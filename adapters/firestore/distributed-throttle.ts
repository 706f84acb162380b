/** Time slots shared by all instances, for a service with a rate limit per account. */
import type { Firestore } from "@google-cloud/firestore";
import { callFirestore, putDocument, runTransaction } from "./firestore-calls.ts";

/** A stored slot further in the future than this is ignored, because an instance with a wrong clock wrote it. */
const AHEAD_MAX_MS = 60_000;

/** A new slot is at least this many ms in the future. If it is past when the transaction ends, reserve another one. */
const LEAD_MS = 250;
const ATTEMPTS_MAX = 5;

/** Returns a function that reserves a slot `pauseMs` after the previous one, and resolves with the wait in ms. */
export function createDistributedThrottle(db: Firestore, name: string): (pauseMs: number) => Promise<number> {
  const document = db.collection("state").doc(`turn-${name}`);

  const takeSlot = (pauseMs: number): Promise<number> =>
    runTransaction(db, async (write) => {
      const snapshot = await callFirestore(document.get());
      const earliest = Date.now() + LEAD_MS;
      const next: unknown = snapshot.get("nextAt");
      const slot = typeof next === "number" && next > earliest && next < earliest + AHEAD_MAX_MS ? next : earliest;
      await write((batch) => putDocument(batch, snapshot, { nextAt: slot + pauseMs }));
      return slot;
    });

  return async (pauseMs) => {
    for (let n = 0; n < ATTEMPTS_MAX; n++) {
      const waitMs = (await takeSlot(pauseMs)) - Date.now();
      if (waitMs >= 0) return waitMs;
    }
    throw new Error("The hosted store is too slow for the distributed throttle.");
  };
}
