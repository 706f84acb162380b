/** The secret of the site: made once, the same for all instances. */
import { randomBytes } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import { ask, write } from "./firestore-calls.ts";

/**
 * @param db as `openFirestore` gave it
 * @returns reads the secret, at least 32 random characters; the first instance that asks makes it
 * @throws when the store does not answer in time
 */
export function createSiteSecret(db: Firestore): () => Promise<string> {
  const document = db.collection("state").doc("secret");
  let known: string | null = null;

  const read = async (): Promise<string | null> => {
    const value: unknown = (await ask(document.get())).get("value");
    return typeof value === "string" && value.length >= 32 ? value : null;
  };

  return async () => {
    known ??= await read();
    if (known !== null) return known;
    // Another instance may be faster: what is there then is the secret.
    await write(db, (batch) => batch.create(document, { value: randomBytes(32).toString("base64url") }));
    known = await read();
    if (known === null) throw new Error("The secret of the site is damaged: delete the document, and it is made anew.");
    return known;
  };
}
