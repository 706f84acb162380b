/** Signing in, and replacing a password: with the one before, or with a link. */
import { Timestamp } from "@google-cloud/firestore";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { LONGUEURS_MOT_DE_PASSE, longueurDuMotDePasse } from "#domain/mot-de-passe.ts";
import { accepte, refuse } from "#domain/resultat.ts";
import type { Authenticator, Session } from "#ports/authenticator.ts";
import { accountOf, addressOf, type CompteFirebase, type Parts } from "./comite.ts";
import type { KeptAccount } from "./committee-document.ts";
import { codeDe, IdentityError } from "./identity-error.ts";
import { findLink } from "./links.ts";
import { openSessions } from "./own-sessions.ts";
import { createJeton, empreinteDe } from "./session-cookie.ts";
import { type Entree, motDePasseNormal } from "./sign-in.ts";

/** How often a sign-in is asked again when the account is changed meanwhile. */
const TRIES = 3;

/** Longer than replacing a password takes when each call is just in time; then its instance has died. */
const REPLACING_MS = 30_000;

/** The account was changed between the sign-in and the session cookie. */
const CHANGED_MEANWHILE: ReadonlySet<string | null> = new Set([
  "auth/id-token-expired",
  "auth/id-token-revoked",
  "auth/invalid-id-token",
  "auth/user-disabled",
  "auth/user-not-found",
]);

/** @throws when a password has too few or too many characters */
export function requireLength(password: string): void {
  const { min, max } = LONGUEURS_MOT_DE_PASSE;
  const length = longueurDuMotDePasse(password);
  if (length < min || length > max) throw new Error(`A password needs ${min} to ${max} characters.`);
}

/** Makes a session that is not kept yet, and says what an account keeps when it is opened. */
async function newSession({ auth, now }: Parts, account: CompteFirebase, { idToken }: Entree, device: string) {
  const jeton = await createJeton(auth, idToken);
  const le = now();
  const expireLe = new Date(le.getTime() + DUREES_SESSION_MS.repos);
  const at = Timestamp.fromDate(le);
  const kept = { expireLe: Timestamp.fromDate(expireLe), openedAt: at, usedAt: at, confirmedAt: at, device };
  const opened = (before?: KeptAccount): KeptAccount => ({
    derniereConnexion: at,
    sessions: { ...Object.fromEntries(openSessions(before, le)), [empreinteDe(jeton)]: kept },
  });
  return { session: { jeton, expireLe, compte: accountOf(account) } satisfies Session, opened };
}

/** @returns null when nobody may enter; "changed" when the account was changed meanwhile */
async function signInOnce(parts: Parts, email: string, password: string, device: string) {
  const { comite, kept, askProvider, signaler } = parts;
  const before = await kept.all();
  const entree = await askProvider(email, password);
  const account = entree && (await comite.byId(entree.uid));
  if (entree && !account) signaler(new IdentityError("not-of-the-committee"), "sign-in");
  if (!entree || !account) return null;
  try {
    const { session, opened } = await newSession(parts, account, entree, device);
    const issue = await kept.change((all, put) => {
      const mine = all.get(account.uid);
      if (mine?.entree === false) return "shut";
      if (mine?.change !== before.get(account.uid)?.change) return "changed";
      put(account.uid, opened(mine));
      return session;
    });
    if (issue !== "shut") return issue;
    signaler(new IdentityError("account-shut"), "sign-in");
    return null;
  } catch (panne) {
    if (CHANGED_MEANWHILE.has(codeDe(panne))) return "changed";
    throw panne;
  }
}

/**
 * Sets a password, ends the account's sessions and opens one. A link that allows it is used up last: whoever a fault
 * interrupts chooses the password again.
 * @param allowed whether it may be done with the account as it is kept
 * @returns null when it may not, or somebody else changes the account
 */
async function replacePassword(
  parts: Parts,
  account: CompteFirebase,
  { password, device, allowed }: { password: string; device: string; allowed: (mine: KeptAccount) => boolean },
): Promise<Session | null> {
  const { comite, kept, askProvider, now } = parts;
  const { uid } = account;
  const change = await kept.change((all, put) => {
    const mine = all.get(uid) ?? {};
    if (!allowed(mine) || (mine.changingUntil?.toMillis() ?? 0) > now().getTime()) return null;
    const next = (mine.change ?? 0) + 1;
    put(uid, { change: next, changingUntil: Timestamp.fromMillis(now().getTime() + REPLACING_MS) });
    return next;
  });
  if (change === null) return null;
  /** Ends the replacing. @returns false when the account was changed in spite of it */
  const settle = (fields: KeptAccount) =>
    kept.change((all, put) => {
      if (all.get(uid)?.change !== change) return false;
      put(uid, { ...fields, changingUntil: null });
      return true;
    });
  try {
    await comite.setPassword(uid, motDePasseNormal(password));
    const entree = await askProvider(account.email, password);
    if (!entree) throw new Error("The provider did not take the password that it was just given.");
    const { session, opened } = await newSession(parts, account, entree, device);
    return (await settle({ ...opened(), entree: true, lien: null, change: change + 1 })) ? session : null;
  } catch (panne) {
    if (!(await settle({}).catch(() => true))) return null;
    throw panne;
  }
}

export function managePasswords(parts: Parts): Pick<Authenticator, "signIn" | "acceptLink" | "changePassword"> {
  const { comite, kept, askProvider } = parts;
  return {
    async signIn(email, password, device = "") {
      for (let n = 0; n < TRIES; n++) {
        const issue = await signInOnce(parts, addressOf(email), password, device);
        if (issue !== "changed") return issue;
      }
      throw new Error("Accounts were changed again and again while somebody signed in.");
    },

    async acceptLink(token, password, device = "") {
      const found = await findLink(parts, token);
      if (!found.ok) return found;
      requireLength(password);
      const allowed = ({ lien }: KeptAccount) => lien?.empreinte === empreinteDe(token);
      const session = await replacePassword(parts, found.valeur.account, { password, device, allowed });
      return session ? accepte(session) : refuse("inconnu");
    },

    async changePassword(id, actual, password, device = "") {
      requireLength(password);
      const before = (await kept.all()).get(id);
      const account = await comite.byId(id);
      if (!account || (await askProvider(account.email, actual))?.uid !== id) return null;
      const allowed = ({ change, entree }: KeptAccount) => change === before?.change && entree !== false;
      return replacePassword(parts, account, { password, device, allowed });
    },
  };
}
