/** The site's secret has at least 32 random characters. The first server instance creates the secret. */
import { randomBytes } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import { callFirestore, commitBatch } from "./firestore-calls.ts";

export function createSiteSecret(db: Firestore): () => Promise<string> {
  const document = db.collection("state").doc("secret");
  let cached: string | null = null;

  const read = async (): Promise<string | null> => {
    const value: unknown = (await callFirestore(document.get())).get("value");
    return typeof value === "string" && value.length >= 32 ? value : null;
  };

  return async () => {
    cached ??= await read();
    if (cached !== null) return cached;
    // Read after writing: another instance may have created the secret first.
    await commitBatch(db, (batch) => batch.create(document, { value: randomBytes(32).toString("base64url") }));
    cached = await read();
    if (cached === null)
      throw new Error("The site's secret is damaged: delete the document, and the next start creates a new one.");
    return cached;
  };
}
