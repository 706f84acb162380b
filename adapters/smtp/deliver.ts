/** Hands one mail to an SMTP server, on a connection of its own. */
import type { SendMailOptions } from "nodemailer";
import type { Outcome } from "#ports/mailer.ts";
import { outcomeOfFault } from "./outcome.ts";

export type Server = {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`. */
  url: string;
  /** How long connecting, the greeting or a silence may each last, in milliseconds. */
  timeoutMs: number;
};

export async function deliver({ url, timeoutMs }: Server, mail: SendMailOptions): Promise<Outcome> {
  try {
    // Loaded by the first mail: commands and a site at rest do without it.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      url,
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
    await transport.sendMail({
      ...mail,
      encoding: "quoted-printable",
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: "sent" };
  } catch (fault) {
    return outcomeOfFault(fault);
  }
}
