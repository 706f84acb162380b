/** Gives the suites of the hosted family one set of emulators for the whole run. */
import type { TestProject } from "vitest/node";
import { type Emulateurs, startEmulators } from "./start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Null: SKIP_HOSTED is set. */
    emulateurs: Emulateurs | null;
  }
}

export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SKIP_HOSTED) {
    provide("emulateurs", null);
    return undefined;
  }
  const { emulateurs, stop } = await startEmulators();
  provide("emulateurs", emulateurs);
  return stop;
}
