import { composeCommitteeMail, mailMessageId } from "#domain/mail/committee-mail.ts";
import type { Mailer } from "#ports/mailer.ts";
import { writeFileDurably } from "./durable-files.ts";
import { savedMailFileName } from "./saved-mail.ts";

type Options = { directory: string; from: string; to: readonly string[]; publicUrl: string };

/** Only the server's system user can read the files. `to`: recipients of a mail that names no recipients. */
export function createEmlMailer({ directory, from, to, publicUrl }: Options): Mailer {
  return {
    delivery: "file",

    async send(mail) {
      const { id, submission, recipients } = mail;
      try {
        const { subject, text, html, replyTo } = composeCommitteeMail(mail, publicUrl);
        // Load nodemailer with the first mail, to keep startup fast.
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
        const { message } = await transport.sendMail({
          from,
          to: (recipients.length > 0 ? recipients : to).map((address) => ({ name: "", address })),
          ...(replyTo && { replyTo: { name: "", address: replyTo } }),
          subject,
          text,
          html,
          encoding: "quoted-printable",
          messageId: mailMessageId(submission.type, id, from),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        await writeFileDurably(directory, savedMailFileName(mail), message as Buffer);
        return { outcome: "sent" };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException | null)?.code;
        const reason = `Le courrier n’a pas pu être écrit sur le disque${code ? ` (${code})` : ""}.`;
        return { outcome: "retry", reason };
      }
    },
  };
}
