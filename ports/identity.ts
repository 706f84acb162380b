export type Identity = {
  readonly id: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly disabled: boolean;
  /** Changes when the provider revokes sessions. Null if the provider does not revoke sessions. */
  readonly sessionsValidAfter: string | null;
  /** Null if the provider does not store the last sign-in. */
  readonly lastSignIn: Date | null;
};

/**
 * Accounts at the identity provider. Methods throw if the provider does not answer; the outcome is then unknown. Anyone
 * can sign up at the provider. The methods `find` and `list` ignore identities that may not use this site
 * (`isStranger`).
 */
export interface IdentityProvider {
  /**
   * Checks a password, in the same time for known and unknown addresses. Checks for `committee` have priority.
   * @param email in lower case, trimmed
   * @returns the id, even if the identity may not sign in; null if the password is refused
   * @throws `PasswordsBusy`, like every method with a password
   */
  verify(email: string, password: string, waiting: "visitor" | "committee"): Promise<string | null>;
  find(id: string): Promise<Identity | null>;
  /** Finds an identity by e-mail address (lower case, trimmed). Null for none. `isStranger`: may not use this site. */
  findHolder(email: string): Promise<{ readonly id: string; readonly isStranger: boolean } | null>;
  list(): Promise<Identity[]>;
  /**
   * Creates an identity, or completes an interrupted creation with the same id. Without a password, the identity cannot
   * sign in. Returns false if `email` is taken.
   */
  create(id: string, email: string, password: string | null): Promise<boolean>;
  /** Sets the password and revokes sessions. With null, the identity cannot sign in. Returns null for an unknown id. */
  setPassword(id: string, password: string | null): Promise<Identity | null>;
  /** Ends all sessions of an identity at the provider. Idempotent. */
  revoke(id: string): Promise<void>;
  /** Deletes an identity, even if this site did not create the identity. Idempotent. */
  remove(id: string): Promise<void>;
}

/** Thrown if the queue of password checks is full. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
  constructor() {
    super("too many passwords are being checked");
  }
}

/** A refused sign-in, for the log. `code` contains no personal data (docs/specification.md section 8). */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;
  constructor(code: string, message = "The identity provider refused the sign-in.") {
    super(message);
    this.code = code;
  }
}
