/** Mail through EmailJS: one POST per attempt, to the call that SPEC.md section 7 names. */
import { composeTrial } from "#domain/courrier.ts";
import type { Courrier, Issue, Mailer } from "#ports/mailer.ts";
import { createFileDAttente, HORLOGE, type Horloge } from "./file-d-attente.ts";
import { issueDeLaPanne, issueDeLaReponse } from "./issue.ts";

const CHEMIN = "/api/v1.0/email/send";

/** The version of EmailJS's own library whose request this is, byte for byte. */
const LIB_VERSION = "5.0.2";

/**
 * EmailJS takes one request a second from an account. Counted from the answer, the next request cannot come too
 * early, however long the way of the one before was.
 */
const PAUSE_MS = 1_000;

/** Between two requests of different instances; more than a second, since the way of one may be shorter than that of another. */
const TURN_MS = 1_200;
/** Much shorter than a claim on a mail lasts. */
const WAIT_MAX_MS = 20_000;

/** So few that the last one's turn comes long before somebody else takes up its mail. */
const PLACES = 5;

/**
 * Takes the next turn among all instances that send from one account.
 * @param pauseMs least time between two turns, in milliseconds
 * @returns how long to wait for it, in milliseconds
 * @throws when nobody can say
 */
export type Turn = (pauseMs: number) => Promise<number>;

/**
 * Makes the mailer. Whom a mail reaches stands in the template, in the dashboard of EmailJS: the call has no place
 * for it. A trial for addresses that the committee has chosen on the site is therefore refused, in words.
 * @param url origin of the interface, `https://api.emailjs.com`
 * @param privateKey null where the account does not ask for one
 * @param templates the template of a message, which carries trials too, and that of a sign-up
 * @param timeoutMs how long EmailJS may take to answer, in milliseconds
 * @param horloge by which requests are a second apart
 * @param turn keeps the pace of several instances; absent: there is this one only
 */
export function createEmailJsMailer({
  url,
  publicKey,
  privateKey,
  serviceId,
  templates,
  timeoutMs = 10_000,
  horloge = HORLOGE,
  turn,
}: {
  url: string;
  publicKey: string;
  privateKey: string | null;
  serviceId: string;
  templates: Readonly<{ message: string; inscription: string }>;
  timeoutMs?: number;
  horloge?: Horloge;
  turn?: Turn;
}): Mailer {
  const aSonTour = createFileDAttente({ pauseMs: PAUSE_MS, places: PLACES }, horloge);

  // The order of the keys is that of EmailJS's own library; without a private key it leaves its line out.
  const corps = (template: string, params: Readonly<Record<string, string>>) =>
    JSON.stringify({
      lib_version: LIB_VERSION,
      user_id: publicKey,
      ...(privateKey !== null && { accessToken: privateKey }),
      service_id: serviceId,
      template_id: template,
      template_params: params,
    });

  async function poster(body: string): Promise<Issue> {
    try {
      const reponse = await fetch(new URL(CHEMIN, url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await issueDeLaReponse(reponse);
    } catch (panne) {
      return issueDeLaPanne(panne);
    }
  }

  /** @returns false when it would take too long, or nobody can say */
  async function waitForOtherInstances(): Promise<boolean> {
    try {
      const waitMs = (await turn?.(TURN_MS)) ?? 0;
      if (waitMs > WAIT_MAX_MS) return false;
      if (waitMs > 0) await horloge.attendre(waitMs);
      return true;
    } catch {
      return false;
    }
  }

  return {
    remise: "modeles",

    async send({ envoi, recuLe, destinataires }) {
      if (envoi.type === "essai" && destinataires.length > 0) return AILLEURS;
      const template = envoi.type === "inscription" ? templates.inscription : templates.message;
      const issue = await aSonTour(async () => {
        if (!(await waitForOtherInstances())) return FILE_PLEINE;
        return poster(corps(template, paramsDe(envoi, recuLe)));
      });
      return issue ?? FILE_PLEINE;
    },
  };
}

const AILLEURS = {
  issue: "refuse",
  raison:
    "EmailJS n’écrit qu’aux adresses inscrites dans ses modèles, pas à celles des réglages. " +
    "Videz ici la liste des destinataires, puis refaites l’essai.",
} as const;

const FILE_PLEINE = {
  issue: "reessayer",
  raison: "Trop de courriers attendent leur tour, car EmailJS n’en prend qu’un par seconde.",
} as const;

/** @returns the `template_params` of SPEC.md section 7, in its order and with nothing else */
function paramsDe(envoi: Courrier["envoi"], recuLe: Date): Record<string, string> {
  if (envoi.type === "inscription") {
    const { nom, prenom, adresse, tel, dateAnniv, charte, charteMineur } = envoi.contenu;
    return { nom, prenom, adresse, tel, dateAnniv, charte, charteMineur };
  }
  if (envoi.type === "message") {
    const { nom, email, sujet, message } = envoi.contenu;
    return { nom, email, sujet, message };
  }
  const { sujet, texte } = composeTrial(envoi.contenu.demandePar, recuLe);
  return { nom: "Site de la Jeunesse", email: envoi.contenu.demandePar, sujet, message: texte };
}
