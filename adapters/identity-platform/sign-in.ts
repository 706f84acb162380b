/** Signs in through the browser API (docs/specification.md section 7), as the admin SDK cannot check a password. */
import { SIGN_IN_PASSWORD_MAX } from "#domain/accounts/password.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { normalForm } from "#domain/text/normal-form.ts";
import { IdentityError } from "#ports/identity.ts";
import { callProvider, codeOfRefusal } from "./identity-call.ts";

/** Maximum lengths in UTF-16 code units; longer input is refused without a call. */
const LENGTHS_MAX = { email: 320, password: SIGN_IN_PASSWORD_MAX } as const;

/** Resolves with the account's id or the provider's refusal. Throws an `IdentityError` when the provider fails. */
export type SignIn = (email: string, password: string) => Promise<Result<string, IdentityError>>;

export function createSignIn({ url, apiKey }: { url: string; apiKey: string }): SignIn {
  const address = `${url}/v1/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`;
  return async (email, password) => {
    if (email.length > LENGTHS_MAX.email) return refusal(new IdentityError("auth/invalid-email"));
    if (password.length > LENGTHS_MAX.password) return refusal(new IdentityError("auth/wrong-password"));
    const { status, answer, message } = await callProvider(address, {
      email: email.toWellFormed(),
      password: normalPassword(password),
      returnSecureToken: true,
      clientType: "CLIENT_TYPE_WEB",
    });
    const { localId: uid, idToken } = answer ?? {};
    if (status === 200 && typeof uid === "string" && typeof idToken === "string") return accept(uid);
    // Without a token, the account requires a second factor, which the site does not support.
    if (status === 200) return refusal(new IdentityError("auth/multi-factor-auth-required"));
    const { code, isProviderError } = codeOfRefusal(status, message);
    const error = new IdentityError(code);
    if (isProviderError) throw error;
    return refusal(error);
  };
}

/** Normalises only to NFC, so that passwords chosen on another website of the same Google project stay valid. */
export const normalPassword = (password: string): string => normalForm(password.toWellFormed(), "NFC");
