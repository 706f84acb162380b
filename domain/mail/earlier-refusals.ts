/** How versions up to November 2026 began the reason of a refusal that was a setting's fault, and final in their eyes. */
const BEGINNINGS = [
  "EmailJS demande la clé privée, ou ne reconnaît pas",
  "EmailJS ne reconnaît pas ",
  "EmailJS n’accepte pas d’envoi depuis un serveur",
  "EmailJS ne connaît pas ce compte",
  "EmailJS n’a plus accès à la boîte",
  "EmailJS prend le site pour un navigateur automatique",
];

/** @returns whether a mail that was given up for this reason is to wait instead (ports/mailer.ts, `held`) */
export const blamesSetting = (reason: string): boolean => BEGINNINGS.some((beginning) => reason.startsWith(beginning));
