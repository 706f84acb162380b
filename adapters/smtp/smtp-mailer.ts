/** Mail to the committee through an SMTP server. */
import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
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
    delivery: "server",

    async send(mail) {
      const { id, submission, recipients } = mail;
      const addresses = recipients.length > 0 ? recipients : to;
      if (addresses.length === 0)
        return { outcome: "retry", reason: "Aucune adresse de destination n’est configurée." };
      const { subject, text, html, replyTo } = composeMail(mail, publicUrl);
      return deliver(
        { url, timeoutMs },
        {
          from,
          to: addresses.map((address) => ({ name: "", address })),
          ...(replyTo && { replyTo: { name: "", address: replyTo } }),
          subject: subject,
          text: text,
          html,
          messageId: messageIdOf(submission.type, id, from),
          signal: AbortSignal.timeout(timeoutMs * STEPS),
        },
      );
    },
  };
}
