/** Signing in, and replacing a password: with the one before, or with a link. */
import { randomBytes } from "node:crypto";
import { Timestamp } from "@google-cloud/firestore";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { LONGUEURS_MOT_DE_PASSE, longueurDuMotDePasse } from "#domain/mot-de-passe.ts";
import { accepte, refuse } from "#domain/resultat.ts";
import type { Authenticator, Session } from "#ports/authenticator.ts";
import { accountOf, addressOf, type CompteFirebase, type Parts } from "./comite.ts";
import { IdentityError } from "./identity-error.ts";
import { fingerprintOf, type KeptAccount, type KeptSession } from "./kept-account.ts";
import { findLink } from "./links.ts";
import { openSessions } from "./own-sessions.ts";
import { motDePasseNormal } from "./sign-in.ts";

/** Longer than replacing a password takes when each call is just in time; then its instance has died. */
const REPLACING_MS = 30_000;

/** @throws when a password has too few or too many characters */
export function requireLength(password: string): void {
  const { min, max } = LONGUEURS_MOT_DE_PASSE;
  const length = longueurDuMotDePasse(password);
  if (length < min || length > max) throw new Error(`A password needs ${min} to ${max} characters.`);
}

/** @returns a new session, and what its account keeps when it is opened beside others */
function newSession(now: Date, account: CompteFirebase, device: string, validAfter = account.tokensValidAfterTime) {
  const jeton = randomBytes(32).toString("base64url");
  const expireLe = new Date(now.getTime() + DUREES_SESSION_MS.repos);
  const at = Timestamp.fromDate(now);
  const kept: KeptSession = {
    ...{ expireLe: Timestamp.fromDate(expireLe), openedAt: at, usedAt: at, confirmedAt: at, device },
    validAfter: validAfter ?? null,
  };
  const opened = (before?: KeptAccount): KeptAccount => ({
    derniereConnexion: at,
    sessions: { ...Object.fromEntries(openSessions(before, now)), [fingerprintOf(jeton)]: kept },
  });
  return { session: { jeton, expireLe, compte: accountOf(account) } satisfies Session, opened };
}

/** Opens a session. @returns null when nobody may enter, which is told in the log without a name */
async function signIn(parts: Parts, email: string, password: string, device: string): Promise<Session | null> {
  const { comite, kept, askProvider, signaler, now } = parts;
  const before = await kept.all();
  const uid = await askProvider(email, password);
  if (!uid) return null;
  const account = await comite.byId(uid);
  const outcome = await kept.change((all, put) => {
    const mine = all.get(uid);
    if (!account) return "not-of-the-committee";
    if (mine?.entree === false) return "account-shut";
    // Whoever typed a password that was just replaced types the new one.
    if (mine?.change !== before.get(uid)?.change) return "account-changed";
    const { session, opened } = newSession(now(), account, device);
    put(uid, opened(mine));
    return session;
  });
  if (typeof outcome !== "string") return outcome;
  signaler(new IdentityError(outcome), "sign-in");
  return null;
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
  const { comite, kept, now } = parts;
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
    const { tokensValidAfterTime } = await comite.setPassword(uid, motDePasseNormal(password));
    const { session, opened } = newSession(now(), account, device, tokensValidAfterTime);
    return (await settle({ ...opened(), entree: true, lien: null, change: change + 1 })) ? session : null;
  } catch (panne) {
    if (!(await settle({}).catch(() => true))) return null;
    throw panne;
  }
}

export function managePasswords(parts: Parts): Pick<Authenticator, "signIn" | "acceptLink" | "changePassword"> {
  const { comite, kept, askProvider } = parts;
  return {
    signIn: (email, password, device = "") => signIn(parts, addressOf(email), password, device),

    async acceptLink(token, password, device = "") {
      const found = await findLink(parts, token);
      if (!found.ok) return found;
      requireLength(password);
      const allowed = ({ lien }: KeptAccount) => lien?.empreinte === fingerprintOf(token);
      const session = await replacePassword(parts, found.valeur.account, { password, device, allowed });
      return session ? accepte(session) : refuse("inconnu");
    },

    async changePassword(id, actual, password, device = "") {
      requireLength(password);
      const before = (await kept.all()).get(id);
      const account = await comite.byId(id);
      if (!account || (await askProvider(account.email, actual)) !== id) return null;
      const allowed = ({ change, entree }: KeptAccount) => change === before?.change && entree !== false;
      return replacePassword(parts, account, { password, device, allowed });
    },
  };
}
