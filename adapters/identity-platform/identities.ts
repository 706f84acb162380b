/** Anyone can sign up at Google. So committee accounts need the claim `committee` or a verified address in `admins`. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import { type Credential, initializeApp } from "firebase-admin/app";
import { type Auth, getAuth, type UserRecord } from "firebase-admin/auth";
import type { Identity, IdentityProvider } from "#ports/identity.ts";
import { withDeadline } from "#ports/store-unavailable.ts";
import { createPasswordSignIn, normalisePassword } from "./sign-in.ts";

const PER_PAGE = 1000;

const ABSENT = ["auth/user-not-found", "auth/invalid-uid", "auth/invalid-email"];
const TAKEN = ["auth/email-already-exists", "auth/uid-already-exists"];

type Connection = { projectId: string; credential?: Credential; httpAgent?: Agent };

/** Sends no request. FIREBASE_AUTH_EMULATOR_HOST selects an emulator with unsigned tokens. */
export const openFirebaseAuth = (connection: Connection): Auth =>
  // Use a random app name: Google's library would reuse the connection of an app with the same name.
  getAuth(initializeApp(connection, randomUUID()));

type Options = {
  auth: Auth;
  signInUrl: string;
  apiKey: string;
  /** Verified e-mail addresses of the committee, in lower case. These accounts need no claim `committee`. */
  admins: readonly string[];
  /** Called for each refused sign-in. `error` contains no personal data. */
  report: (error: unknown, where: string) => void;
};

export function createIdentityPlatform({ auth, signInUrl, apiKey, admins, report }: Options): IdentityProvider {
  const signIn = createPasswordSignIn({ url: signInUrl, apiKey });
  const isOfCommittee = ({ customClaims, emailVerified, email = "" }: UserRecord): boolean =>
    email !== "" && (customClaims?.committee === true || (emailVerified && admins.includes(email.toLowerCase())));
  const userOf = (email: string) => unless(ABSENT, auth.getUserByEmail(email), null);

  return {
    async verify(email, password) {
      const outcome = await signIn(email, password);
      if (outcome.ok) return outcome.value;
      report(outcome.reason, "sign-in");
      return null;
    },

    async find(id) {
      const user = await unless(ABSENT, auth.getUser(id), null);
      return user && isOfCommittee(user) ? identityOf(user) : null;
    },

    async findHolder(email) {
      const user = await userOf(email);
      return user && { id: user.uid, isStranger: !isOfCommittee(user) };
    },

    async list() {
      const users: UserRecord[] = [];
      let rest: string | undefined;
      do {
        const page = await withDeadline(auth.listUsers(PER_PAGE, rest));
        users.push(...page.users.filter(isOfCommittee));
        rest = page.pageToken;
      } while (rest);
      return users.map(identityOf);
    },

    async create(id, email, password) {
      const typed = password === null ? {} : { password: normalisePassword(password) };
      const isNew = (await unless(TAKEN, auth.createUser({ uid: id, email, ...typed }), null)) !== null;
      if (!isNew) {
        if ((await userOf(email))?.uid !== id) return false;
        if (password !== null) await withDeadline(auth.updateUser(id, typed));
      }
      await withDeadline(auth.setCustomUserClaims(id, { committee: true }));
      return true;
    },

    async setPassword(id, password) {
      // Google cannot remove a password, so set a random password.
      const replacement = password === null ? randomBytes(32).toString("base64url") : normalisePassword(password);
      const user = await unless(ABSENT, auth.updateUser(id, { password: replacement }), null);
      return user && identityOf(user);
    },

    revoke: (id) => unless(ABSENT, auth.revokeRefreshTokens(id), undefined),
    remove: (id) => unless(ABSENT, auth.deleteUser(id), undefined),
  };
}

async function unless<T, O>(codes: readonly string[], call: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await withDeadline(call);
  } catch (error) {
    if (codes.includes(codeOf(error) ?? "")) return otherwise;
    throw error;
  }
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

function identityOf(user: UserRecord): Identity {
  const { uid, email = "", providerData, disabled, tokensValidAfterTime = null, metadata } = user;
  return {
    id: uid,
    email,
    disabled,
    sessionsValidAfter: tokensValidAfterTime,
    hasPassword: providerData.some(({ providerId }) => providerId === "password"),
    // Google also updates this time when a signed-in user confirms the password.
    lastSignIn: metadata.lastSignInTime ? new Date(metadata.lastSignInTime) : null,
  };
}
