/** The sign-in call (SPEC.md section 7). The admin SDK has none: it is the one that browsers make. */
import { SIGN_IN_PASSWORD_MAX } from "#domain/accounts/password.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { normalForm } from "#domain/text/normal-form.ts";
import { IdentityError } from "#ports/identity.ts";
import { callProvider } from "./identity-call.ts";
import { codeOfRefusal } from "./identity-error.ts";

/** Longer ones are nobody's, and are not sent. */
const LENGTHS_MAX = { email: 320, password: SIGN_IN_PASSWORD_MAX } as const;

/** @returns the account's id, or the provider's code. @throws an `IdentityError` when the provider fails */
export type SignIn = (email: string, password: string) => Promise<Result<string, IdentityError>>;

/**
 * Makes the call that asks whether an address and a password belong together.
 * @param url of the provider, before `/v1/`
 * @param apiKey the project's web key
 */
export function createSignIn({ url, apiKey }: { url: string; apiKey: string }): SignIn {
  const address = `${url}/v1/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`;
  return async (email, password) => {
    if (email.length > LENGTHS_MAX.email) return refuse(new IdentityError("auth/invalid-email"));
    if (password.length > LENGTHS_MAX.password) return refuse(new IdentityError("auth/wrong-password"));
    const { status, answer, message } = await callProvider(address, {
      email: email.toWellFormed(),
      password: normalPassword(password),
      returnSecureToken: true,
      clientType: "CLIENT_TYPE_WEB",
    });
    const { localId: uid, idToken } = answer ?? {};
    if (status === 200 && typeof uid === "string" && typeof idToken === "string") return accept(uid);
    // A second factor: the site has no screen to ask for it.
    if (status === 200) return refuse(new IdentityError("auth/multi-factor-auth-required"));
    const { code, fallback } = codeOfRefusal(status, message);
    if (fallback) throw new IdentityError(code);
    return refuse(new IdentityError(code));
  };
}

/**
 * The same for every keyboard that types it. Canonical composition only: passwords that people chose on another site
 * of the project stay what they are.
 */
export const normalPassword = (password: string): string => normalForm(password.toWellFormed(), "NFC");
