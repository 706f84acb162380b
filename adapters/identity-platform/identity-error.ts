const REFUSALS: Readonly<Record<string, string>> = {
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

/** Errors of the project or its settings. */
const PROVIDER_ERRORS: Readonly<Record<string, string>> = {
  OPERATION_NOT_ALLOWED: "auth/operation-not-allowed",
  PASSWORD_LOGIN_DISABLED: "auth/operation-not-allowed",
  CONFIGURATION_NOT_FOUND: "auth/configuration-not-found",
  QUOTA_EXCEEDED: "auth/quota-exceeded",
};

/** `fallback`: the provider failed, not the user. */
export function codeOfRefusal(status: number, message: string): { code: string; isProviderError: boolean } {
  const name = /^[A-Z_]+(?![a-z])/.exec(message)?.[0] ?? "";
  const refusal = REFUSALS[name];
  if (refusal && status < 500) return { code: refusal, isProviderError: false };
  if (message.startsWith("API key ")) return { code: "auth/invalid-api-key", isProviderError: true };
  return { code: PROVIDER_ERRORS[name] ?? "auth/internal-error", isProviderError: true };
}

export const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
