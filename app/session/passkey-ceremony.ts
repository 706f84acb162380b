import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { PASSKEY_CHALLENGE_LIFETIME_MS } from "#domain/accounts/passkey.ts";

/** `join`: creates the first passkey of a person who accepts an invitation. */
export type CeremonyPurpose = "sign-in" | "confirm" | "add" | "join";

export type CeremonyFields = Readonly<Record<string, string>>;

async function requestOptions(purpose: CeremonyPurpose, fields: CeremonyFields, signal: AbortSignal | null = null) {
  const response = await fetch("/cle", { method: "POST", body: new URLSearchParams({ ...fields, purpose }), signal });
  if (!response.ok) throw new Error(`/cle: ${response.status}`);
  return response.json();
}

/** @returns the response of the passkey as JSON */
export async function runPasskeyCeremony(purpose: CeremonyPurpose, fields: CeremonyFields): Promise<string> {
  const optionsJSON = await requestOptions(purpose, fields);
  const isNew = purpose === "add" || purpose === "join";
  return JSON.stringify(await (isNew ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })));
}

/** Leaves time to answer a challenge that is about to be replaced. */
const RENEWED_AFTER_MS = PASSKEY_CHALLENGE_LIFETIME_MS - 30_000;

const isFieldVisible = () =>
  [...document.querySelectorAll("input[autocomplete$=webauthn]")].some((field) => field.getClientRects().length > 0);

/**
 * Lets the browser offer passkeys where it offers passwords, in the e-mail field. Shows nothing by itself. A page that is
 * left open asks for a new challenge only while it has the focus, or when the focus comes back: at most every 4.5 minutes.
 * @param onResponse receives the response of the passkey as JSON
 * @returns a function that withdraws the offer
 */
export function offerPasskeyInAutofill(onResponse: (response: string) => void): () => void {
  const withdrawn = new AbortController();
  const { signal } = withdrawn;
  let renewAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function offer() {
    // A prompt of the browser takes the focus: do not replace the challenge that the user is answering.
    const isAttended = renewAt === 0 ? document.visibilityState === "visible" : document.hasFocus();
    if (Date.now() < renewAt || !isAttended || !isFieldVisible()) return;
    renewAt = Date.now() + RENEWED_AFTER_MS;
    clearTimeout(timer);
    timer = setTimeout(offer, RENEWED_AFTER_MS + 1000);
    try {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const optionsJSON = await requestOptions("sign-in", {}, signal);
      if (signal.aborted) return;
      const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      if (!signal.aborted) onResponse(JSON.stringify(response));
    } catch {
      // The user did not ask for this request: the button and the password work without it.
    }
  }

  addEventListener("focus", offer, { signal });
  document.addEventListener("visibilitychange", offer, { signal });
  void offer();
  return () => {
    withdrawn.abort();
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}
