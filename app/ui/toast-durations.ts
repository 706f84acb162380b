/** How long toasts stay, in milliseconds (SPEC.md section 9); one that is pending, until it is taken away. */
export const TOAST_DURATIONS_MS = { success: 2000, error: 4000, loading: Number.POSITIVE_INFINITY } as const;
