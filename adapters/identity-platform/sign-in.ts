/** Calls Google's browser API (docs/specification.md section 7), because the admin SDK cannot check a password. */
import { SIGN_IN_PASSWORD_MAX } from "#domain/accounts/password.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";
import { IdentityError } from "#ports/identity.ts";

/** In UTF-16 code units. Longer input is refused without a call. */
const LENGTHS_MAX = { email: 320, password: SIGN_IN_PASSWORD_MAX } as const;

/** The returned function throws if the provider fails. */
export function createPasswordSignIn({ url, apiKey }: { url: string; apiKey: string }) {
  const address = `${url}/v1/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`;
  return async (email: string, password: string): Promise<Result<string, IdentityError>> => {
    if (email.length > LENGTHS_MAX.email) return refusal(new IdentityError("auth/invalid-email"));
    if (password.length > LENGTHS_MAX.password) return refusal(new IdentityError("auth/wrong-password"));
    const { status, answer, message } = await callProvider(address, {
      email: email.toWellFormed(),
      password: normalisePassword(password),
      returnSecureToken: true,
      clientType: "CLIENT_TYPE_WEB",
    });
    const { localId: uid, idToken } = answer ?? {};
    if (status === 200 && typeof uid === "string" && typeof idToken === "string") return success(uid);
    // Without a token, the account needs a second factor. The site does not support a second factor.
    if (status === 200) return refusal(new IdentityError("auth/multi-factor-auth-required"));
    const { code, isProviderError } = codeOfRefusal(status, message);
    const error = new IdentityError(code);
    if (isProviderError) throw error;
    return refusal(error);
  };
}

/** Normalizes only to NFC, so that passwords from another website of the same Google project stay valid. */
export const normalisePassword = (password: string): string => normaliseUnicode(password.toWellFormed(), "NFC");

const DEADLINE_MS = 3000;

/** Null if the response is not from the provider, but from a proxy for example. */
type Answer = { localId?: unknown; idToken?: unknown; error?: { message?: unknown } } | null;

async function callProvider(address: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const post = body && { method: "POST", headers, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, { ...post, signal: AbortSignal.timeout(DEADLINE_MS) });
    const answer = parse(await response.text());
    return { status: response.status, answer, message: String(answer?.error?.message ?? "") };
  } catch {
    // Hide the original error, which may contain the URL with the API key.
    throw new IdentityError("auth/network-request-failed", "The identity provider could not be reached.");
  }
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** HTTP statuses of lasting errors. All other errors are transient. */
const DEFINITIVE = [400, 401, 403, 404];

/** @returns the error in one line; null if the key is valid, or during an outage */
export async function apiKeyProblem({ url, apiKey }: { url: string; apiKey: string }): Promise<string | null> {
  const answer = await callProvider(`${url}/v1/projects?key=${encodeURIComponent(apiKey)}`).catch(() => null);
  const message = answer && DEFINITIVE.includes(answer.status) ? answer.message.split("\n")[0] : "";
  if (!message) return null;
  return `FIREBASE_API_KEY: the identity provider answered ${answer?.status}: ${message} The Firebase console shows the Web API key under Project settings, General (docs/deploy.md, way (c)).`;
}

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

const PROVIDER_ERRORS: Readonly<Record<string, string>> = {
  OPERATION_NOT_ALLOWED: "auth/operation-not-allowed",
  PASSWORD_LOGIN_DISABLED: "auth/operation-not-allowed",
  CONFIGURATION_NOT_FOUND: "auth/configuration-not-found",
  QUOTA_EXCEEDED: "auth/quota-exceeded",
};

function codeOfRefusal(status: number, message: string): { code: string; isProviderError: boolean } {
  const name = /^[A-Z_]+(?![a-z])/.exec(message)?.[0] ?? "";
  const refusal = REFUSALS[name];
  if (refusal && status < 500) return { code: refusal, isProviderError: false };
  if (message.startsWith("API key ")) return { code: "auth/invalid-api-key", isProviderError: true };
  return { code: PROVIDER_ERRORS[name] ?? "auth/internal-error", isProviderError: true };
}
