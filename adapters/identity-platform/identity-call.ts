import { IdentityError } from "#ports/identity.ts";

const DEADLINE_MS = 3000;

/** Null for a response that is not the provider's, such as a proxy's page. */
type Answer = { localId?: unknown; idToken?: unknown; error?: { message?: unknown } } | null;

/** `body`: absent for a GET. `message`: the provider's error, or empty. */
export async function callProvider(address: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const post = body && { method: "POST", headers, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, { ...post, signal: AbortSignal.timeout(DEADLINE_MS) });
    const answer = parse(await response.text());
    return { status: response.status, answer, message: String(answer?.error?.message ?? "") };
  } catch {
    // The original error may quote the URL with its key.
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
