import pino, { type Logger } from "pino";
import { logOutput } from "./log-output.ts";

/** Do not log personal data. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, logOutput);

/** Omits the error's message, which may quote user input. */
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

export const createErrorReport =
  (logger: Logger) =>
  (error: unknown, where: string): void =>
    error === null ? logger.info(where) : logger.error(describeError(error), where);
