/** Mail to the person of an account, through an SMTP server: links to a password, notices of changes. */
import { createTransport } from "nodemailer";
import { identifiantDuCourriel } from "#domain/courrier.ts";
import type { CourrierCompte } from "#ports/courrier-compte.ts";
import { issueDeLaPanne } from "./issue.ts";

/**
 * Makes the sender.
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
    async send({ id, recipient, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: recipient },
          subject,
          text,
          ...(html && { html }),
          messageId: identifiantDuCourriel("compte", id, from),
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
