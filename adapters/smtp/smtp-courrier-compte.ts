/** Links to a password, mailed to the person through an SMTP server. */
import { createTransport } from "nodemailer";
import { composerCourrierDeLien } from "#domain/lien-compte.ts";
import type { CourrierCompte } from "#ports/courrier-compte.ts";
import { issueDeLaPanne } from "./issue.ts";

/**
 * Makes the sender of links.
 * @param url as for `createSmtpMailer`
 * @param from the sender, bare or as `Nom <adresse>`
 * @param timeoutMs how long an attempt may take in all, in milliseconds
 * @throws when the url cannot be read
 */
export function createSmtpCourrierCompte({
  url,
  from,
  timeoutMs = 10_000,
}: {
  url: string;
  from: string;
  timeoutMs?: number;
}): CourrierCompte {
  const transport = createTransport({
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });

  return {
    async send({ destinataire, genre, adresse, expireLe }) {
      try {
        const { sujet, texte } = composerCourrierDeLien(genre, adresse, expireLe);
        await transport.sendMail({
          from,
          to: { name: "", address: destinataire },
          subject: sujet,
          text: texte,
          encoding: "quoted-printable",
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { issue: "envoye" };
      } catch (panne) {
        return issueDeLaPanne(panne);
      }
    },
  };
}
