/** Mail to the committee through an SMTP server. */
import { composerCourriel, identifiantDuCourriel } from "#domain/courrier.ts";
import type { Mailer } from "#ports/mailer.ts";
import { deliver } from "./deliver.ts";

/** However slowly a server answers, an attempt ends after this many times the time-out of a single step. */
const STEPS = 3;

/**
 * Makes the mailer.
 * @param url `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`
 * @param from the sender, bare or as `Nom <adresse>`
 * @param to recipients when the committee has chosen none
 * @param publicUrl origin that visitors see, where a mail leads to
 * @param timeoutMs how long connecting, the greeting or a silence may each last, in milliseconds
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
  return {
    remise: "serveur",

    async send(courrier) {
      const { id, envoi, destinataires } = courrier;
      const addresses = destinataires.length > 0 ? destinataires : to;
      if (addresses.length === 0)
        return { issue: "reessayer", raison: "Aucune adresse de destination n’est configurée." };
      const { sujet, texte, html, repondreA } = composerCourriel(courrier, publicUrl);
      return deliver(
        { url, timeoutMs },
        {
          from,
          to: addresses.map((address) => ({ name: "", address })),
          ...(repondreA && { replyTo: { name: "", address: repondreA } }),
          subject: sujet,
          text: texte,
          html,
          messageId: identifiantDuCourriel(envoi.type, id, from),
          signal: AbortSignal.timeout(timeoutMs * STEPS),
        },
      );
    },
  };
}
