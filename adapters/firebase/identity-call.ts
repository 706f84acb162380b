/** One call to the identity provider's interface for browsers. */
import { IdentityError } from "./identity-error.ts";

const DELAI_MS = 3000;

/** An answer of the provider. Of one that is not the provider's, a proxy's for example, nothing is left but its status. */
type Answer = { readonly status: number; readonly corps: Readonly<Record<string, unknown>> };

/**
 * @param adresse with the project's key in it
 * @param corps what is posted; without it the call only looks
 * @throws an `IdentityError` when nobody answers in time
 */
export async function callProvider(adresse: string, corps?: Readonly<Record<string, unknown>>): Promise<Answer> {
  const envoi = corps && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(corps),
  };
  try {
    const reponse = await fetch(adresse, { ...envoi, signal: AbortSignal.timeout(DELAI_MS) });
    return { status: reponse.status, corps: objetDe(await reponse.text()) };
  } catch {
    // What was thrown may quote the address of the call.
    throw new IdentityError("auth/network-request-failed", "The identity provider could not be reached.");
  }
}

/** @returns the message of an error that the provider answered with; empty when there is none */
export function messageDe({ error }: Answer["corps"]): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : "";
  return String(message);
}

function objetDe(texte: string): Record<string, unknown> {
  try {
    const lu: unknown = JSON.parse(texte);
    return typeof lu === "object" && lu !== null ? { ...lu } : {};
  } catch {
    return {};
  }
}
