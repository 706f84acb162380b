/** Somebody who may sign in. There is a single level: the committee (SPEC.md section 6). */
export type Compte = { readonly id: string; readonly email: string };

export type Session = {
  /** Random, unguessable; goes into the cookie and nowhere else. */
  readonly jeton: string;
  readonly expireLe: Date;
  readonly compte: Compte;
};

/** Who may sign in, and who is. Throws when the provider does not answer. */
export interface Authenticator {
  /**
   * Opens a session.
   * @param email any case
   * @returns null when the two do not belong together, whatever the reason (SPEC.md section 8);
   * takes the same time whether the account exists or not
   */
  signIn(email: string, motDePasse: string): Promise<Session | null>;

  /** @returns whose session it is, or null when it is unknown, expired or revoked */
  session(jeton: string): Promise<Compte | null>;

  /** Revokes a session on the server; no fault if it is gone already. */
  signOut(jeton: string): Promise<void>;

  /** @returns all accounts, by address */
  accounts(): Promise<Compte[]>;

  /**
   * Creates an account.
   * @param motDePasse at least 6 characters (SPEC.md section 5)
   * @returns the account, or null when the address has one already
   */
  createAccount(email: string, motDePasse: string): Promise<Compte | null>;
}
