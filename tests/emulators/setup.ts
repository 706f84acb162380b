/** Starts the emulators once for all tests with BACKEND=firebase. */
import type { TestProject } from "vitest/node";
import { type Emulators, startEmulators } from "./start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Null if SKIP_HOSTED is set. */
    emulators: Emulators | null;
  }
}

export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SKIP_HOSTED) {
    provide("emulators", null);
    return undefined;
  }
  const { emulators, stop } = await startEmulators();
  await warmUp(emulators.firestore);
  provide("emulators", emulators);
  return stop;
}

/** Sends a first query, because on a busy machine its answer would take longer than the deadline of a store. */
async function warmUp(host: string): Promise<void> {
  const documents = `http://${host}/v1/projects/demo-warm-up/databases/(default)/documents`;
  const structuredQuery = { from: [{ collectionId: "any" }] };
  await fetch(`${documents}:runQuery`, { method: "POST", body: JSON.stringify({ structuredQuery }) });
}
