export type Identity = {
  readonly id: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly disabled: boolean;
  /** Changes when the provider revokes sessions; null if the provider never does. */
  readonly sessionsValidAfter: string | null;
  /** Null if the provider does not store it. */
  readonly lastSignIn: Date | null;
};

/**
 * Methods throw when the provider does not answer; the outcome is unknown then. A stranger is an identity from the
 * provider's public sign-up, not made by this site; `find` and `list` skip strangers.
 */
export interface IdentityProvider {
  /**
   * Takes the same time for known and unknown addresses. The committee (a session or a link) goes first in the queue.
   * @param email lower case, trimmed
   * @returns the id, also of a disabled identity or a stranger; null if refused, with the reason in the log
   * @throws `PasswordsBusy`, as does every method that takes a password
   */
  verify(email: string, password: string, waiting: "visitor" | "committee"): Promise<string | null>;
  find(id: string): Promise<Identity | null>;
  /** @param email as for `verify` @returns the identity of an address, also a stranger; null if there is none */
  findHolder(email: string): Promise<{ readonly id: string; readonly isStranger: boolean } | null>;
  list(): Promise<Identity[]>;
  /** Creates or completes an identity; null: no password works. @returns false if another one has the address */
  create(id: string, email: string, password: string | null): Promise<boolean>;
  /** Replaces the password (null: none works) and revokes the provider's sessions. @returns null if there is none */
  setPassword(id: string, password: string | null): Promise<Identity | null>;
  /** Revokes the provider's sessions. Idempotent. */
  revoke(id: string): Promise<void>;
  /** Deletes an identity, also a stranger. Idempotent. */
  remove(id: string): Promise<void>;
}

/** The queue of password checks is full. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
  constructor() {
    super("too many passwords are being checked");
  }
}

/** Why a sign-in was refused, for the log: a code without personal data (docs/specification.md section 8). */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;
  constructor(code: string, message = "The identity provider refused the sign-in.") {
    super(message);
    this.code = code;
  }
}
