/**
 * What the site keeps of accounts beside the provider, in the one document `state/accounts`, by the provider's id and
 * without any address: whose password lets nobody in, one-time links, open sessions (decision 0035). Everything that has
 * to hold between accounts is decided on it: a change names the document that it has read, or reads it again.
 */
import type { Firestore } from "@google-cloud/firestore";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { ask, change, put } from "#adapters/firestore/firestore-calls.ts";
import type { KeptAccount } from "./kept-account.ts";

/** Accounts by id. */
export type Kept = ReadonlyMap<string, KeptAccount>;

/** Replaces fields of an account, or forgets it. */
export type Put = (uid: string, fields: KeptAccount | null) => void;

export type CommitteeDocument = ReturnType<typeof committeeDocument>;

export function committeeDocument(db: Firestore) {
  const document = db.collection(COLLECTIONS.state).doc("accounts");

  async function read() {
    const snapshot = await ask(document.get());
    const accounts = (snapshot.get("accounts") ?? {}) as Record<string, KeptAccount>;
    return { snapshot, kept: new Map(Object.entries(accounts)) };
  }

  return {
    /** @returns what is kept of all accounts */
    all: async (): Promise<Kept> => (await read()).kept,

    /**
     * Decides on what is kept, and writes what was put if nobody has written in between; otherwise decides again.
     * @param decide may ask the provider, and changes nothing there
     * @returns what was decided
     */
    change: <T>(decide: (kept: Kept, put: Put) => T | Promise<T>): Promise<T> =>
      change(db, async (write) => {
        const { snapshot, kept } = await read();
        let changes = false;
        const decided = await decide(kept, (uid, fields) => {
          changes = true;
          if (fields) kept.set(uid, { ...kept.get(uid), ...fields });
          else kept.delete(uid);
        });
        if (changes) await write((batch) => put(batch, snapshot, { accounts: Object.fromEntries(kept) }));
        return decided;
      }),
  };
}
