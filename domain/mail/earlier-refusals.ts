/** Reasons recorded by versions up to November 2026 as final, although a setting caused them. */
const BEGINNINGS = [
  "EmailJS demande la clé privée, ou ne reconnaît pas",
  "EmailJS ne reconnaît pas ",
  "EmailJS n’accepte pas d’envoi depuis un serveur",
  "EmailJS ne connaît pas ce compte",
  "EmailJS n’a plus accès à la boîte",
  "EmailJS prend le site pour un navigateur automatique",
];

/** Whether a given-up mail is held for a setting instead (ports/mailer.ts, `held`). */
export const blamesSetting = (reason: string): boolean => BEGINNINGS.some((beginning) => reason.startsWith(beginning));
