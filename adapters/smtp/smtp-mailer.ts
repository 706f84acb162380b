/** Mail through an SMTP server, one connection per attempt. */
import { createTransport } from "nodemailer";
import { composerCourriel, identifiantDuCourriel } from "#domain/courrier.ts";
import type { Mailer } from "#ports/mailer.ts";
import { issueDeLaPanne } from "./issue.ts";

/** However slowly a server answers, an attempt ends after this many times the time-out of a single step. */
const ETAPES = 3;

/**
 * Makes the mailer.
 * @param url `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`
 * @param from the sender, bare or as `Nom <adresse>`
 * @param to recipients when the committee has chosen none
 * @param publicUrl origin that visitors see, where a mail leads to
 * @param timeoutMs how long connecting, the greeting or a silence may each last, in milliseconds
 * @throws when the url cannot be read
 */
export function createSmtpMailer({
  url,
  from,
  to,
  publicUrl,
  timeoutMs = 20_000,
}: {
  url: string;
  from: string;
  to: readonly string[];
  publicUrl: string;
  timeoutMs?: number;
}): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });

  return {
    remise: "serveur",

    async send(courrier) {
      const { id, envoi, destinataires } = courrier;
      const adresses = destinataires.length > 0 ? destinataires : to;
      if (adresses.length === 0)
        return { issue: "reessayer", raison: "Aucune adresse de destination n’est configurée." };
      try {
        const { sujet, texte, html, repondreA } = composerCourriel(courrier, publicUrl);
        await transport.sendMail({
          from,
          to: adresses.map((address) => ({ name: "", address })),
          ...(repondreA && { replyTo: { name: "", address: repondreA } }),
          subject: sujet,
          text: texte,
          html,
          encoding: "quoted-printable",
          messageId: identifiantDuCourriel(envoi.type, id, from),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(timeoutMs * ETAPES),
        });
        return { issue: "envoye" };
      } catch (panne) {
        return issueDeLaPanne(panne);
      }
    },
  };
}
