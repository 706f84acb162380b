import { randomBytes } from "node:crypto";
import type { Documents } from "#ports/documents.ts";
import { STATE_COLLECTION } from "./site-state.ts";

const PLACE = [STATE_COLLECTION, "secret"] as const;
const LENGTH_MIN = 32;

/**
 * The key of all links and sessions, with at least 32 random characters. The first call of the first instance creates
 * it.
 * @throws one line if the document is damaged
 */
export function createSiteSecret(documents: Documents): () => Promise<string> {
  let cached: Promise<string> | null = null;
  return () => {
    cached ??= readOrCreate(documents).catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  };
}

async function readOrCreate(documents: Documents): Promise<string> {
  const stored = await documents.get(...PLACE);
  if (stored) return validated(stored.content.value);
  return documents.transaction(async (transaction) => {
    const other = await transaction.get(...PLACE);
    if (other) return validated(other.content.value);
    const value = randomBytes(LENGTH_MIN).toString("base64url");
    transaction.create(...PLACE, { value });
    return value;
  });
}

function validated(value: unknown): string {
  if (typeof value === "string" && value.length >= LENGTH_MIN) return value;
  throw new Error(
    "The site's secret is damaged: delete the document state/secret, and the next start creates a new one.",
  );
}
