import pino, { type Logger } from "pino";

/**
 * @param level as in `LOG_LEVEL`
 * @returns a log of JSON lines on standard output; callers give it no personal data
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });

/** What is written of a fault: its kind and where it comes from. Messages of libraries may quote what a person typed. */
export function faultOf(panne: unknown): object {
  if (!(panne instanceof Error)) return { fault: typeof panne };
  const sqlite = "errstr" in panne ? panne.errstr : undefined;
  const code = "code" in panne && ["string", "number"].includes(typeof panne.code) ? panne.code : undefined;
  const pile = panne.stack
    ?.split("\n")
    .filter((ligne) => ligne.startsWith("    at "))
    .slice(0, 6);
  return { fault: panne.name, code, sqlite, at: pile?.map((ligne) => ligne.trim()) };
}
