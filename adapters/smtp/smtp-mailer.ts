import type { DataProcessor } from "#domain/data-processor.ts";
import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
import type { AccountMailer, Mailer } from "#ports/mailer.ts";
import { deliver } from "./deliver.ts";

/** An attempt ends after this many times the timeout of a step. */
const STEPS = 3;

type Options = { url: string; from: string; to: readonly string[]; publicUrl: string; timeoutMs?: number };

/** `url`: see `Server`. `to`: default recipients. `publicUrl`: for links. `timeoutMs`: per step. */
export function createSmtpMailer({ url, from, to, publicUrl, timeoutMs = 20_000 }: Options): Mailer {
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
          subject,
          text,
          html,
          messageId: messageIdOf(submission.type, id, from),
          signal: AbortSignal.timeout(timeoutMs * STEPS),
        },
      );
    },
  };
}

/** A mail server on this machine, which is not a third party. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `url`: as in `SMTP_URL`; its credentials are not published. The country of a server is unknown. */
export function smtpProcessor(url: string): DataProcessor {
  const { hostname } = new URL(url);
  return { role: "mail", provider: LOCAL.test(hostname) ? null : hostname, country: [], safeguard: null };
}

export function createSmtpAccountMailer({
  url,
  from,
  timeoutMs = 10_000,
}: Omit<Options, "to" | "publicUrl">): AccountMailer {
  return {
    send: ({ id, recipient, subject, text, html }) =>
      deliver(
        { url, timeoutMs },
        {
          from,
          to: { name: "", address: recipient },
          subject,
          text,
          ...(html && { html }),
          messageId: messageIdOf("account", id, from),
          signal: AbortSignal.timeout(timeoutMs),
        },
      ),
  };
}
