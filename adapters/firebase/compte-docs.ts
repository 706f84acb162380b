/**
 * What the site keeps of accounts beside the provider, by the provider's id and without any address: `comptes/{uid}`,
 * and `sessions/{fingerprint}` for each session. Passwords and addresses are the provider's.
 *
 * Changes of accounts are counted. A session carries the count from before its password was checked and an account the
 * count of its last change: older sessions are over, also one that an old password was just opening.
 */
import { type DocumentReference, type Firestore, Timestamp } from "@google-cloud/firestore";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import { withDeadline } from "./client.ts";

/** A link that is out, as it is kept. */
export type LienGarde = { empreinte: string; genre: GenreDeLien; expireLe: Timestamp };

/** Fields of `comptes/{uid}`. An account of an existing project has no document until something is done with it. */
export type Trace = {
  /** False: its password lets nobody in, be it right. */
  entree?: boolean;
  /** Null: never. */
  derniereConnexion?: Timestamp | null;
  lien?: LienGarde | null;
  /** Count of its last change. */
  change?: number;
};

/** Fields of `sessions/{fingerprint}`. */
export type SessionGardee = {
  compte: string;
  change: number;
  expireLe: Timestamp;
  /** The provider's revocation that this session outlives: that of its own change of password. */
  revocationPassee: string | null;
};

/** A session that is being opened. */
export type Ouverture = { empreinte: string; expireLe: Date };

/** A session that outlives the provider's revocation. */
export type Maintien = { empreinte: string; revocation: string | null };

export function compteDocs(db: Firestore) {
  const comptes = db.collection("comptes");
  const sessions = db.collection("sessions");
  const compteur = db.doc("verrous/changements");

  const lire = async <T>(document: DocumentReference): Promise<T | null> =>
    ((await withDeadline(document.get())).data() as T | undefined) ?? null;
  const siennes = (uid: string) => sessions.where("compte", "==", uid);
  const sessionDe = (compte: string, change: number, expireLe: Date): SessionGardee => ({
    compte,
    change,
    expireLe: Timestamp.fromDate(expireLe),
    revocationPassee: null,
  });
  const courante = (session: SessionGardee, trace: Trace | null, le: Date): boolean =>
    session.expireLe.toMillis() > le.getTime() && session.change >= (trace?.change ?? 0);

  return {
    /** @returns what is kept of all accounts, by id */
    async all(): Promise<Map<string, Trace>> {
      const { docs } = await withDeadline(comptes.get());
      return new Map(docs.map((un) => [un.id, un.data() as Trace]));
    },

    /** @returns what is kept of an account; null when nothing is */
    account: (uid: string): Promise<Trace | null> => lire<Trace>(comptes.doc(uid)),

    /** @returns how many changes there were, for `openSession` */
    count: async (): Promise<number> => (await lire<{ nombre: number }>(compteur))?.nombre ?? 0,

    /**
     * Opens a session and notes that somebody signed in; forgets the account's sessions that are over.
     * @param change the count from before the password was checked
     * @returns 'ferme' when nobody may sign in with the account; 'perime' when it was changed meanwhile
     */
    async openSession(
      uid: string,
      ouverture: Ouverture,
      change: number,
      le: Date,
    ): Promise<"ouverte" | "ferme" | "perime"> {
      const [trace, connues] = await Promise.all([lire<Trace>(comptes.doc(uid)), withDeadline(siennes(uid).get())]);
      if (trace?.entree === false) return "ferme";
      if ((trace?.change ?? 0) > change) return "perime";
      const lot = db.batch();
      for (const une of connues.docs) if (!courante(une.data() as SessionGardee, trace, le)) lot.delete(une.ref);
      lot.create(sessions.doc(ouverture.empreinte), sessionDe(uid, change, ouverture.expireLe));
      lot.set(comptes.doc(uid), { derniereConnexion: Timestamp.fromDate(le) } satisfies Trace, { merge: true });
      await withDeadline(lot.commit());
      return "ouverte";
    },

    /** @returns the account's session, or null when it is over or was never opened */
    async session(empreinte: string, uid: string, le: Date): Promise<SessionGardee | null> {
      const [session, trace] = await Promise.all([
        lire<SessionGardee>(sessions.doc(empreinte)),
        lire<Trace>(comptes.doc(uid)),
      ]);
      return session?.compte === uid && courante(session, trace, le) ? session : null;
    },

    /**
     * Ends a session.
     * @returns the account whose last one it was; null when others are open, or it was not there
     */
    async endSession(empreinte: string, le: Date): Promise<string | null> {
      const session = await lire<SessionGardee>(sessions.doc(empreinte));
      if (!session) return null;
      await withDeadline(sessions.doc(empreinte).delete());
      const [trace, autres] = await Promise.all([
        lire<Trace>(comptes.doc(session.compte)),
        withDeadline(siennes(session.compte).get()),
      ]);
      return autres.docs.some((une) => courante(une.data() as SessionGardee, trace, le)) ? null : session.compte;
    },

    /**
     * Changes what is kept of an account and ends its sessions, all at once.
     * @param champs what changes
     * @param ouvrir a session that the change opens
     * @param garder one that stays
     */
    async change(
      uid: string,
      champs: Trace,
      { ouvrir, garder }: { ouvrir?: Ouverture; garder?: Maintien } = {},
    ): Promise<void> {
      const reste = garder && { ref: sessions.doc(garder.empreinte), revocationPassee: garder.revocation };
      const connue = reste ? await lire<SessionGardee>(reste.ref) : null;
      await withDeadline(
        db.runTransaction(async (t) => {
          const change = Number((await t.get(compteur)).get("nombre") ?? 0) + 1;
          t.set(compteur, { nombre: change });
          t.set(comptes.doc(uid), { ...champs, change } satisfies Trace, { merge: true });
          if (ouvrir) t.create(sessions.doc(ouvrir.empreinte), sessionDe(uid, change, ouvrir.expireLe));
          if (reste && connue?.compte === uid)
            t.update(reste.ref, { change, revocationPassee: reste.revocationPassee });
        }),
      );
    },

    /** Gives an account its one link, in place of the one before. */
    async putLink(uid: string, lien: LienGarde): Promise<void> {
      await withDeadline(comptes.doc(uid).set({ lien } satisfies Trace, { merge: true }));
    },

    /** @returns the link with this fingerprint and its account, expired or not; null when there is none */
    async link(empreinte: string): Promise<{ uid: string; lien: LienGarde } | null> {
      const { docs } = await withDeadline(comptes.where("lien.empreinte", "==", empreinte).limit(1).get());
      const [document] = docs;
      const lien = (document?.data() as Trace | undefined)?.lien;
      return document && lien ? { uid: document.id, lien } : null;
    },

    /** Forgets an account with its sessions. */
    async forget(uid: string): Promise<void> {
      const { docs } = await withDeadline(siennes(uid).get());
      const lot = db.batch();
      for (const une of docs) lot.delete(une.ref);
      lot.delete(comptes.doc(uid));
      await withDeadline(lot.commit());
    },
  };
}
