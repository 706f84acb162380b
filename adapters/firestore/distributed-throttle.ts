/** Throttle for a service that limits requests per account. All server instances share the time slots. */
import type { Firestore } from "@google-cloud/firestore";
import { callFirestore, putDocument, runTransaction } from "./firestore-calls.ts";

/** A stored slot later than this time from now is ignored, because an instance with a wrong clock has written it. */
const AHEAD_MAX_MS = 60_000;

/** Minimum time from now to a new slot, so that the transaction ends before the slot. */
const LEAD_MS = 250;
const ATTEMPTS_MAX = 5;

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
