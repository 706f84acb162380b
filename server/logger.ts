import pino, { type Logger } from "pino";

/**
 * @param level as in `LOG_LEVEL`
 * @returns a log of JSON lines on standard output; callers give it no personal data
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });

/** What is written of a fault: its kind and where it comes from. Messages of libraries may quote what a person typed. */
export function faultOf(fault: unknown): object {
  if (!(fault instanceof Error)) return { fault: typeof fault };
  const sqlite = "errstr" in fault ? fault.errstr : undefined;
  const code = "code" in fault && ["string", "number"].includes(typeof fault.code) ? fault.code : undefined;
  const stack = fault.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6);
  return { fault: fault.name, code, sqlite, at: stack?.map((line) => line.trim()) };
}

/** @returns what takes a fault, or null with a sentence, to this log */
export const reportTo =
  (logger: Logger) =>
  (fault: unknown, where: string): void =>
    fault === null ? logger.info(where) : logger.error(faultOf(fault), where);
