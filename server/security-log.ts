import type { Logger } from "pino";
import type { RecordSecurity } from "#app/contexts.ts";

/**
 * The security log: lines of the site's own log with the message `security`, to be found among the others
 * (docs/recovery.md).
 */
export const createSecurityLog =
  (logger: Logger): RecordSecurity =>
  (event, account, details = {}) =>
    logger.info({ event, account, ...details }, "security");
