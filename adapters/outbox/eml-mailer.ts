/** Mail without a server: each one is kept as a file that every mail program opens. */

import { writeDurably } from "#adapters/disk/durable-files.ts";
import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
import type { Mailer } from "#ports/mailer.ts";
import { fileNameOf } from "./kept-mail.ts";

/**
 * Makes the mailer. A file is there completely or not at all, and survives a crash once its mail counts as
 * sent; the same mail sent twice is one file. Only the account that runs the site can read it.
 * @param directory where the files go; made when it is missing
 * @param from the sender, bare or as `Nom <adresse>`
 * @param to recipients when the committee has chosen none; with none at all the file names nobody
 * @param publicUrl origin that visitors see, where a mail leads to
 */
export function createEmlMailer({
  directory,
  from,
  to,
  publicUrl,
}: {
  directory: string;
  from: string;
  to: readonly string[];
  publicUrl: string;
}): Mailer {
  return {
    delivery: "file",

    async send(mail) {
      const { id, submission, recipients } = mail;
      try {
        const { subject, text, html, replyTo } = composeMail(mail, publicUrl);
        // Loaded by the first mail: commands and a site at rest do without it.
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
        const { message } = await transport.sendMail({
          from,
          to: (recipients.length > 0 ? recipients : to).map((address) => ({ name: "", address })),
          ...(replyTo && { replyTo: { name: "", address: replyTo } }),
          subject: subject,
          text: text,
          html,
          encoding: "quoted-printable",
          messageId: messageIdOf(submission.type, id, from),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        await writeDurably(directory, new Map([[fileNameOf(mail), message as Buffer]]), true);
        return { outcome: "sent" };
      } catch (fault) {
        const code = (fault as NodeJS.ErrnoException | null)?.code;
        return {
          outcome: "retry",
          reason: `Le courrier n’a pas pu être écrit sur le disque${code ? ` (${code})` : ""}.`,
        };
      }
    },
  };
}
