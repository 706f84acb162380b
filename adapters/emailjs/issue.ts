/** What an answer of EmailJS means, or that there was none. Its own words stay out of the reasons: they may name people. */
import type { Issue } from "#ports/mailer.ts";

/** The most of an answer that is read, in bytes; EmailJS answers in a line. */
const LU_MAX = 2_000;

/** What EmailJS complains about, where its number alone does not tell it; the first that fits. */
const PLAINTES: readonly [RegExp, string][] = [
  [/private key|access ?token/i, "EmailJS demande la clé privée, ou ne reconnaît pas celle qui est configurée"],
  [/user_id|public key|account not found/i, "EmailJS ne reconnaît pas la clé publique"],
  [/service[_ ]id/i, "EmailJS ne reconnaît pas l’identifiant du service"],
  [/template[_ ]id/i, "EmailJS ne reconnaît pas l’identifiant du modèle"],
];

const REFUS: Readonly<Record<number, string>> = {
  400: "EmailJS n’accepte pas la demande",
  403: "EmailJS n’accepte pas d’envoi depuis un serveur\u00a0: il faut l’autoriser dans son tableau de bord",
  404: "EmailJS ne connaît pas ce compte",
  412: "EmailJS n’a plus accès à la boîte qui envoie\u00a0: il faut la relier de nouveau dans son tableau de bord",
  413: "EmailJS trouve le courrier trop grand",
  422: "Le modèle d’EmailJS n’a pas de destinataire valable",
  451: "EmailJS prend le site pour un navigateur automatique et refuse l’envoi",
};

/** The server gave up waiting for the request: the next one may be faster. */
const DELAI_DU_SERVEUR = 408;
const TROP_TOT = 429;

/**
 * @param reponse to a request that was not redirected; its body is read only as far as a reason needs it
 * @returns sent for 200 alone, like EmailJS's own library; refused for good by any other answer that blames the
 * request; to be tried again for 429, 408, 5xx and whatever EmailJS does not say itself
 */
export async function issueDeLaReponse(reponse: Response): Promise<Issue> {
  const { status } = reponse;
  if (status === 200) {
    await fermer(reponse);
    return { issue: "envoye" };
  }
  const avec = (phrase: string) => `${phrase} (réponse ${status}).`;
  if (status === TROP_TOT || status === DELAI_DU_SERVEUR || status < 400 || status >= 500) {
    await fermer(reponse);
    return { issue: "reessayer", raison: avec(passagere(status)) };
  }
  const texte = await debutDuTexte(reponse);
  const [, plainte] = PLAINTES.find(([motif]) => motif.test(texte)) ?? [];
  return { issue: "refuse", raison: avec(plainte ?? REFUS[status] ?? "EmailJS n’accepte pas l’envoi") };
}

function passagere(status: number): string {
  if (status === TROP_TOT) return "EmailJS reçoit trop de demandes à la fois";
  if (status >= 300 && status < 400) return "L’adresse d’EmailJS renvoie ailleurs";
  return status >= 500 ? "EmailJS est en panne" : "EmailJS n’a pas répondu comme prévu";
}

/** The outcome is known: what the rest of the answer does is of no interest. */
const fermer = async ({ body }: Response): Promise<void> => body?.cancel().catch(() => {});

/** @returns the beginning of the answer's text; as far as it came, when it breaks off or does not end in time */
async function debutDuTexte({ body }: Response): Promise<string> {
  const decodeur = new TextDecoder();
  let texte = "";
  try {
    for await (const octets of body ?? []) {
      texte += decodeur.decode(octets, { stream: true });
      if (texte.length >= LU_MAX) break;
    }
  } catch {
    return texte;
  }
  return texte;
}

const INTERROMPUE = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const TLS = /CERT|TLS|SSL|SIGNATURE/;

/**
 * @param panne what a request without an answer has thrown
 * @returns always to be tried again
 */
export function issueDeLaPanne(panne: unknown): Issue {
  const { name, cause } = (panne ?? {}) as { name?: unknown; cause?: { code?: unknown } };
  const code = String(cause?.code);
  if (name === "TimeoutError") return { issue: "reessayer", raison: "EmailJS ne répond pas à temps." };
  if (INTERROMPUE.has(code)) return { issue: "reessayer", raison: "EmailJS a interrompu la connexion." };
  if (TLS.test(code)) return { issue: "reessayer", raison: "La connexion sécurisée avec EmailJS a échoué." };
  return { issue: "reessayer", raison: "EmailJS n’est pas joignable." };
}
