/** What the identity provider says when it refuses: its codes, and which of them are about what a person typed. */

/** A code of the identity provider (SPEC.md section 8), for the log. It names nobody. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly code: string;
  constructor(code: string, message = "The identity provider did not let somebody in.") {
    super(message);
    this.code = code;
  }
}

/** Answers about what was typed, by the provider's name for them, with the codes of its own client library. */
const REFUS: Readonly<Record<string, string>> = {
  INVALID_PASSWORD: "auth/wrong-password",
  INVALID_LOGIN_CREDENTIALS: "auth/invalid-credential",
  EMAIL_NOT_FOUND: "auth/user-not-found",
  USER_NOT_FOUND: "auth/user-not-found",
  USER_DISABLED: "auth/user-disabled",
  TOO_MANY_ATTEMPTS_TRY_LATER: "auth/too-many-requests",
  INVALID_EMAIL: "auth/invalid-email",
  MISSING_EMAIL: "auth/missing-email",
  MISSING_PASSWORD: "auth/missing-password",
  EMAIL_EXISTS: "auth/email-already-in-use",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "auth/requires-recent-login",
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "auth/password-does-not-meet-requirements",
};

/** Answers about the project or its settings: nobody can sign in. */
const PANNES: Readonly<Record<string, string>> = {
  OPERATION_NOT_ALLOWED: "auth/operation-not-allowed",
  PASSWORD_LOGIN_DISABLED: "auth/operation-not-allowed",
  CONFIGURATION_NOT_FOUND: "auth/configuration-not-found",
  QUOTA_EXCEEDED: "auth/quota-exceeded",
};

/**
 * @param status of the provider's answer
 * @param message of its error: a name, and sometimes a sentence after it
 * @returns the code; `faute` says that the provider failed, and not the person
 */
export function codeDuRefus(status: number, message: string): { code: string; faute: boolean } {
  const nom = /^[A-Z_]+(?![a-z])/.exec(message)?.[0] ?? "";
  const refus = REFUS[nom];
  if (refus && status < 500) return { code: refus, faute: false };
  if (message.startsWith("API key ")) return { code: "auth/invalid-api-key", faute: true };
  return { code: PANNES[nom] ?? "auth/internal-error", faute: true };
}

/** @returns the code of what Google's library threw; null when it threw something else */
export const codeDe = (panne: unknown): string | null =>
  panne instanceof Error && "code" in panne && typeof panne.code === "string" ? panne.code : null;
