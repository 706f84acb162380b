import type { SendMailOptions } from "nodemailer";
import type { Outcome } from "#ports/mailer.ts";
import { outcomeOfError } from "./outcome.ts";

export type Server = {
  /** URL of the mail server: `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  url: string;
  /** Timeout for each step: the connection, the greeting, each wait for a reply. */
  timeoutMs: number;
};

export const timeouts = (ms: number) => ({
  dnsTimeout: ms,
  connectionTimeout: ms,
  greetingTimeout: ms,
  socketTimeout: ms,
});

export async function deliver({ url, timeoutMs }: Server, mail: SendMailOptions): Promise<Outcome> {
  try {
    // Loaded with the first mail, to keep startup fast.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({ url, ...timeouts(timeoutMs) });
    await transport.sendMail({
      ...mail,
      encoding: "quoted-printable",
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: "sent" };
  } catch (error) {
    return outcomeOfError(error);
  }
}
