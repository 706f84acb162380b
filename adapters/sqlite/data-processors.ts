import type { DataProcessor } from "#domain/data-processor.ts";

const onServer = { provider: null, country: [], safeguard: null } as const;

export const EMBEDDED_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", ...onServer },
  { role: "images", ...onServer },
  { role: "accounts", ...onServer },
];
