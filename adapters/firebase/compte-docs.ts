/**
 * What the site keeps of accounts beside the provider, by the provider's id and without any address: `comptes/{uid}`,
 * and `sessions/{fingerprint}` for each session. Passwords and addresses are the provider's.
 *
 * Changes of accounts are counted. A session carries the count from before its password was checked and an account the
 * count of its last change: older sessions are over, also one that an old password was just opening.
 */
import { type DocumentReference, type Firestore, Timestamp } from "@google-cloud/firestore";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import { type OpenSession, SESSIONS_LISTED } from "#ports/authenticator.ts";
import { ask, FirestoreFault } from "./calls.ts";

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

/** Fields of `sessions/{fingerprint}`. One that an older version opened lacks the optional ones. */
export type SessionGardee = {
  compte: string;
  change: number;
  expireLe: Timestamp;
  openedAt?: Timestamp;
  usedAt?: Timestamp;
  /** When the password was last typed in it. */
  confirmedAt?: Timestamp;
  /** Short words for the device. */
  device?: string;
};

/** A session that is being opened. */
export type Ouverture = { empreinte: string; expireLe: Date; device: string };

export function compteDocs(db: Firestore) {
  const comptes = db.collection("comptes");
  const sessions = db.collection("sessions");
  const compteur = db.doc("verrous/changements");

  const lire = async <T>(document: DocumentReference): Promise<T | null> =>
    ((await ask(document.get())).data() as T | undefined) ?? null;
  const siennes = (uid: string) => sessions.where("compte", "==", uid);
  function sessionDe(compte: string, change: number, { expireLe, device }: Ouverture, le: Date): SessionGardee {
    const at = Timestamp.fromDate(le);
    const expire = Timestamp.fromDate(expireLe);
    return { compte, change, expireLe: expire, openedAt: at, usedAt: at, confirmedAt: at, device };
  }
  async function effacer(documents: readonly DocumentReference[]): Promise<void> {
    const lot = db.batch();
    for (const un of documents) lot.delete(un);
    await ask(lot.commit());
  }
  const courante = (session: SessionGardee, trace: Trace | null, le: Date): boolean =>
    session.expireLe.toMillis() > le.getTime() && session.change >= (trace?.change ?? 0);

  return {
    /** @returns what is kept of all accounts, by id */
    async all(): Promise<Map<string, Trace>> {
      const { docs } = await ask(comptes.get());
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
      const [trace, connues] = await Promise.all([lire<Trace>(comptes.doc(uid)), ask(siennes(uid).get())]);
      if (trace?.entree === false) return "ferme";
      if ((trace?.change ?? 0) > change) return "perime";
      const lot = db.batch();
      for (const une of connues.docs) if (!courante(une.data() as SessionGardee, trace, le)) lot.delete(une.ref);
      lot.create(sessions.doc(ouverture.empreinte), sessionDe(uid, change, ouverture, le));
      lot.set(comptes.doc(uid), { derniereConnexion: Timestamp.fromDate(le) } satisfies Trace, { merge: true });
      await ask(lot.commit());
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
      await ask(sessions.doc(empreinte).delete());
      const [trace, autres] = await Promise.all([
        lire<Trace>(comptes.doc(session.compte)),
        ask(siennes(session.compte).get()),
      ]);
      return autres.docs.some((une) => courante(une.data() as SessionGardee, trace, le)) ? null : session.compte;
    },

    /**
     * Changes what is kept of an account and ends its sessions, all at once.
     * @param champs what changes
     * @param ouvrir a session that the change opens
     */
    async change(uid: string, champs: Trace, ouvrir?: { session: Ouverture; le: Date }): Promise<void> {
      await ask(
        db.runTransaction(async (t) => {
          const change = Number((await t.get(compteur)).get("nombre") ?? 0) + 1;
          t.set(compteur, { nombre: change });
          t.set(comptes.doc(uid), { ...champs, change } satisfies Trace, { merge: true });
          if (ouvrir)
            t.create(sessions.doc(ouvrir.session.empreinte), sessionDe(uid, change, ouvrir.session, ouvrir.le));
        }),
      );
    },

    /** @returns the account's open sessions, used last first, as the port lists them @param mine fingerprint of the one that asks */
    async openSessions(uid: string, mine: string, le: Date): Promise<OpenSession[]> {
      const [trace, { docs }] = await Promise.all([lire<Trace>(comptes.doc(uid)), ask(siennes(uid).get())]);
      return docs
        .map((un) => ({ kept: un.data() as SessionGardee, current: un.id === mine }))
        .filter(({ kept }) => courante(kept, trace, le))
        .map(({ kept, current }) => ({ ...usesOf(kept), device: kept.device ?? "", current }))
        .sort((a, b) => b.usedAt.getTime() - a.usedAt.getTime() || b.openedAt.getTime() - a.openedAt.getTime())
        .slice(0, SESSIONS_LISTED);
    },

    usesOf,

    async noteUse(empreinte: string, le: Date): Promise<void> {
      await ask(sessions.doc(empreinte).update({ usedAt: Timestamp.fromDate(le) }));
    },

    /** @returns whether there is such a session */
    async noteConfirmed(empreinte: string, le: Date): Promise<boolean> {
      const at = Timestamp.fromDate(le);
      try {
        await ask(sessions.doc(empreinte).update({ usedAt: at, confirmedAt: at }));
        return true;
      } catch (panne) {
        if (panne instanceof FirestoreFault && panne.code === "NOT_FOUND") return false;
        throw panne;
      }
    },

    /** Ends the account's sessions. @param except fingerprint of the one that stays */
    async endOthers(uid: string, except: string): Promise<void> {
      const { docs } = await ask(siennes(uid).get());
      await effacer(docs.map(({ ref }) => ref).filter(({ id }) => id !== except));
    },

    /** Gives an account its one link, in place of the one before. */
    async putLink(uid: string, lien: LienGarde): Promise<void> {
      await ask(comptes.doc(uid).set({ lien } satisfies Trace, { merge: true }));
    },

    /** @returns the link with this fingerprint and its account, expired or not; null when there is none */
    async link(empreinte: string): Promise<{ uid: string; lien: LienGarde } | null> {
      const { docs } = await ask(comptes.where("lien.empreinte", "==", empreinte).limit(1).get());
      const [document] = docs;
      const lien = (document?.data() as Trace | undefined)?.lien;
      return document && lien ? { uid: document.id, lien } : null;
    },

    /** Forgets an account with its sessions. */
    async forget(uid: string): Promise<void> {
      const { docs } = await ask(siennes(uid).get());
      await effacer([...docs.map(({ ref }) => ref), comptes.doc(uid)]);
    },
  };
}

/** When a session was opened and last used. */
function usesOf({ expireLe, openedAt, usedAt }: SessionGardee): { openedAt: Date; usedAt: Date } {
  // The end of a session never moves.
  const opened = openedAt?.toDate() ?? new Date(expireLe.toMillis() - DUREES_SESSION_MS.repos);
  return { openedAt: opened, usedAt: usedAt?.toDate() ?? opened };
}
