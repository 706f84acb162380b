import pino, { type Logger } from "pino";

/**
 * @param level as in `LOG_LEVEL`
 * @returns a log of JSON lines on standard output; callers give it no personal data
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });

/** What is written of an error: its kind and where it comes from. Messages of libraries may quote what a person typed. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const sqlite = "errstr" in error ? error.errstr : undefined;
  const code = "code" in error && ["string", "number"].includes(typeof error.code) ? error.code : undefined;
  const stack = error.stack
    ?.split("\n")
    .filter((line) => line.startsWith("    at "))
    .slice(0, 6);
  return { error: error.name, code, sqlite, at: stack?.map((line) => line.trim()) };
}

/** @returns what takes an error, or null with a sentence, to this log */
export const createReport =
  (logger: Logger) =>
  (error: unknown, where: string): void =>
    error === null ? logger.info(where) : logger.error(describeError(error), where);
