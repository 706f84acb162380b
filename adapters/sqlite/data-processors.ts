import type { DataProcessor } from "#domain/data-processor.ts";

const here = { provider: null, country: [], safeguard: null } as const;

export const EMBEDDED_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", ...here },
  { role: "images", ...here },
  { role: "accounts", ...here },
];
