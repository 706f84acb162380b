/** Sessions of the accounts at Firebase: a cookie of the provider's counts only while it is kept here (decision 0038). */
import { Timestamp } from "@google-cloud/firestore";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { type Authenticator, type OpenSession, SESSION_NOTED_EVERY_MS, SESSIONS_LISTED } from "#ports/authenticator.ts";
import { accountOf, type CompteFirebase, type Parts } from "./comite.ts";
import type { KeptAccount, KeptSession } from "./committee-document.ts";
import { empreinteDe, verifyJeton } from "./session-cookie.ts";

type Own = Pick<Authenticator, "session" | "signOut" | "confirmedAt" | "confirm" | "sessions" | "endOtherSessions">;

type Current = { account: CompteFirebase; open: Map<string, KeptSession>; session: KeptSession; fingerprint: string };

/** Most sessions that an account has: the one that was used longest ago ends for another one. */
const SESSIONS_MAX = 50;

/** @returns the account's sessions that are not over, used last first, by fingerprint */
export function openSessions({ sessions = {} }: KeptAccount = {}, now: Date): Map<string, KeptSession> {
  const open = Object.entries(sessions).filter(([, { expireLe }]) => expireLe.toMillis() > now.getTime());
  const since = (one: KeptSession) => [usesOf(one).usedAt.getTime(), usesOf(one).openedAt.getTime()] as const;
  const byUse = open.map(([fingerprint, one]) => ({ fingerprint, one, since: since(one) }));
  byUse.sort((a, b) => b.since[0] - a.since[0] || b.since[1] - a.since[1]);
  return new Map(byUse.slice(0, SESSIONS_MAX).map(({ fingerprint, one }) => [fingerprint, one]));
}

/** When a session was opened and last used. */
function usesOf({ expireLe, openedAt, usedAt }: KeptSession): { openedAt: Date; usedAt: Date } {
  // The end of a session never moves.
  const opened = openedAt?.toDate() ?? new Date(expireLe.toMillis() - DUREES_SESSION_MS.repos);
  return { openedAt: opened, usedAt: usedAt?.toDate() ?? opened };
}

/** @returns the open session that a token is of, with its account; null when there is none */
async function currentSession({ auth, comite, kept, now }: Parts, token: string): Promise<Current | null> {
  const uid = await verifyJeton(auth, token);
  if (!uid) return null;
  const fingerprint = empreinteDe(token);
  const [all, account] = await Promise.all([kept.all(), comite.byId(uid)]);
  const open = openSessions(all.get(uid), now());
  const session = open.get(fingerprint);
  return session && account ? { account, open, session, fingerprint } : null;
}

/** Notes something in a session. @returns whether it is still open */
const note = ({ kept }: Parts, { account: { uid }, fingerprint }: Current, fields: Partial<KeptSession>) =>
  kept.change((all, put) => {
    const sessions = all.get(uid)?.sessions ?? {};
    const session = sessions[fingerprint];
    if (session) put(uid, { sessions: { ...sessions, [fingerprint]: { ...session, ...fields } } });
    return session !== undefined;
  });

export function ownSessions(parts: Parts): Own {
  const { comite, kept, askProvider, signaler, now } = parts;
  return {
    async session(token) {
      const mine = await currentSession(parts, token);
      if (!mine) return null;
      const usedAt = Timestamp.fromDate(now());
      // What cannot be noted keeps nobody out.
      if (usedAt.toMillis() - usesOf(mine.session).usedAt.getTime() >= SESSION_NOTED_EVERY_MS)
        await note(parts, mine, { usedAt }).catch(() => {});
      return accountOf(mine.account);
    },

    async signOut(token) {
      const fingerprint = empreinteDe(token);
      const last = await kept.change((all, put) => {
        const [uid, account] = [...all].find(([, { sessions }]) => sessions?.[fingerprint]) ?? [];
        if (!uid) return null;
        const others = openSessions(account, now());
        others.delete(fingerprint);
        put(uid, { sessions: Object.fromEntries(others) });
        return others.size > 0 ? null : uid;
      });
      // The session has ended whether the provider hears of it or not.
      if (last) await comite.revoke(last).catch((panne: unknown) => signaler(panne, "sign-out"));
    },

    async confirmedAt(token) {
      return (await currentSession(parts, token))?.session.confirmedAt?.toDate() ?? null;
    },

    async confirm(token, password) {
      const mine = await currentSession(parts, token);
      if (!mine || (await askProvider(mine.account.email, password))?.uid !== mine.account.uid) return false;
      const at = Timestamp.fromDate(now());
      return note(parts, mine, { usedAt: at, confirmedAt: at });
    },

    async sessions(token) {
      const mine = await currentSession(parts, token);
      const listed = [...(mine?.open ?? [])].slice(0, SESSIONS_LISTED);
      return listed.map(
        ([id, one]): OpenSession => ({ ...usesOf(one), device: one.device ?? "", current: id === mine?.fingerprint }),
      );
    },

    async endOtherSessions(token) {
      const mine = await currentSession(parts, token);
      if (!mine) return;
      await kept.change((all, put) => {
        const session = all.get(mine.account.uid)?.sessions?.[mine.fingerprint];
        if (session) put(mine.account.uid, { sessions: { [mine.fingerprint]: session } });
      });
    },
  };
}
