/** Sessions of the accounts at Firebase: open while they are kept here and the provider revokes nothing (decision 0035). */
import { Timestamp } from "@google-cloud/firestore";
import { type Authenticator, SESSION_NOTED_EVERY_MS, SESSIONS_LISTED } from "#ports/authenticator.ts";
import { accountOf, type FirebaseUser, type Parts } from "./committee-accounts.ts";
import { fingerprintOf, type KeptAccount, type KeptSession } from "./kept-account.ts";

type Own = Pick<
  Authenticator,
  "findSession" | "signOut" | "readConfirmedAt" | "confirm" | "listSessions" | "endOtherSessions"
>;

type Current = {
  account: FirebaseUser;
  mine: KeptAccount | undefined;
  open: Map<string, KeptSession>;
  session: KeptSession;
  fingerprint: string;
};

/** Most sessions that an account has: the one that was used longest ago ends for another one. */
const SESSIONS_MAX = 50;

/** @returns the account's sessions that are not over, used last first, by fingerprint */
export function openSessions({ sessions = {} }: KeptAccount = {}, now: Date): Map<string, KeptSession> {
  const open = Object.entries(sessions).filter(([, { expiresAt }]) => expiresAt.toMillis() > now.getTime());
  return new Map(open.sort(([, a], [, b]) => b.usedAt.toMillis() - a.usedAt.toMillis()).slice(0, SESSIONS_MAX));
}

/** Whether the provider has revoked the account's sessions since one was opened. */
function isRevoked({ validAfter, openedAt }: KeptSession, { tokensValidAfterTime = "" }: FirebaseUser): boolean {
  if (validAfter === undefined) return Date.parse(tokensValidAfterTime) > openedAt.toMillis();
  return (validAfter ?? "") !== tokensValidAfterTime;
}

/** @returns the open session that a token is of, with its account; null when there is none */
async function currentSession({ committee, kept, now }: Parts, token: string): Promise<Current | null> {
  const fingerprint = fingerprintOf(token);
  const [uid, mine] = [...(await kept.all())].find(([, { sessions }]) => sessions?.[fingerprint]) ?? [];
  const open = openSessions(mine, now());
  const session = open.get(fingerprint);
  const account = uid && session && (await committee.byId(uid));
  if (!account || account.disabled || isRevoked(session, account)) return null;
  return { account, mine, open, session, fingerprint };
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
  const { committee, kept, askProvider, report, now } = parts;
  return {
    async findSession(token) {
      const current = await currentSession(parts, token);
      if (!current) return null;
      const usedAt = Timestamp.fromDate(now());
      // What cannot be noted keeps nobody out.
      if (usedAt.toMillis() - current.session.usedAt.toMillis() >= SESSION_NOTED_EVERY_MS)
        await note(parts, current, { usedAt }).catch(() => {});
      return accountOf(current.account, current.mine);
    },

    async signOut(token) {
      const fingerprint = fingerprintOf(token);
      const last = await kept.change((all, put) => {
        const [uid, account] = [...all].find(([, { sessions }]) => sessions?.[fingerprint]) ?? [];
        if (!uid) return null;
        const others = openSessions(account, now());
        others.delete(fingerprint);
        put(uid, { sessions: Object.fromEntries(others) });
        return others.size > 0 ? null : uid;
      });
      // The session has ended whether the provider hears of it or not.
      if (last) await committee.revoke(last).catch((fault: unknown) => report(fault, "sign-out"));
    },

    async readConfirmedAt(token) {
      return (await currentSession(parts, token))?.session.confirmedAt?.toDate() ?? null;
    },

    async confirm(token, password) {
      const mine = await currentSession(parts, token);
      if (!mine || (await askProvider(mine.account.email, password)) !== mine.account.uid) return false;
      const at = Timestamp.fromDate(now());
      return note(parts, mine, { usedAt: at, confirmedAt: at });
    },

    async listSessions(token) {
      const mine = await currentSession(parts, token);
      const listed = [...(mine?.open ?? [])].slice(0, SESSIONS_LISTED);
      return listed.map(([id, { device, openedAt, usedAt }]) => ({
        ...{ device, openedAt: openedAt.toDate(), usedAt: usedAt.toDate() },
        current: id === mine?.fingerprint,
      }));
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
