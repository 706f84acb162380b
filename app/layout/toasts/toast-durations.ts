/**
 * How long toasts stay, in milliseconds (docs/specification.md section 9); one that is pending stays until it is taken
 * away.
 */
export const SUCCESS_TOAST_MS = 2000;
export const ERROR_TOAST_MS = 4000;
