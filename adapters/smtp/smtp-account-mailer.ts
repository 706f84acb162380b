type Options = { url: string; from: string; timeoutMs?: number };

import { messageIdOf } from "#domain/mail/committee-mail.ts";
import type { AccountMailer } from "#ports/mailer.ts";
import { deliver } from "./deliver.ts";

export function createSmtpAccountMailer({ url, from, timeoutMs = 10_000 }: Options): AccountMailer {
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
