/** Mail to the person of an account, through an SMTP server: links to a password, notices of changes. */
import { messageIdOf } from "#domain/mail/committee-mail.ts";
import type { AccountMailer } from "#ports/mailer.ts";
import { deliver } from "./deliver.ts";

/**
 * Makes the sender.
 * @param url as for `createSmtpMailer`
 * @param from the sender, bare or as `Nom <adresse>`
 * @param timeoutMs how long an attempt may take in all, in milliseconds
 */
export function createSmtpAccountMailer({
  url,
  from,
  timeoutMs = 10_000,
}: {
  url: string;
  from: string;
  timeoutMs?: number;
}): AccountMailer {
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
