/** Shown when a session has ended, for whatever reason: too old, ended elsewhere, new password, account removed. */
export const SIGNED_OUT_SENTENCE = "Vous n’êtes plus connecté·e.";

export const COOKIE_NEEDED_SENTENCE =
  "Pour rester connecté·e, ce site a besoin d’un cookie\u00a0: autorisez-le dans les réglages de votre navigateur, puis connectez-vous.";
