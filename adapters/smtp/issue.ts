import type { Issue } from "#ports/mailer.ts";

/** What nodemailer tells of a failed attempt, as far as it is read. */
type Panne = { code?: unknown; responseCode?: unknown };

/** Replies that ask for a sign-in, at whatever step: somebody has to correct the configuration. */
const CONNEXION_EXIGEE = new Set([530, 534, 535, 538]);

const MESSAGE_REFUSE = new Set(["EENVELOPE", "EMESSAGE"]);

const RAISONS: Record<string, string> = {
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

/**
 * What a failed attempt means. Only a permanent refusal of this very message ends the attempts: a server
 * that is away, busy or wrongly configured will do later. The server's own words stay out of the reason,
 * because they repeat addresses.
 * @param panne what sending has thrown
 */
export function issueDeLaPanne(panne: unknown): Issue {
  const { code, responseCode } = (panne ?? {}) as Panne;
  const reponse = typeof responseCode === "number" ? responseCode : null;
  const cause = reponse && CONNEXION_EXIGEE.has(reponse) ? "EAUTH" : String(code);
  const phrase = RAISONS[cause] ?? "L’envoi a échoué";
  const raison = reponse ? `${phrase} (réponse ${reponse}).` : `${phrase}.`;
  // 503 speaks of the conversation, not of the message.
  const definitif = MESSAGE_REFUSE.has(cause) && reponse !== null && reponse >= 500 && reponse !== 503;
  return { issue: definitif ? "refuse" : "reessayer", raison };
}
