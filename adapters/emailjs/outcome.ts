/** What an answer of EmailJS means, or that there was none. Its own words stay out of the reasons: they may name people. */
import type { Outcome } from "#ports/mailer.ts";

/** The most of an answer that is read, in bytes; EmailJS answers in a line. */
const READ_MAX = 2_000;

/** What EmailJS complains about, where its number alone does not tell it; the first that fits. */
const COMPLAINTS: readonly [RegExp, string][] = [
  [/private key|access ?token/i, "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée"],
  [/user_id|public key|account not found/i, "EmailJS ne reconnaît pas la clé publique"],
  [/service[_ ]id/i, "EmailJS ne reconnaît pas l’identifiant du service"],
  [/template[_ ]id/i, "EmailJS ne reconnaît pas l’identifiant du modèle"],
];

const REFUSALS: Readonly<Record<number, string>> = {
  400: "EmailJS n’accepte pas la demande",
  403: "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord",
  404: "EmailJS ne connaît pas ce compte",
  412: "EmailJS n’a plus accès à la boîte qui envoie\u00a0: il faut la relier de nouveau dans son tableau de bord",
  413: "EmailJS trouve le courrier trop grand",
  422: "Le modèle d’EmailJS n’a pas de destinataire valable",
  451: "EmailJS prend le site pour un navigateur automatique et refuse l’envoi",
};

/** The server gave up waiting for the request: the next one may be faster. */
const SERVER_TIMED_OUT = 408;
const TOO_MANY_REQUESTS = 429;

/**
 * @param response to a request that was not redirected; its body is read only as far as a reason needs it
 * @returns sent for 200 alone, like EmailJS's own library; refused for good by any other answer that blames the
 * request; to be tried again for 429, 408, 5xx and whatever EmailJS does not say itself
 */
export async function outcomeOfResponse(response: Response): Promise<Outcome> {
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
  const [, complaint] = COMPLAINTS.find(([pattern]) => pattern.test(text)) ?? [];
  return { outcome: "refused", reason: withStatus(complaint ?? REFUSALS[status] ?? "EmailJS n’accepte pas l’envoi") };
}

function describeTemporary(status: number): string {
  if (status === TOO_MANY_REQUESTS) return "EmailJS reçoit trop de demandes à la fois";
  if (status >= 300 && status < 400) return "L’adresse d’EmailJS renvoie ailleurs";
  return status >= 500 ? "EmailJS est en panne" : "EmailJS n’a pas répondu comme prévu";
}

/** The outcome is known: what the rest of the answer does is of no interest. */
const close = async ({ body }: Response): Promise<void> => body?.cancel().catch(() => {});

/** @returns the beginning of the answer's text; as far as it came, when it breaks off or does not end in time */
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

/**
 * @param fault what a request without an answer has thrown
 * @returns always to be tried again
 */
export function outcomeOfFault(fault: unknown): Outcome {
  const { name, cause } = (fault ?? {}) as { name?: unknown; cause?: { code?: unknown } };
  const code = String(cause?.code);
  if (name === "TimeoutError") return { outcome: "retry", reason: "EmailJS ne répond pas à temps." };
  if (INTERRUPTED.has(code)) return { outcome: "retry", reason: "EmailJS a interrompu la connexion." };
  if (TLS.test(code)) return { outcome: "retry", reason: "La connexion sécurisée avec EmailJS a échoué." };
  return { outcome: "retry", reason: "EmailJS n’est pas joignable." };
}
