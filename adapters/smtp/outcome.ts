import type { RecipientState } from "#domain/mail/addresses.ts";
import type { MailOutcome } from "#ports/mailer.ts";

type ReportedError = {
  code?: unknown;
  /** The system's or OpenSSL's code, which nodemailer replaces by ESOCKET. */
  originalCode?: unknown;
  responseCode?: unknown;
  response?: unknown;
  command?: unknown;
};

const SIGN_IN_DEMANDED = new Set([530, 534, 535, 538]);

/** Codes of OpenSSL and Node for an untrusted, expired or foreign certificate, or no TLS on the port. */
const TLS_FAILURE = /CERT|SIGNATURE|^ERR_(?:SSL|TLS)/;

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

export function smtpErrorCause(error: unknown): string {
  const { code, originalCode, responseCode } = (error ?? {}) as ReportedError;
  if (typeof responseCode === "number" && SIGN_IN_DEMANDED.has(responseCode)) return "EAUTH";
  return code === "ESOCKET" && TLS_FAILURE.test(String(originalCode)) ? "ETLS" : String(code);
}

/**
 * `held`: a setting of the site causes the error. `refused`: the server permanently refuses the message. The reason
 * never quotes the server, because replies contain e-mail addresses.
 */
export function smtpOutcome(error: unknown): MailOutcome {
  const { responseCode } = (error ?? {}) as ReportedError;
  const response = typeof responseCode === "number" ? responseCode : null;
  const cause = smtpErrorCause(error);
  const sentence = REASONS[cause] ?? "L’envoi a échoué";
  const reason = response ? `${sentence} (réponse ${response}).` : `${sentence}.`;
  // Retry after 503 (bad sequence of commands): this reply does not concern the message.
  const remedy = response === null || response >= 500 ? remedyFor(cause, error as ReportedError) : null;
  if (remedy) return { outcome: "held", reason: `${reason} ${remedy}`, everyMail: true };
  const permanent = MESSAGE_REFUSED.has(cause) && response !== null && response >= 500 && response !== 503;
  return { outcome: permanent ? "refused" : "retry", reason };
}

/** @param rejection nodemailer's error for this recipient. Undefined if the server accepted the recipient. */
export function smtpRecipientState(address: string, rejection: unknown): RecipientState {
  if (!rejection) return { address, state: "sent" };
  const { responseCode } = rejection as ReportedError;
  const code = Number(responseCode);
  if (!(code >= 500) || code === 503)
    return {
      address,
      state: "waiting",
      reason: `Le serveur de messagerie refuse cette adresse pour l’instant (réponse ${code}).`,
    };
  const reason = `Le serveur de messagerie refuse cette adresse (réponse ${code}).`;
  const remedy = remedyFor(smtpErrorCause(rejection), rejection as ReportedError);
  return {
    address,
    state: "refused",
    reason: remedy ? `${reason} ${remedy}` : reason,
    ...(isFull(rejection as ReportedError) && { isFull: true as const }),
  };
}

const MAIL_TOO_LARGE = 552;

/** 552, or a code for a full mailbox or a mail that is too large (RFC 3463): the next mail may be taken. */
const isFull = ({ responseCode, response }: ReportedError): boolean =>
  responseCode === MAIL_TOO_LARGE || /\b5\.(?:2\.[23]|3\.4)\b/.test(String(response));

/** A code 5.7.x is a refusal by policy (RFC 3463). Servers without such codes write the word "relay". */
const isPolicy = (response: unknown): boolean => /\b5\.7\.\d|\brelay/i.test(String(response));

const NO_RELAY =
  "Il ne transmet pas les e-mails du site\u00a0: le compte de messagerie ou l’adresse de l’expéditeur se corrige sur le serveur du site.";

function remedyFor(cause: string, { responseCode, response, command }: ReportedError): string | null {
  if (cause === "EAUTH" || cause === "ENOAUTH") return "Ils se corrigent sur le serveur du site.";
  if (cause !== "EENVELOPE" || typeof responseCode !== "number") return null;
  if (command === "MAIL FROM" && responseCode !== MAIL_TOO_LARGE)
    return "L’adresse de l’expéditeur se corrige sur le serveur du site.";
  return isPolicy(response) ? NO_RELAY : null;
}
