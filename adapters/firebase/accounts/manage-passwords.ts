/** Signing in, and replacing a password: with the one before, or with a link. */
import { randomBytes } from "node:crypto";
import { Timestamp } from "@google-cloud/firestore";
import { PASSWORD_LENGTHS, passwordLength } from "#domain/accounts/password.ts";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import { accept, refuse } from "#domain/result.ts";
import type { Authenticator, Session } from "#ports/authenticator.ts";
import { findLink } from "./account-links.ts";
import { openSessions } from "./account-sessions.ts";
import { accountOf, addressOf, type FirebaseUser, type Parts } from "./committee-accounts.ts";
import { IdentityError } from "./identity-error.ts";
import { fingerprintOf, type KeptAccount, type KeptSession } from "./kept-account.ts";
import { normalPassword } from "./sign-in.ts";

/** Longer than replacing a password takes when each call is just in time; then its instance has died. */
export const REPLACING_MS = 30_000;

/** @throws when a password has too few or too many characters */
export function requireLength(password: string): void {
  const { min, max } = PASSWORD_LENGTHS;
  const length = passwordLength(password);
  if (length < min || length > max) throw new Error(`A password needs ${min} to ${max} characters.`);
}

/** @returns a new session, and what its account keeps when it is opened beside others */
function newSession(now: Date, account: FirebaseUser, device: string, validAfter = account.tokensValidAfterTime) {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIMES_MS.idle);
  const at = Timestamp.fromDate(now);
  const kept: KeptSession = {
    ...{ expiresAt: Timestamp.fromDate(expiresAt), openedAt: at, usedAt: at, confirmedAt: at, device },
    validAfter: validAfter ?? null,
  };
  const opened = (before?: KeptAccount): KeptAccount => ({
    lastSignIn: at,
    sessions: { ...Object.fromEntries(openSessions(before, now)), [fingerprintOf(token)]: kept },
  });
  const sessionOf = (mine?: KeptAccount): Session => ({ token, expiresAt, account: accountOf(account, mine) });
  return { opened, sessionOf };
}

/** Opens a session. @returns null when nobody may enter, which is told in the log without a name */
async function signIn(parts: Parts, email: string, password: string, device: string): Promise<Session | null> {
  const { committee, kept, askProvider, report, now } = parts;
  const before = await kept.all();
  const uid = await askProvider(email, password);
  if (!uid) return null;
  const account = await committee.byId(uid);
  const outcome = await kept.change((all, put) => {
    const mine = all.get(uid);
    if (!account) return "not-of-the-committee";
    if (mine?.entry === false) return "account-shut";
    // Whoever typed a password that was just replaced types the new one.
    if (mine?.change !== before.get(uid)?.change) return "account-changed";
    const { opened, sessionOf } = newSession(now(), account, device);
    put(uid, opened(mine));
    return sessionOf(mine);
  });
  if (typeof outcome !== "string") return outcome;
  report(new IdentityError(outcome), "sign-in");
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
  account: FirebaseUser,
  { password, device, allowed }: { password: string; device: string; allowed: (mine: KeptAccount) => boolean },
): Promise<Session | null> {
  const { committee, kept, now } = parts;
  const { uid } = account;
  const change = await kept.change((all, put) => {
    const mine = all.get(uid) ?? {};
    if (!allowed(mine) || (mine.changingUntil?.toMillis() ?? 0) > now().getTime()) return null;
    const next = (mine.change ?? 0) + 1;
    put(uid, { change: next, changingUntil: Timestamp.fromMillis(now().getTime() + REPLACING_MS) });
    return next;
  });
  if (change === null) return null;
  /** Ends the replacing. @returns the account as it was kept; null when it was changed in spite of it */
  const settle = (fields: KeptAccount) =>
    kept.change((all, put) => {
      const mine = all.get(uid);
      if (mine?.change !== change) return null;
      put(uid, { ...fields, changingUntil: null });
      return mine;
    });
  try {
    const { tokensValidAfterTime } = await committee.setPassword(uid, normalPassword(password));
    const { opened, sessionOf } = newSession(now(), account, device, tokensValidAfterTime);
    const mine = await settle({ ...opened(), entry: true, link: null, change: change + 1 });
    return mine && sessionOf(mine);
  } catch (fault) {
    if ((await settle({}).catch(() => true)) === null) return null;
    throw fault;
  }
}

export function managePasswords(parts: Parts): Pick<Authenticator, "signIn" | "acceptLink" | "changePassword"> {
  const { committee, kept, askProvider } = parts;
  return {
    signIn: (email, password, device = "") => signIn(parts, addressOf(email), password, device),

    async acceptLink(token, password, device = "") {
      const found = await findLink(parts, token);
      if (!found.ok) return found;
      requireLength(password);
      const allowed = ({ link }: KeptAccount) => link?.fingerprint === fingerprintOf(token);
      const session = await replacePassword(parts, found.value.account, { password, device, allowed });
      return session ? accept(session) : refuse("unknown");
    },

    async changePassword(id, actual, password, device = "") {
      requireLength(password);
      const before = (await kept.all()).get(id);
      const account = await committee.byId(id);
      if (!account || (await askProvider(account.email, actual)) !== id) return null;
      const allowed = ({ change, entry }: KeptAccount) => change === before?.change && entry !== false;
      return replacePassword(parts, account, { password, device, allowed });
    },
  };
}
