import type { Outcome } from "#ports/mailer.ts";

/** What nodemailer tells of a failed attempt, as far as it is read. */
type ReportedFault = { code?: unknown; responseCode?: unknown; response?: unknown; command?: unknown };

/** Replies that ask for a sign-in, at whatever step: somebody has to correct the configuration. */
const SIGN_IN_DEMANDED = new Set([530, 534, 535, 538]);

const MESSAGE_REFUSED = new Set(["EENVELOPE", "EMESSAGE"]);

const REASONS: Record<string, string> = {
  EAUTH: "Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe",
  ENOAUTH: "Le serveur de messagerie demande un nom d’utilisateur et un mot de passe",
  ETIMEDOUT: "Le serveur de messagerie ne répond pas à temps",
  EABORT: "Le serveur de messagerie ne répond pas à temps",
  ESOCKET: "Le serveur de messagerie n’est pas joignable",
  EDNS: "Le serveur de messagerie n’est pas joignable",
  ECONNECTION: "Le serveur de messagerie a interrompu la connexion",
  EPROTOCOL: "Le serveur de messagerie n’accepte pas la connexion",
  ETLS: "La connexion sécurisée avec le serveur de messagerie a échoué",
  EENVELOPE: "Le serveur de messagerie n’accepte pas l’expéditeur ou les destinataires",
  EMESSAGE: "Le serveur de messagerie n’accepte pas le message",
};

/** @returns nodemailer's code for what went wrong, or EAUTH for any reply that asks for a sign-in */
export function causeOf(fault: unknown): string {
  const { code, responseCode } = (fault ?? {}) as ReportedFault;
  return typeof responseCode === "number" && SIGN_IN_DEMANDED.has(responseCode) ? "EAUTH" : String(code);
}

/**
 * What a failed attempt means. Only a permanent refusal of this very message ends the attempts: a server
 * that is away or busy will do later, and a configuration that it does not accept holds all mail. The server's own
 * words stay out of the reason, because they repeat addresses.
 * @param fault what sending has thrown
 */
export function outcomeOfFault(fault: unknown): Outcome {
  const { responseCode } = (fault ?? {}) as ReportedFault;
  const response = typeof responseCode === "number" ? responseCode : null;
  const cause = causeOf(fault);
  const sentence = REASONS[cause] ?? "L’envoi a échoué";
  const reason = response ? `${sentence} (réponse ${response}).` : `${sentence}.`;
  // 503 speaks of the conversation, not of the message.
  const remedy = response === null || response >= 500 ? remedyFor(cause, fault as ReportedFault) : null;
  if (remedy) return { outcome: "held", reason: `${reason} ${remedy}`, everyMail: true };
  const permanent = MESSAGE_REFUSED.has(cause) && response !== null && response >= 500 && response !== 503;
  return { outcome: permanent ? "refused" : "retry", reason };
}

const MAIL_TOO_LARGE = 552;

/**
 * @param cause as `causeOf` says
 * @returns what to set right; null where no setting of the site is to blame
 */
function remedyFor(cause: string, { responseCode, response, command }: ReportedFault): string | null {
  if (cause === "EAUTH" || cause === "ENOAUTH") return "SMTP_URL est à corriger sur le serveur.";
  if (cause !== "EENVELOPE" || typeof responseCode !== "number") return null;
  if (command === "MAIL FROM" && responseCode !== MAIL_TOO_LARGE)
    return "L’adresse de l’expéditeur (MAIL_FROM) est à corriger sur le serveur.";
  // RFC 3463: 5.7.x is a policy, as the refusal to relay; older servers say it in words only.
  return /\b5\.7\.\d|\brelay/i.test(String(response))
    ? "Il ne transmet pas les e-mails du site\u00a0: SMTP_URL ou MAIL_FROM est à corriger sur le serveur."
    : null;
}
