/** Gives the suites of the hosted family one set of emulators for the whole run. */
import type { TestProject } from "vitest/node";
import { type Emulators, startEmulators } from "./start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Null: SKIP_HOSTED is set. */
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

/** On a busy machine the first answer takes Java longer than a store waits for one. */
async function warmUp(host: string): Promise<void> {
  const documents = `http://${host}/v1/projects/demo-warm-up/databases/(default)/documents`;
  const structuredQuery = { from: [{ collectionId: "any" }] };
  await fetch(`${documents}:runQuery`, { method: "POST", body: JSON.stringify({ structuredQuery }) });
}
