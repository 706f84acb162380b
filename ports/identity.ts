export type Identity = {
  readonly id: string;
  readonly email: string;
  readonly hasPassword: boolean;
  readonly disabled: boolean;
  /** Changes when the provider revokes sessions; null for a provider that does not revoke sessions. */
  readonly sessionsValidAfter: string | null;
  /** Time of the last sign-in; null for a provider that does not store it. */
  readonly lastSignIn: Date | null;
};

/**
 * Methods throw when the provider does not answer; the outcome is then unknown. The provider may also have identities
 * from its public sign-up, which this site did not create (`isStranger`); `find` and `list` ignore them.
 */
export interface IdentityProvider {
  /**
   * Checks a password, in the same time for known and unknown addresses. In the queue, the committee precedes visitors.
   * @param email in lower case, trimmed
   * @returns the id, even if the identity may not sign in; null if the password is refused (the log says why)
   * @throws `PasswordsBusy`, as does every method that takes a password
   */
  verify(email: string, password: string, waiting: "visitor" | "committee"): Promise<string | null>;
  find(id: string): Promise<Identity | null>;
  /** Finds an identity by e-mail address (lower case, trimmed); null if none. `isStranger`: no access to this site. */
  findHolder(email: string): Promise<{ readonly id: string; readonly isStranger: boolean } | null>;
  list(): Promise<Identity[]>;
  /**
   * Creates an identity. After an interrupted call with the same id, completes the creation. If `password` is null, the
   * identity cannot sign in. Returns false if `email` is taken.
   */
  create(id: string, email: string, password: string | null): Promise<boolean>;
  /** Sets the password (null: no sign-in) and revokes the provider's sessions. Returns null for an unknown id. */
  setPassword(id: string, password: string | null): Promise<Identity | null>;
  /** Ends all sessions of an identity at the provider. Idempotent. */
  revoke(id: string): Promise<void>;
  /** Deletes an identity, also one from the provider's public sign-up (`isStranger`). Idempotent. */
  remove(id: string): Promise<void>;
}

/** Thrown when the queue of password checks is full. */
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
