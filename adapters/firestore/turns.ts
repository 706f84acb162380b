/** Turns that all instances take one after the other, for a service that counts what one account asks of it. */
import type { Firestore } from "@google-cloud/firestore";
import { ask, change, put } from "./firestore-calls.ts";

/** A turn so far ahead was taken by a clock that has been set back since. */
const AHEAD_MAX_MS = 60_000;

/** How far ahead a turn lies at least, so that writing it down is over by then; otherwise it is missed, and another one taken. */
const LEAD_MS = 250;
const TRIES = 5;

/**
 * @param db as `openFirestore` gave it
 * @param name of what is counted
 * @returns takes the next turn, at least `pauseMs` after the one before; resolves with the milliseconds to wait for it
 * @throws when the store does not answer in time
 */
export function createTurns(db: Firestore, name: string): (pauseMs: number) => Promise<number> {
  const document = db.collection("state").doc(`turn-${name}`);

  const take = (pauseMs: number): Promise<number> =>
    change(db, async (write) => {
      const snapshot = await ask(document.get());
      const soonest = Date.now() + LEAD_MS;
      const next: unknown = snapshot.get("nextAt");
      const mine = typeof next === "number" && next > soonest && next < soonest + AHEAD_MAX_MS ? next : soonest;
      await write((batch) => put(batch, snapshot, { nextAt: mine + pauseMs }));
      return mine;
    });

  return async (pauseMs) => {
    for (let n = 0; n < TRIES; n++) {
      const waitMs = (await take(pauseMs)) - Date.now();
      if (waitMs >= 0) return waitMs;
    }
    throw new Error("The hosted store answers too slowly for turns to be taken.");
  };
}
