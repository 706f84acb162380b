/** Passwords, and who holds one. Who belongs to the committee otherwise, sessions and links are documents (stores/accounts.ts). */

/** Somebody of the committee, as the provider of passwords knows them. */
export type Identity = {
  readonly id: string;
  /** As the provider has it, normally in lower case. */
  readonly email: string;
  /** It holds a password that the provider accepts. */
  readonly hasPassword: boolean;
  /** Somebody has shut it at the provider. */
  readonly disabled: boolean;
  /** Another value once the provider has revoked what was opened before; null where it revokes nothing. */
  readonly sessionsValidAfter: string | null;
  /** When its password was last right; null where the provider does not say. */
  readonly lastSignIn: Date | null;
};

/**
 * The provider of passwords. Every method throws when it does not answer; the outcome is unknown then. No address is
 * held twice. Where anybody can make an account, one that nobody has made the committee's is a stranger's.
 */
export interface IdentityProvider {
  /**
   * @param email lower case, without spaces around it
   * @returns whose password it is, be it disabled or a stranger's; null when the two do not belong together, whatever
   * the reason, which is told in the log without a name. Takes the same time whether the address is known or not
   * @param waiting who: somebody unknown, or who has a session or a link. The latter go first
   * @throws `PasswordsBusy`, as does whatever else takes a password
   */
  verify(email: string, password: string, waiting: "visitor" | "committee"): Promise<string | null>;

  /** @returns null when there is none of this id, or it is a stranger's */
  find(id: string): Promise<Identity | null>;

  /** @param email as for `verify` @returns who holds the address, be it a stranger; null: nobody */
  findHolder(email: string): Promise<{ readonly id: string; readonly isStranger: boolean } | null>;

  /** @returns all but the strangers' */
  list(): Promise<Identity[]>;

  /**
   * Makes an identity of the committee, or completes one of this id that was left half made.
   * @param password null: none lets anybody in
   * @returns false when another one holds the address; nothing is made then
   */
  create(id: string, email: string, password: string | null): Promise<boolean>;

  /**
   * Replaces a password, and revokes what was opened with the one before.
   * @param password null: none lets anybody in
   * @returns the identity as it is then; null when there is none
   */
  setPassword(id: string, password: string | null): Promise<Identity | null>;

  /** Revokes what the provider itself has opened for somebody; no fault when there is nobody. */
  revoke(id: string): Promise<void>;

  /** Removes an identity for good, be it a stranger's; no fault when it is gone already. */
  remove(id: string): Promise<void>;
}

/** Thrown when so many passwords wait to be checked that one more would wait too long: none was checked. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
  constructor() {
    super("too many passwords are being checked");
  }
}

/** Why somebody was not let in, for the log: a code of the provider (SPEC.md section 8) or of the site. It names nobody. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;
  constructor(code: string, message = "The identity provider did not let somebody in.") {
    super(message);
    this.code = code;
  }
}
