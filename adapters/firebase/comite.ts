/** Which of the provider's accounts are the committee's. Anybody can make one there: an account is no permission. */
import type { Auth, UserRecord } from "firebase-admin/auth";
import { withDeadline } from "./client.ts";
import { codeDe, IdentityError } from "./identity-error.ts";

/** An account of the committee, as the provider has it. */
export type CompteFirebase = UserRecord & { readonly email: string };

/** Most that the provider gives at once. */
const PAR_PAGE = 1000;

/**
 * @param admins addresses, lower case, that count without the claim once the provider has verified them: it lets
 * anybody make an account for an address that has none
 */
export function comiteDe(auth: Auth, admins: readonly string[]) {
  const compte = (user: UserRecord): user is CompteFirebase =>
    user.email !== undefined &&
    (user.customClaims?.comite === true || (user.emailVerified && admins.includes(user.email.toLowerCase())));

  /** @returns the account, the committee's or not; null when there is none */
  async function chercher(appel: Promise<UserRecord>): Promise<UserRecord | null> {
    try {
      return await withDeadline(appel);
    } catch (panne) {
      if (ABSENT.has(codeDe(panne))) return null;
      throw panne;
    }
  }

  return {
    compte,

    /** @returns the committee's account; null when there is none, or it is somebody else's */
    async byId(uid: string): Promise<CompteFirebase | null> {
      const user = await chercher(auth.getUser(uid));
      return user && compte(user) ? user : null;
    },

    byEmail: (email: string): Promise<UserRecord | null> => chercher(auth.getUserByEmail(email)),

    /** @returns the committee's accounts */
    async all(): Promise<CompteFirebase[]> {
      const tous: CompteFirebase[] = [];
      let suite: string | undefined;
      do {
        const page = await withDeadline(auth.listUsers(PAR_PAGE, suite));
        tous.push(...page.users.filter(compte));
        suite = page.pageToken;
      } while (suite);
      return tous;
    },

    /**
     * Makes an account, which is not the committee's yet.
     * @param motDePasse none: nobody can sign in with it
     * @throws an `IdentityError` when the address has an account
     */
    async create(email: string, motDePasse?: string): Promise<UserRecord> {
      try {
        return await withDeadline(auth.createUser({ email, ...(motDePasse && { password: motDePasse }) }));
      } catch (panne) {
        if (codeDe(panne) !== "auth/email-already-exists") throw panne;
        throw new IdentityError("auth/email-already-in-use", "The address has an account since a moment ago.");
      }
    },

    /** Makes an account the committee's. */
    admit: (uid: string): Promise<void> => withDeadline(auth.setCustomUserClaims(uid, { comite: true })),

    /** Removes an account; no fault if it is gone already. */
    async remove(uid: string): Promise<void> {
      try {
        await withDeadline(auth.deleteUser(uid));
      } catch (panne) {
        if (!ABSENT.has(codeDe(panne))) throw panne;
      }
    },
  };
}

const ABSENT: ReadonlySet<string | null> = new Set(["auth/user-not-found", "auth/invalid-uid", "auth/invalid-email"]);
