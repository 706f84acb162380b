/** Which of the provider's accounts are the committee's. Anybody can make one there: an account is no permission. */
import type { Auth, UserRecord } from "firebase-admin/auth";
import type { Account } from "#ports/authenticator.ts";
import { withDeadline } from "#ports/store-unavailable.ts";
import type { CommitteeDocument } from "./committee-document.ts";
import { codeOf } from "./identity-error.ts";
import type { KeptAccount } from "./kept-account.ts";

/** An account of the committee, as the provider has it. */
export type FirebaseUser = UserRecord & { readonly email: string };

/** What the parts of the authenticator have in common. */
export type Parts = {
  committee: ReturnType<typeof committeeOf>;
  kept: CommitteeDocument;
  /** Tells the id that an address and a password belong to; null when they belong to nobody, which is told in the log. */
  askProvider: (email: string, password: string) => Promise<string | null>;
  /** Is told why somebody was not let in, or the provider could not be told of something; never of whom. */
  report: (fault: unknown, where: string) => void;
  now: () => Date;
};

/** Most that the provider gives at once. */
const PER_PAGE = 1000;

const ABSENT = ["auth/user-not-found", "auth/invalid-uid", "auth/invalid-email"];

/** @returns what the provider answers; `otherwise` when it refuses with one of the codes */
async function unless<T, O>(codes: readonly string[], call: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await withDeadline(call);
  } catch (fault) {
    if (codes.includes(codeOf(fault) ?? "")) return otherwise;
    throw fault;
  }
}

/**
 * @param admins addresses, lower case, that count without the claim once the provider has verified them: it lets
 * anybody make an account for an address that has none
 */
export function committeeOf(auth: Auth, admins: readonly string[]) {
  const account = (user: UserRecord): user is FirebaseUser =>
    user.email !== undefined &&
    (user.customClaims?.committee === true || (user.emailVerified && admins.includes(user.email.toLowerCase())));

  return {
    account,

    /** @returns the committee's account; null when there is none, or it is somebody else's */
    async byId(uid: string): Promise<FirebaseUser | null> {
      const user = await unless(ABSENT, auth.getUser(uid), null);
      return user && account(user) ? user : null;
    },

    /** @returns the account, the committee's or not; null when there is none */
    byEmail: (email: string): Promise<UserRecord | null> => unless(ABSENT, auth.getUserByEmail(email), null),

    /** @returns the committee's accounts */
    async all(): Promise<FirebaseUser[]> {
      const all: FirebaseUser[] = [];
      let rest: string | undefined;
      do {
        const page = await withDeadline(auth.listUsers(PER_PAGE, rest));
        all.push(...page.users.filter(account));
        rest = page.pageToken;
      } while (rest);
      return all;
    },

    /**
     * Makes an account, which is not the committee's yet.
     * @param password none: nobody can sign in with it
     * @returns false when the address has an account
     */
    async create(uid: string, email: string, password: string | undefined): Promise<boolean> {
      const user = auth.createUser({ uid, email, ...(password && { password }) });
      return (await unless(["auth/email-already-exists"], user, null)) !== null;
    },

    /** Makes an account the committee's. */
    admit: (uid: string): Promise<void> => withDeadline(auth.setCustomUserClaims(uid, { committee: true })),

    /** Replaces a password, which ends the account's sessions at the provider. @returns the account as it is then */
    setPassword: (uid: string, password: string): Promise<UserRecord> =>
      withDeadline(auth.updateUser(uid, { password })),

    /** Ends the account's sessions at the provider, those that it opened until this second. */
    revoke: (uid: string): Promise<void> => withDeadline(auth.revokeRefreshTokens(uid)),

    /** Removes an account; no fault if it is gone already. */
    remove: (uid: string): Promise<void> => unless(ABSENT, auth.deleteUser(uid), undefined),
  };
}

export const addressOf = (email: string): string => email.trim().toLowerCase();

/** @param kept what is kept of it beside the provider */
export const accountOf = ({ uid, email }: FirebaseUser, kept: KeptAccount | undefined): Account => ({
  ...{ id: uid, email },
  firstName: kept?.firstName ?? "",
});
