/** A device with Chromium's virtual authenticator. */
import type { Page } from "@playwright/test";

const AUTOFILL = "autofill";

/**
 * Adds to the page's browser a device that recognises its user's face. Its user chooses no key in the autofill before
 * `useAutofill`: the virtual device answers such a request at once.
 */
export async function device(page: Page) {
  await page.addInitScript((autofill) => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => localStorage.getItem(autofill) !== null;
  }, AUTOFILL);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2" as const,
    transport: "internal" as const,
    automaticPresenceSimulation: true,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  const useAutofill = (isUsed: boolean) =>
    page.evaluate(([name, value]) => (value ? localStorage.setItem(name, value) : localStorage.removeItem(name)), [
      AUTOFILL,
      isUsed ? "1" : "",
    ] as const);
  const credentials = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return { cdp, authenticatorId, useAutofill, credentials };
}
