/** Sessions of the accounts at Firebase: a cookie of the provider's counts only while its record is kept (decision 0021). */
import type { Auth } from "firebase-admin/auth";
import { type Authenticator, SESSION_NOTED_EVERY_MS } from "#ports/authenticator.ts";
import { withDeadline } from "./client.ts";
import type { CompteFirebase, comiteDe } from "./comite.ts";
import type { compteDocs, SessionGardee } from "./compte-docs.ts";
import { empreinteDe, verifyJeton } from "./session-cookie.ts";
import type { Entree } from "./sign-in.ts";

type Own = Pick<
  Authenticator,
  "session" | "signOut" | "confirmedAt" | "confirm" | "sessions" | "endOtherSessions" | "accountId"
>;

type Current = { account: CompteFirebase; kept: SessionGardee; fingerprint: string };

/**
 * @param askProvider who an address and a password belong to; null when they belong to nobody
 * @param signaler is told why the provider could not be told of the end of a session; never of whose
 */
export function ownSessions({
  auth,
  comite,
  docs,
  askProvider,
  signaler,
  now,
}: {
  auth: Auth;
  comite: ReturnType<typeof comiteDe>;
  docs: ReturnType<typeof compteDocs>;
  askProvider: (email: string, password: string) => Promise<Entree | null>;
  signaler: (panne: unknown, ou: string) => void;
  now: () => Date;
}): Own {
  async function current(token: string): Promise<Current | null> {
    const uid = await verifyJeton(auth, token);
    if (!uid) return null;
    const fingerprint = empreinteDe(token);
    const [kept, account] = await Promise.all([docs.session(fingerprint, uid, now()), comite.byId(uid)]);
    return kept && account && { account, kept, fingerprint };
  }

  return {
    async session(token) {
      const mine = await current(token);
      if (!mine) return null;
      const { account, kept, fingerprint } = mine;
      // What cannot be noted keeps nobody out.
      if (now().getTime() - docs.usesOf(kept).usedAt.getTime() >= SESSION_NOTED_EVERY_MS)
        await docs.noteUse(fingerprint, now()).catch(() => {});
      return { id: account.uid, email: account.email };
    },

    async signOut(token) {
      const last = await docs.endSession(empreinteDe(token), now());
      if (!last) return;
      // The session has ended whether the provider hears of it or not.
      await withDeadline(auth.revokeRefreshTokens(last)).catch((panne: unknown) => signaler(panne, "sign-out"));
    },

    async confirmedAt(token) {
      return (await current(token))?.kept.confirmedAt?.toDate() ?? null;
    },

    async confirm(token, password) {
      const mine = await current(token);
      if (!mine || (await askProvider(mine.account.email, password))?.uid !== mine.account.uid) return false;
      return docs.noteConfirmed(mine.fingerprint, now());
    },

    async sessions(token) {
      const mine = await current(token);
      return mine ? docs.openSessions(mine.account.uid, mine.fingerprint, now()) : [];
    },

    async endOtherSessions(token) {
      const mine = await current(token);
      if (mine) await docs.endOthers(mine.account.uid, mine.fingerprint);
    },

    async accountId(email) {
      const user = await comite.byEmail(email.trim().toLowerCase());
      return user && comite.compte(user) ? user.uid : null;
    },
  };
}
