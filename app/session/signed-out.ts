/** Shown when a session has ended, for whatever reason: too old, ended elsewhere, new password, account removed. */
export const SIGNED_OUT = "Vous n’êtes plus connecté·e.";
