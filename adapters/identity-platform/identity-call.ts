/** One call to the identity provider's interface for browsers. */
import { IdentityError } from "#ports/identity.ts";

const DEADLINE_MS = 3000;

/** What the provider says. Nothing is left of what is not the provider's, a proxy's page for example. */
type Answer = { localId?: unknown; idToken?: unknown; error?: { message?: unknown } } | null;

/**
 * @param address with the project's key in it
 * @param body what is posted; without it the call only looks
 * @returns the provider's answer, with the message of its error; empty when there is none
 * @throws an `IdentityError` when nobody answers in time
 */
export async function callProvider(address: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const post = body && { method: "POST", headers, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, { ...post, signal: AbortSignal.timeout(DEADLINE_MS) });
    const answer = parse(await response.text());
    return { status: response.status, answer, message: String(answer?.error?.message ?? "") };
  } catch {
    // What was thrown may quote the address of the call.
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
