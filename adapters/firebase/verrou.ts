/**
 * One change of accounts at a time, on all instances: the provider's accounts and Firestore know no transaction together,
 * and the last account that can sign in may not be taken away by two people at once.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Firestore, Timestamp } from "@google-cloud/firestore";
import { ask, FirestoreFault } from "./calls.ts";

/** Longer than a change takes when each of its calls is just in time; then its instance has died. */
const TENUE_MS = 30_000;
const ATTENTE_MS = 8000;

/** It is gone, or somebody else's. */
const PLUS_LA = ["NOT_FOUND", "FAILED_PRECONDITION"];

/** Fields of `verrous/comptes`, which exists while somebody changes accounts. */
type Tenue = { par: string; jusquA: Timestamp };

/** Does something while nobody else changes accounts. @throws when others do for too long, and what `action` throws */
export type Verrou = <T>(action: () => Promise<T>) => Promise<T>;

export function createVerrou(db: Firestore): Verrou {
  const verrou = db.doc("verrous/comptes");

  /** @returns when it was taken; null when somebody else holds it */
  async function essayerDePrendre(par: string): Promise<Timestamp | null> {
    const tenue: Tenue = { par, jusquA: Timestamp.fromMillis(Date.now() + TENUE_MS) };
    try {
      return (await ask(verrou.create(tenue))).writeTime;
    } catch (panne) {
      if (codeDe(panne) !== "ALREADY_EXISTS") throw panne;
    }
    const document = await ask(verrou.get());
    const autre = document.data() as Tenue | undefined;
    if (!autre || !document.updateTime) return null;
    // Google's library repeats a write whose answer was lost.
    if (autre.par === par) return document.updateTime;
    if (autre.jusquA.toMillis() <= Date.now()) await rendre(document.updateTime);
    return null;
  }

  /** @param depuis when it was taken: what somebody else has taken since stays */
  async function rendre(depuis: Timestamp): Promise<void> {
    try {
      await ask(verrou.delete({ lastUpdateTime: depuis }));
    } catch (panne) {
      if (!PLUS_LA.includes(codeDe(panne))) throw panne;
    }
  }

  async function prendre(): Promise<Timestamp> {
    const par = randomUUID();
    const fin = Date.now() + ATTENTE_MS;
    for (;;) {
      const prise = await essayerDePrendre(par);
      if (prise) return prise;
      if (Date.now() >= fin) throw new Error("Accounts are being changed elsewhere; it takes too long.");
      await pause(20 + Math.random() * 80);
    }
  }

  return async (action) => {
    const prise = await prendre();
    try {
      return await action();
    } finally {
      // What was done is done; a lock that cannot be given back ends by itself.
      await rendre(prise).catch(() => {});
    }
  };
}

const codeDe = (panne: unknown): string => (panne instanceof FirestoreFault ? panne.code : "");
