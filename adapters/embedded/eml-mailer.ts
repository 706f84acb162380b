/** Mail without a server: each one is kept as a file that every mail program opens. */
import { composerCourriel, identifiantDuCourriel } from "#domain/courrier.ts";
import type { Mailer } from "#ports/mailer.ts";
import { writeDurably } from "./durable-files.ts";
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
    remise: "fichier",

    async send(courrier) {
      const { id, envoi, destinataires } = courrier;
      try {
        const { sujet, texte, html, repondreA } = composerCourriel(courrier, publicUrl);
        // Loaded by the first mail: commands and a site at rest do without it.
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
        const { message } = await transport.sendMail({
          from,
          to: (destinataires.length > 0 ? destinataires : to).map((address) => ({ name: "", address })),
          ...(repondreA && { replyTo: { name: "", address: repondreA } }),
          subject: sujet,
          text: texte,
          html,
          encoding: "quoted-printable",
          messageId: identifiantDuCourriel(envoi.type, id, from),
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        await writeDurably(directory, new Map([[fileNameOf(courrier), message as Buffer]]), true);
        return { issue: "envoye" };
      } catch (panne) {
        const code = (panne as NodeJS.ErrnoException | null)?.code;
        return {
          issue: "reessayer",
          raison: `Le courrier n’a pas pu être écrit sur le disque${code ? ` (${code})` : ""}.`,
        };
      }
    },
  };
}
