/** Mail through EmailJS: one POST per attempt, to the call that SPEC.md section 7 names. */
import { composerCourriel } from "#domain/courrier.ts";
import type { Courrier, Mailer } from "#ports/mailer.ts";
import { createCadence, HORLOGE, type Horloge } from "./cadence.ts";
import { issueDeLaPanne, issueDeLaReponse } from "./issue.ts";

const CHEMIN = "/api/v1.0/email/send";

/** The version of EmailJS's own library whose request this is, byte for byte. */
const LIB_VERSION = "5.0.2";

/** EmailJS takes one request a second from an account; the rest is what the way there may shorten. */
const ECART_MS = 1_100;

/**
 * Makes the mailer. Whom a mail reaches stands in the template, in the dashboard of EmailJS: the call has no place
 * for it. A trial for addresses that the committee has chosen on the site is therefore refused, in words.
 * @param url origin of the interface, `https://api.emailjs.com`
 * @param privateKey null where the account does not ask for one
 * @param templates the template of a message, which carries trials too, and that of a sign-up
 * @param timeoutMs how long EmailJS may take to answer, in milliseconds
 * @param horloge by which attempts are spaced, a second apart
 */
export function createEmailJsMailer({
  url,
  publicKey,
  privateKey,
  serviceId,
  templates,
  timeoutMs = 10_000,
  horloge = HORLOGE,
}: {
  url: string;
  publicKey: string;
  privateKey: string | null;
  serviceId: string;
  templates: Readonly<{ message: string; inscription: string }>;
  timeoutMs?: number;
  horloge?: Horloge;
}): Mailer {
  const attendreSonTour = createCadence(ECART_MS, horloge);

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

  return {
    remise: "serveur",

    async send({ envoi, recuLe, destinataires }) {
      if (envoi.type === "essai" && destinataires.length > 0) return AILLEURS;
      const template = envoi.type === "inscription" ? templates.inscription : templates.message;
      try {
        await attendreSonTour();
        const reponse = await fetch(new URL(CHEMIN, url), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: corps(template, paramsDe(envoi, recuLe)),
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        });
        return await issueDeLaReponse(reponse);
      } catch (panne) {
        return issueDeLaPanne(panne);
      }
    },
  };
}

const AILLEURS = {
  issue: "refuse",
  raison:
    "EmailJS n’écrit qu’aux adresses inscrites dans ses modèles, pas à celles des réglages. " +
    "Videz ici la liste des destinataires, puis refaites l’essai.",
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
  const { sujet, texte } = composerCourriel(envoi, recuLe);
  return { nom: "Site de la Jeunesse", email: envoi.contenu.demandePar, sujet, message: texte };
}
