/** Starts the emulators once for all tests with BACKEND=firebase. */
import type { TestProject } from "vitest/node";
import { type Emulators, NoEmulators, startEmulators } from "./start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A text is the reason why this machine cannot run them. */
    emulators: Emulators | string;
  }
}

export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const { emulators, stop } = await startEmulators();
    await warmUp(emulators.firestore);
    provide("emulators", emulators);
    return stop;
  } catch (error) {
    if (!(error instanceof NoEmulators)) throw error;
    process.stdout.write(`The hosted family is not tested: ${error.message}.\n`);
    provide("emulators", error.message);
    return undefined;
  }
}

/** Sends a first query, because on a busy machine its answer would take longer than the deadline of a store. */
async function warmUp(host: string): Promise<void> {
  const documents = `http://${host}/v1/projects/demo-warm-up/databases/(default)/documents`;
  const structuredQuery = { from: [{ collectionId: "any" }] };
  await fetch(`${documents}:runQuery`, { method: "POST", body: JSON.stringify({ structuredQuery }) });
}
