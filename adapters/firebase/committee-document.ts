/**
 * What the site keeps of accounts beside the provider, in the one document `etat/comptes`, by the provider's id and
 * without any address: whose password lets nobody in, one-time links, open sessions (decision 0038). Everything that has
 * to hold between accounts is decided on it: a change names the document that it has read, or reads it again.
 */
import { createHash } from "node:crypto";
import type { Firestore, Timestamp } from "@google-cloud/firestore";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import { adoptOlderDocuments } from "./adopt-accounts.ts";
import { ask, change, put } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";

/** A link that is out. */
export type KeptLink = { empreinte: string; genre: GenreDeLien; expireLe: Timestamp };

/** An open session. */
export type KeptSession = {
  expireLe: Timestamp;
  openedAt: Timestamp;
  usedAt: Timestamp;
  /** When the password was last typed in it; null: not known, as an older version opened it. */
  confirmedAt: Timestamp | null;
  /** Short words for the device. */
  device: string;
  /** What the provider had revoked until it was opened, in its words; absent where an older version opened it. */
  validAfter?: string | null;
};

/** An account of an existing project is not kept until something is done with it. */
export type KeptAccount = {
  /** False: its password lets nobody in, be it right. */
  entree?: boolean;
  /** Null: never. */
  derniereConnexion?: Timestamp | null;
  lien?: KeptLink | null;
  /** Grows whenever who may enter may have changed: what was begun before that is over. */
  change?: number;
  /** Until then somebody is replacing its password, and nobody else does. */
  changingUntil?: Timestamp | null;
  /** By fingerprint. */
  sessions?: Readonly<Record<string, KeptSession>>;
};

/** Accounts by id. */
export type Kept = ReadonlyMap<string, KeptAccount>;

/** Replaces fields of an account, or forgets it. */
export type Put = (uid: string, fields: KeptAccount | null) => void;

/** @returns what is kept of something that only its holder may know */
export const fingerprintOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export type CommitteeDocument = ReturnType<typeof committeeDocument>;

export function committeeDocument(db: Firestore) {
  const document = db.collection(COLLECTIONS.etat).doc("comptes");

  async function read() {
    for (;;) {
      const snapshot = await ask(document.get());
      const comptes = snapshot.get("comptes") as Record<string, KeptAccount> | undefined;
      if (comptes) return { snapshot, kept: new Map(Object.entries(comptes)) };
      await adoptOlderDocuments(db, document);
    }
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
        if (changes) await write((batch) => put(batch, snapshot, { comptes: Object.fromEntries(kept) }));
        return decided;
      }),
  };
}
