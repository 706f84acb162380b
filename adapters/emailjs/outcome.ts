/** Reasons never quote a response, because a response may contain names of people. */
import type { MailOutcome } from "#ports/mailer.ts";

/** Maximum number of characters read of a response. */
const READ_MAX = 2_000;

type Hold = readonly [sentence: string, remedy: string];

const ALLOW_SERVERS =
  "Dans son tableau de bord, ouvrez «\u00a0Account\u00a0», puis «\u00a0Security\u00a0», " +
  "et cochez «\u00a0Allow EmailJS API for non-browser applications\u00a0».";
const KEYS = "Les clés se lisent dans son tableau de bord, sous «\u00a0Account\u00a0»";
const SERVICES = "dans son tableau de bord, sous «\u00a0Email Services\u00a0»";
const TEMPLATES = "dans son tableau de bord, sous «\u00a0Email Templates\u00a0»";

const NO_SERVERS: Hold = ["EmailJS n’accepte pas d’envoi depuis un serveur", ALLOW_SERVERS];
const DISCONNECTED: Hold = ["EmailJS n’a plus accès à la boîte qui envoie", `Reliez-la de nouveau ${SERVICES}.`];
const USED_UP: Hold = [
  "EmailJS n’envoie plus rien ce mois-ci avec cet abonnement",
  "Changez d’abonnement chez EmailJS, ou attendez le mois prochain.",
];

/** Patterns for EmailJS's error texts. The first match counts. */
const SETTINGS: readonly [RegExp, Hold][] = [
  [
    /private key|access ?token|strict mode/i,
    [
      "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée",
      `${KEYS}, puis se corrigent sur le serveur du site.`,
    ],
  ],
  [/non-browser/i, NO_SERVERS],
  [/headless browser/i, ["EmailJS prend le site pour un navigateur automatique et refuse l’envoi", ALLOW_SERVERS]],
  [
    /user_?id|public key|account not found/i,
    ["EmailJS ne reconnaît pas la clé publique", `${KEYS}, puis se corrigent sur le serveur du site.`],
  ],
  [
    /service[_ ]id/i,
    [
      "EmailJS ne reconnaît pas l’identifiant du service",
      `Il se lit ${SERVICES}, puis se corrige sur le serveur du site.`,
    ],
  ],
  [
    /template[_ ]id/i,
    [
      "EmailJS ne reconnaît pas l’identifiant du modèle",
      `Il se lit ${TEMPLATES}, puis se corrige sur le serveur du site.`,
    ],
  ],
  [
    /recipients? address is empty/i,
    ["Le modèle d’EmailJS n’a pas de destinataire", `Écrivez-en un ${TEMPLATES}, dans «\u00a0To Email\u00a0».`],
  ],
  [/invalid grant|authentication scopes|reconnect/i, DISCONNECTED],
  [/quota/i, USED_UP],
];

/** Used if no pattern matches the text of the response. For example, a firewall may have replaced the text. */
const ACCOUNT_STATUSES: Readonly<Record<number, Hold>> = {
  401: ["EmailJS ne reconnaît pas ce compte", `${KEYS}.`],
  402: USED_UP,
  403: NO_SERVERS,
  404: ["EmailJS ne connaît pas ce compte", `${KEYS}.`],
  412: DISCONNECTED,
  426: USED_UP,
  451: ["EmailJS prend le site pour un navigateur automatique et refuse l’envoi", ALLOW_SERVERS],
};

const REFUSALS: Readonly<Record<number, string>> = {
  400: "EmailJS n’accepte pas la demande",
  413: "EmailJS trouve le courrier trop grand",
  422: "Le modèle d’EmailJS n’a pas de destinataire valable",
};

const SERVER_TIMED_OUT = 408;
const TOO_MANY_REQUESTS = 429;

/** Like EmailJS's library, treats only status 200 as success. */
export async function outcomeOfResponse(response: Response): Promise<MailOutcome> {
  const { status } = response;
  if (status === 200) {
    await close(response);
    return { outcome: "sent" };
  }
  const withStatus = (sentence: string) => `${sentence} (réponse ${status}).`;
  if (status === TOO_MANY_REQUESTS || status === SERVER_TIMED_OUT || status < 400 || status >= 500) {
    await close(response);
    return { outcome: "retry", reason: withStatus(describeTemporary(status)) };
  }
  const text = await startOfText(response);
  // Ignore the text of an HTML page, which does not come from EmailJS.
  const [, hold] = (!text.trimStart().startsWith("<") && SETTINGS.find(([pattern]) => pattern.test(text))) || [];
  const [sentence, remedy] = hold ?? ACCOUNT_STATUSES[status] ?? [];
  if (!sentence) return { outcome: "refused", reason: withStatus(REFUSALS[status] ?? "EmailJS n’accepte pas l’envoi") };
  return { outcome: "held", reason: `${withStatus(sentence)} ${remedy}`, everyMail: hold !== undefined };
}

function describeTemporary(status: number): string {
  if (status === TOO_MANY_REQUESTS) return "EmailJS reçoit trop de demandes à la fois";
  if (status >= 300 && status < 400) return "L’adresse d’EmailJS renvoie ailleurs";
  return status >= 500 ? "EmailJS est en panne" : "EmailJS n’a pas répondu comme prévu";
}

const close = async ({ body }: Response): Promise<void> => body?.cancel().catch(() => {});

async function startOfText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= READ_MAX) break;
    }
  } catch {
    return text;
  }
  return text;
}

const INTERRUPTED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const TLS = /CERT|TLS|SSL|SIGNATURE/;

export function emailJsOutcome(error: unknown): MailOutcome {
  const { name, cause } = (error ?? {}) as { name?: unknown; cause?: { code?: unknown } };
  const code = String(cause?.code);
  if (name === "TimeoutError") return { outcome: "retry", reason: "EmailJS ne répond pas à temps." };
  if (INTERRUPTED.has(code)) return { outcome: "retry", reason: "EmailJS a interrompu la connexion." };
  if (TLS.test(code)) return { outcome: "retry", reason: "La connexion sécurisée avec EmailJS a échoué." };
  return { outcome: "retry", reason: "EmailJS n’est pas joignable." };
}
