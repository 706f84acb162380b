import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
import type { Mailer } from "#ports/mailer.ts";
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
