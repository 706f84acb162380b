import type { DataProcessor } from "#domain/data-processor.ts";

const here = { provider: null, country: [], safeguard: null } as const;

/** The stores of this family keep everything in the data folder of the site's own server. */
export const EMBEDDED_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", ...here },
  { role: "images", ...here },
  { role: "accounts", ...here },
];
