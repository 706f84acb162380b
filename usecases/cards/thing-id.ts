import type { Collection } from "#domain/pictures/stored-image.ts";

/**
 * What the journal calls a card: its identifier holds a name, and an erased card leaves none.
 * @returns the same 32 characters each time; they say nothing but to somebody who has guessed the identifier already
 */
export async function thingIdOf(collection: Collection, id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`card ${collection}/${id}`));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
