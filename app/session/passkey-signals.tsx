import { useEffect } from "react";
import type { AcceptedPasskeys } from "#domain/accounts/passkey.ts";

/** Older browsers lack the signals, or all of WebAuthn. See https://www.w3.org/TR/webauthn-3/#sctn-signal-methods. */
type Browser = Partial<typeof PublicKeyCredential>;

async function signal(send: (browser: Browser) => Promise<void> | undefined): Promise<void> {
  try {
    await send(globalThis.PublicKeyCredential ?? {});
  } catch {
    // A signal only tidies the browser's list of keys. Without it, the user can do everything as before.
  }
}

/** The browser hides the passkey with this id from now on. */
export function signalUnknownPasskey(rpId: string, credentialId: string): void {
  void signal((browser) => browser.signalUnknownCredential?.({ rpId, credentialId }));
}

/** The browser hides the other passkeys of this user, and shows the user's current name on those that stay. */
export function signalAcceptedPasskeys({ rpId, userId, ids, name, displayName }: AcceptedPasskeys): void {
  const allAcceptedCredentialIds = [...ids];
  void signal((browser) => browser.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }));
  void signal((browser) => browser.signalCurrentUserDetails?.({ rpId, userId, name, displayName }));
}

/** @param accepted a new object for each signal; null for none */
export function PasskeySignals({ accepted }: { accepted: AcceptedPasskeys | null }) {
  useEffect(() => {
    if (accepted) signalAcceptedPasskeys(accepted);
  }, [accepted]);
  return null;
}
