/** Vitest's JSON report does not contain the errors that belong to no test: this reporter writes them for the totals. */
import type { Reporter } from "vitest/node";
import { writeErrors } from "./totals.ts";

export default class ErrorReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const file = process.env.TEST_ERRORS;
    if (!file) return;
    const messages = errors.map(({ name, message, stack = "" }) => `${name}: ${message} ${firstFrame(stack)}`);
    if (messages.length > 0) writeErrors(file, messages);
  }
}

const firstFrame = (stack: string): string => /^\s+(at .*)$/m.exec(stack)?.[1] ?? "";
